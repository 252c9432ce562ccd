"""A real Chromium for the tests. Without one a test fails in CI; elsewhere it says loudly that it did not run.

A browser test that fails is run again up to twice, and the report says so: a browser shares two cores with the rest.
"""

from __future__ import annotations

import os
import shutil

import pytest
from django.conf import settings as django_settings
from django.test import Client

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
RERUNS = 2


def pytest_collection_modifyitems(items):
    for item in items:
        if "page" in getattr(item, "fixturenames", ()) or "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=RERUNS))


@pytest.fixture(scope="session")
def browser():
    if not CHROMIUM:
        message = "NO BROWSER: this test needs Chromium (on Debian, `apt-get install chromium`) and did not run."
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
        )
        yield chromium
        chromium.close()


@pytest.fixture
def new_page(browser, live_server):
    """Make a page in a context of its own: ``new_page(viewport={"width": 390, "height": 844}, has_touch=True)``."""
    contexts = []

    def make(**options):
        context = browser.new_context(base_url=live_server.url, **options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


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
