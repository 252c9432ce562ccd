"""What the browser tests of the judge's pages share: never press anything before the page's own script is ready."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser import wait_until

READY = "html[data-ready=yes]"


def wait_for_sentence(page: Page, where: str) -> None:
    """The page says where the judge is, and its script has bound its keys."""
    expect(page.locator("#where")).to_have_text(where)
    expect(page.locator(READY)).to_have_count(1)


def wait_until_sent(page: Page) -> None:
    """Nothing is kept in the browser any more: the site has every answer."""
    wait_until(page, "() => !Object.keys(localStorage).some((key) => key.startsWith('cswitch-unsent:'))")


def wait_for_heading(page: Page, heading: str) -> None:
    expect(page.get_by_role("heading", level=1, name=heading, exact=True)).to_be_visible()


def has_focus(page: Page, selector: str) -> bool:
    return bool(page.locator(f"{selector}:focus").count())


def tab_to(page: Page, selector: str) -> None:
    """Go there as somebody without a mouse does."""
    for _ in range(60):
        if has_focus(page, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def fits_the_screen(page: Page) -> bool:
    """Nothing sticks out to the side."""
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"))
