"""A researcher reads results in a real browser: no complaint from it, none about accessibility, nothing cut off."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser import sign_in

PARTS = (
    "",
    "text/",
    "comments/",
    "sentences/?layout=table2",
    "models/",
    "judges/",
    "agreement/",
    "comparison/",
    "pictures/",
)


@pytest.fixture
def visit(new_page, live_server, meera):
    """Open a part of the study's results, signed in as meera; what the browser complains about fails the test."""
    complaints = []

    def go(study, parts, **options):
        page = new_page(**options)
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        sign_in(page, meera, live_server.url)
        for part in parts:
            page.goto(f"/studies/{study.slug}/results/{part}")
            yield page

    yield go
    assert complaints == []


def violations(page):
    found = Axe().run(page).response["violations"]
    return [(one["id"], [node["target"] for node in one["nodes"]][:3]) for one in found]


@pytest.mark.django_db(transaction=True)
def test_every_part_is_accessible_in_light_and_dark(study, visit):
    for scheme, parts in (("light", PARTS), ("dark", ("", "comparison/", "pictures/"))):
        for page in visit(study, parts, color_scheme=scheme, viewport={"width": 1280, "height": 900}):
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            assert violations(page) == []


@pytest.mark.django_db(transaction=True)
def test_a_telephone_shows_the_narrow_picture_and_never_scrolls_the_page_sideways(study, visit):
    for page in visit(study, PARTS, viewport={"width": 390, "height": 844}):
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.locator(".picture-narrow")).to_be_visible()
    expect(page.locator(".picture-wide")).to_be_hidden()


@pytest.mark.django_db(transaction=True)
def test_what_counts_is_changed_on_the_page_and_the_numbers_follow(study, visit):
    (page,) = visit(study, ["judges/"])
    page.get_by_text("What counts", exact=True).click()
    page.get_by_label("Leave out judges who failed more of their attention checks than").fill("0")
    page.get_by_role("button", name="Count this").click()
    expect(page.get_by_text("failed 1 of 1 attention check")).to_be_visible()
    expect(page.get_by_text("1 judge left out")).to_be_visible()
