"""What comes after a page of results and does not come: the page says so and can be asked again."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser import sign_in

# The page, what it asks for afterwards, and words that only come then.
LATE = {
    "": (re.compile(r"/findings/usage/$"), "Two judgements of one sentence are within one point"),
    "text/": (re.compile(r"/text/\?whole$"), "Results, LaTeX"),
    "comparison/": (re.compile(r"/comparison/\?whole$"), "Two models at a time"),
}
FAILURES = {
    "server error": lambda route: route.fulfill(status=500, body="Server error"),
    "gateway timeout": lambda route: route.fulfill(status=504, body="Gateway Timeout"),
    "network away": lambda route: route.abort("internetdisconnected"),
}
FAILED = "This could not be fetched"
SIGNED_OUT = "You are signed out"


@pytest.fixture
def many_ratings(monkeypatch):
    """Few are as many as it takes."""
    monkeypatch.setattr("evaluation.services.results.study_summary.MOST_AT_ONCE", 5)
    monkeypatch.setattr("evaluation.pages.results.comparison.MOST_AT_ONCE", 5)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("failure", FAILURES)
def test_a_part_that_does_not_come_is_said_and_comes_when_asked_for_again(
    study, page, live_server, meera, many_ratings, failure
):
    sign_in(page, meera, live_server.url)
    for part, (asked, words) in LATE.items():
        page.route(asked, FAILURES[failure])
        page.goto(f"/studies/{study.slug}/results/{part}")
        waiting = page.locator(".results-waiting").first
        expect(waiting.get_by_text(FAILED)).to_be_visible()
        expect(waiting.get_by_text("Many ratings")).to_be_hidden()
        expect(waiting).to_have_attribute("aria-busy", "false")
        assert Axe().run(page).response["violations"] == []
        # Once more in vain.
        waiting.get_by_role("button", name="Try again").click()
        expect(waiting.get_by_text(FAILED)).to_be_visible()
        page.unroute(asked)
        waiting.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("main").get_by_text(words).first).to_be_visible()
        expect(page.get_by_text(FAILED)).to_have_count(0)


@pytest.mark.django_db(transaction=True)
def test_while_a_part_is_waited_for_nothing_is_said_of_failing(study, page, live_server, meera, many_ratings):
    sign_in(page, meera, live_server.url)
    for part, (asked, _words) in LATE.items():
        page.route(asked, lambda _route: None)
        page.goto(f"/studies/{study.slug}/results/{part}")
        waiting = page.locator(".results-waiting").first
        expect(waiting.get_by_text("Many ratings")).to_be_visible()
        expect(waiting.get_by_text(FAILED)).to_be_hidden()
        expect(waiting.get_by_role("button", name="Try again")).to_be_hidden()
        page.unroute(asked)


@pytest.mark.django_db(transaction=True)
def test_a_part_asked_for_after_the_session_has_ended_offers_to_sign_in(study, page, live_server, meera, many_ratings):
    for part, (asked, words) in LATE.items():
        sign_in(page, meera, live_server.url)
        page.route(asked, FAILURES["network away"])
        page.goto(f"/studies/{study.slug}/results/{part}")
        waiting = page.locator(".results-waiting").first
        expect(waiting.get_by_text(FAILED)).to_be_visible()
        page.unroute(asked)
        page.context.clear_cookies()
        waiting.get_by_role("button", name="Try again").click()
        expect(waiting.get_by_text(SIGNED_OUT)).to_be_visible()
        expect(waiting.get_by_text(FAILED)).to_be_hidden()
        expect(page.get_by_label("Password")).to_have_count(0)
        assert Axe().run(page).response["violations"] == []
        there = page.url.removeprefix(live_server.url)
        address = waiting.get_by_role("link", name="Sign in").get_attribute("href")
        assert parse_qs(urlsplit(address).query) == {"next": [there]}
        # Signed in again in another window.
        sign_in(page, meera, live_server.url)
        waiting.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("main").get_by_text(words).first).to_be_visible()
