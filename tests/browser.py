"""A real Chromium for the tests. Without one a test fails in CI; elsewhere it says loudly that it did not run."""

from __future__ import annotations

import os
import shutil
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings as django_settings
from django.core.signals import request_finished, request_started
from django.test import Client

# The shell is Chromium's engine without its windows, and takes half the processor time.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), None)
# A machine with other work may be slow; nothing waits this long when all is well.
PATIENCE_MS = 20_000
# On a phone and in the dark a page breaks first; `make test-all` looks at it on a desktop and in the light too.
LOOKS = [pytest.param(1280, "light", marks=pytest.mark.slow), pytest.param(390, "dark")]
# What axe is asked about pages that must be accessible.
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def pytest_collection_modifyitems(items):
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium():
    if not CHROMIUM:
        message = "NO BROWSER: it needs Chromium (Debian: `apt install chromium-headless-shell`) and did not run."
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
        )
        yield started
        started.close()


class RequestsUnderWay:
    """How many requests the live server is answering: a page, when closed, may have just sent what was not saved."""

    def __init__(self) -> None:
        self.started = self.finished = 0
        request_started.connect(self.count_start)
        request_finished.connect(self.count_finish)

    def count_start(self, **_signal: object) -> None:
        self.started += 1

    def count_finish(self, **_signal: object) -> None:
        self.finished += 1

    def wait_for_the_last(self) -> None:
        """Until nothing has been under way for a moment, so that the tables are not emptied under an answer's feet."""
        deadline = time.monotonic() + 15
        quiet_since, seen = time.monotonic(), -1
        while time.monotonic() < min(deadline, quiet_since + 0.1):
            if self.started > self.finished or self.started != seen:
                quiet_since, seen = time.monotonic(), self.started
            time.sleep(0.01)
        request_started.disconnect(self.count_start)
        request_finished.disconnect(self.count_finish)


@pytest.fixture
def new_page(chromium, live_server):
    """Make a page in a context of its own: ``new_page(viewport={"width": 390, "height": 844}, has_touch=True)``."""
    contexts = []
    requests = RequestsUnderWay()

    def make(**options):
        context = chromium.new_context(base_url=live_server.url, **options)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()
    requests.wait_for_the_last()


@pytest.fixture
def page(new_page):
    return new_page(viewport={"width": 1280, "height": 900})


def sign_in(page, somebody, url: str) -> None:
    """Hand the browser a session without going through the form."""
    client = Client()
    client.force_login(somebody)
    page.context.add_cookies(
        [{"name": django_settings.SESSION_COOKIE_NAME, "value": client.cookies["sessionid"].value, "url": url}]
    )


def check_with_axe(page, where: str = "", **options: object) -> None:
    """Nothing on a page breaks axe's rules; only what does is asked for, which takes less time."""
    found = Axe().run(page, options={"resultTypes": ["violations"]} | options)
    assert found.violations_count == 0, f"{where}: {found.generate_report()}"


def wait_until(page, condition: str) -> None:
    """Look at a page until it is so.

    Playwright's own ``wait_for_function`` compiles the condition in the page whenever it looks again, which the site's
    Content Security Policy forbids: it fails unless the condition holds at the first look.
    """
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, f"never true: {condition}"
        page.wait_for_timeout(20)
