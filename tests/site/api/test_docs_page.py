"""The page to read and try the API, under the site's own content security policy."""

from __future__ import annotations

from playwright.sync_api import expect


def test_the_document_needs_no_account(api, db):
    answer = api().get("/api/v1/schema/")
    assert answer.status_code == 200
    assert b"openapi: 3" in answer.content


def test_the_page_shows_every_group_without_breaking_a_rule(page, db):
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: complaints.append(request.url) if "localhost" not in request.url else None)
    page.goto("/api/v1/docs/")
    expect(page.get_by_role("heading", name="CSwitch")).to_be_visible()
    expect(page.locator("#operations-tag-studies")).to_be_visible()
    page.locator("#operations-studies-studies_list button").first.click()
    expect(page.get_by_text("The studies one owns or shares, newest first.").first).to_be_visible()
    assert complaints == []
