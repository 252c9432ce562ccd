"""Drawings of long pairs, in a real browser: whatever does not fit can be scrolled to, and is seen to be there."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from evaluation.models import Pair
from tests.browser import sign_in, wait_until
from tests.site.pairs.long_pair import long_pair

WIDTHS = {1280: 900, 390: 844}
# Each drawing: the room it has, its size, how legible it is, and how far its words lie outside of it or out of reach.
GEOMETRY = """() => [...document.querySelectorAll(".drawing")].map((drawing) => {
  const svg = drawing.querySelector("svg");
  const words = [...svg.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
  drawing.scrollLeft = 0;
  const left = Math.min(...[...svg.querySelectorAll("text")].map((text) => text.getBoundingClientRect().left));
  drawing.scrollLeft = drawing.scrollWidth;
  const right = Math.max(...[...svg.querySelectorAll("text")].map((text) => text.getBoundingClientRect().right));
  drawing.scrollLeft = 0;
  const box = drawing.getBoundingClientRect();
  return {
    label: drawing.getAttribute("aria-label"),
    focusable: drawing.tabIndex === 0,
    room: drawing.clientWidth,
    inner: drawing.scrollWidth,
    drawn: svg.getBoundingClientRect().width,
    scale: svg.getBoundingClientRect().width / svg.viewBox.baseVal.width,
    cutLeft: box.left - left,
    cutRight: right - box.right,
    hinted: !drawing.parentElement.querySelector("[data-overflow]").hidden,
    pageIsWider: document.documentElement.scrollWidth > window.innerWidth,
    words: words.length,
  };
})"""


def long_english(words: int) -> dict:
    """A pair with words as long as English ones."""
    pair = long_pair(words)
    pair["l1"]["tree"] = pair["l1"]["tree"].replace(" w", " english")
    return pair


@pytest.fixture
def open_drawings(new_page, live_server, meera, load):
    """The page of a pair with so many words, on a screen so wide."""

    def make(words: int, width: int, **options):
        load((json.dumps(long_english(words)) + "\n").encode())
        page = new_page(viewport={"width": width, "height": WIDTHS[width]}, **options)
        sign_in(page, meera, live_server.url)
        page.goto(f"/pairs/{Pair.objects.get(external_id=f'long-{words}').pk}/")
        expect(page.locator(".drawing-tools").first).to_be_visible()
        return page

    return make


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("words", [7, 30])
def test_nothing_is_cut_without_a_way_to_scroll(open_drawings, words, width):
    page = open_drawings(words, width)
    drawings = page.evaluate(GEOMETRY)
    assert len(drawings) == 4
    for drawn in drawings:
        assert drawn["words"] >= words
        assert drawn["label"]
        assert drawn["focusable"]
        assert not drawn["pageIsWider"]
        assert drawn["cutLeft"] <= 0, drawn
        assert drawn["cutRight"] <= 0, drawn
        # As small as needed to fit, but never too small to read; what does not fit is said to be there.
        assert 0.74 <= drawn["scale"] <= 1.01
        assert (drawn["scale"] < 0.76) or drawn["inner"] <= drawn["room"]
        assert drawn["hinted"] is (drawn["inner"] > drawn["room"])
    take_pictures(page, words, width)


def test_a_drawing_is_zoomed_by_its_buttons_and_scrolled_by_the_keyboard(open_drawings):
    page = open_drawings(30, 390)
    before = page.evaluate(GEOMETRY)[0]
    tools, drawing = page.locator(".drawing-tools").first, page.locator(".drawing").first
    tools.get_by_role("button", name="Larger").click()
    assert page.evaluate(GEOMETRY)[0]["drawn"] > 1.2 * before["drawn"]
    tools.get_by_role("button", name="Smaller").click()
    tools.get_by_role("button", name="Smaller").click()
    assert page.evaluate(GEOMETRY)[0]["drawn"] < 0.9 * before["drawn"]
    tools.get_by_role("button", name="Whole").click()
    whole = page.evaluate(GEOMETRY)[0]
    assert whole["inner"] <= whole["room"]
    assert not whole["hinted"]
    tools.get_by_role("button", name="Larger").click(click_count=6)
    drawing.focus()
    page.keyboard.press("ArrowRight")
    wait_until(page, "document.querySelector('.drawing').scrollLeft > 0")


def test_a_corrected_alignment_keeps_its_size(open_drawings):
    page = open_drawings(7, 390)
    page.locator(".drawing-tools").first.get_by_role("button", name="Larger").click()
    before = page.evaluate(GEOMETRY)[0]["drawn"]
    with page.expect_response("**/figures/**"):
        page.locator("#alignment").fill("0-0")
        page.keyboard.press("Tab")
    expect(page.locator("#alignment-drawing line.link")).to_have_count(1)
    wait_until(page, f"document.querySelector('.drawing svg').getBoundingClientRect().width == {before}")
    expect(page.locator(".drawing-tools").first).to_be_visible()


def take_pictures(page, words: int, width: int) -> None:
    """For the eye, where DRAWINGS names a folder: in light and in dark."""
    folder = os.environ.get("DRAWINGS")
    if folder:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=Path(folder) / f"{words}-{width}-{scheme}.png", full_page=True)
