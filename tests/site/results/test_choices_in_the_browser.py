"""The page of choices in a real browser: no complaint about accessibility, nothing cut off."""

import pytest
from playwright.sync_api import expect

from tests.browser import check_with_axe, sign_in
from tests.site.factories import choose, make_choice_study, mostly_ec0


@pytest.fixture
def study(meera, transactional_db):
    study = make_choice_study(meera, pairs=2, sentences=4, repeats=2, asks="both", alike=True)
    choose(study, mostly_ec0, judges=3)
    return study


@pytest.mark.parametrize(
    ("scheme", "width", "forced"), [("light", 1280, "none"), ("dark", 390, "none"), ("dark", 1280, "active")]
)
def test_the_page_is_accessible_and_fits_the_screen(new_page, live_server, meera, study, scheme, width, forced):
    page = new_page(viewport={"width": width, "height": 844}, color_scheme=scheme, forced_colors=forced)
    sign_in(page, meera, live_server.url)
    page.goto(f"/studies/{study.slug}/results/choices/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for summary in page.locator("summary").all():
        if summary.is_visible():
            summary.click()
    # Forced colours are the browser's own; axe still sees those of the page.
    rules = {"rules": {"color-contrast": {"enabled": False}}} if forced == "active" else {}
    check_with_axe(page, **rules)
    assert page.locator("html").evaluate("page => page.scrollWidth") <= width
