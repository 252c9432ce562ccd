"""Scales in a real browser, by geometry: every size, labelling, language and width, light, dark, zoomed and touched."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

from evaluation.models import Criterion
from evaluation.pages.rating.scales import direction_of, scale
from tests.browser import check_with_axe
from tests.site.rating.judge_in_browser import fits_the_screen

WIDTHS = [320, 390, 768, 1280]
SIZES = range(2, 12)
# What stands at the lower end, in between and at the upper end, in letters of different width.
WORDS = {
    "en": ("nobody would ever say this", "neither natural nor unnatural", "I would say this myself", "a little odd"),
    "hi": ("ऐसा कोई कभी नहीं कहेगा", "न स्वाभाविक, न अस्वाभाविक", "मैं ख़ुद ऐसा ही कहूँगा", "थोड़ा अटपटा"),
    "ar": ("لا أحد يقول هذا أبدا", "ليس طبيعيا ولا غريبا", "أقول هذا بنفسي", "غريب قليلا"),
}
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}

# Where everything is, in pixels: for each group of scales its points and the words at them.
GEOMETRY = """() => [...document.querySelectorAll(".scales")].map((group) => ({
  name: group.parentElement.id,
  classes: group.className,
  scales: [...group.querySelectorAll(".scale")].map((scale) => {
    const box = (element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    };
    const frame = box(scale);
    return { frame, points: [...scale.querySelectorAll(".point")].map((point) => {
      const words = point.querySelector(".label bdi");
      return {
        input: box(point.querySelector("input")),
        value: box(point.querySelector(".value")),
        text: point.querySelector(".value").scrollWidth - point.querySelector(".value").clientWidth,
        label: words && box(words),
      };
    }) };
  }),
}))"""


@dataclass(frozen=True)
class Labelling:
    """Which points of a scale have words."""

    name: str

    def labels(self, points: range, language: str) -> dict[str, str]:
        low, middle, high, between = WORDS[language]
        ends = {points[0]: low, points[-1]: high}
        if self.name == "ends":
            chosen = ends
        elif self.name == "middle":
            chosen = {points[len(points) // 2]: middle} | ends
        else:
            chosen = dict.fromkeys(points, between) | ends
        return {str(point): label for point, label in chosen.items()}


LABELLINGS = [Labelling("ends"), Labelling("middle"), Labelling("every")]


def criterion(labelling: Labelling, size: int, language: str, low: int = 0) -> Criterion:
    points = range(low, low + size)
    texts = {"name": "Usage", "question": "Would you say it?", "labels": labelling.labels(points, language)}
    return Criterion(
        key=f"{labelling.name}-{size}", low=points[0], high=points[-1], texts={language: texts, "en": texts}
    )


def group(name: str, criteria: list[Criterion], language: str) -> str:
    scales = [scale(each, language, None) for each in criteria]
    html = render_to_string("rating/scales.html", {"scales": scales, "scales_direction": direction_of(scales)})
    # One name per group: radio buttons of one name are one scale.
    return f'<form id="{name}">{re.sub("problem-", f"problem-{name}-", html)}</form>'


def page_of_scales(language: str, groups: list[str]) -> str:
    direction = "rtl" if language == "ar" else "ltr"
    sheets = "".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in ("site", "rating", "scales"))
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Scales</title>{sheets}'
    body = f'<main id="content"><h1>Scales</h1>{"".join(groups)}</main>'
    return f'<!DOCTYPE html><html lang="{language}" dir="{direction}"><head>{head}</head><body class="judging">{body}'


def every_scale(language: str) -> list[str]:
    """Each size with each labelling alone, and beside the paper's scale as a second one."""
    alone = [
        group(f"{labelling.name}-{size}", [criterion(labelling, size, language, low=1)], language)
        for labelling in LABELLINGS
        for size in SIZES
    ]
    together = [
        group(
            f"{labelling.name}-{size}-and-six",
            [criterion(LABELLINGS[0], 6, language), criterion(labelling, size, language)],
            language,
        )
        for labelling in LABELLINGS
        for size in SIZES
    ]
    return alone + together


def show(page: Page, html: str) -> None:
    page.route("**/scales/", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    page.goto("/scales/")
    expect(page.locator("main")).to_be_visible()


# -- What is measured ------------------------------------------------------------------------------------------------


def middle(box: dict[str, float], axis: str) -> float:
    low, high = ("left", "right") if axis == "x" else ("top", "bottom")
    return (box[low] + box[high]) / 2


def axis_of(points: list[dict]) -> str:
    """The direction of a scale; it fails if the points are on no line."""
    across = [middle(point["value"], "x") for point in points]
    down = [middle(point["value"], "y") for point in points]
    is_row, is_column = max(down) - min(down) <= 1, max(across) - min(across) <= 1
    assert is_row != is_column, "the points are neither in one row nor in one column"
    return "x" if is_row else "y"


def check_steps(points: list[dict], axis: str, *, is_rtl: bool) -> None:
    places = [middle(point["value"], axis) for point in points]
    steps = [later - earlier for earlier, later in itertools.pairwise(places)]
    assert max(steps) - min(steps) <= 1, f"steps of {min(steps)} to {max(steps)} pixels"
    assert (max(steps) < 0) == (is_rtl and axis == "x"), "the scale runs in the direction of reading"


def check_targets(points: list[dict], frame: dict[str, float]) -> None:
    room = (frame["right"] - frame["left"] - 50) / len(points)
    least = 44 if room >= 44 else 24
    for point in points:
        target = point["input"]
        assert target["right"] - target["left"] >= least
        assert target["bottom"] - target["top"] >= 44
        assert point["text"] <= 0, "the number fits its box"
        assert frame["left"] < target["left"] < target["right"] < frame["right"]


def check_labels(points: list[dict], axis: str, frame: dict[str, float]) -> None:
    labels = [(number, point) for number, point in enumerate(points) if point["label"]]
    assert labels
    for number, point in labels:
        assert frame["left"] < point["label"]["left"] < point["label"]["right"] < frame["right"]
        assert point["label"]["bottom"] < frame["bottom"]
        if axis == "y":
            assert abs(middle(point["label"], "y") - middle(point["value"], "y")) <= 1.5, "words beside their point"
        else:
            check_below(point, is_end=number in {0, len(points) - 1})
    for (_, one), (_, other) in itertools.pairwise(labels):
        assert not overlap(one["label"], other["label"])


def check_below(point: dict, *, is_end: bool) -> None:
    label, target = point["label"], point["input"]
    assert label["top"] >= point["value"]["bottom"]
    is_centred = abs(middle(label, "x") - middle(target, "x")) <= 1.5
    begins_with_it = abs(label["left"] - target["left"]) <= 8 or abs(label["right"] - target["right"]) <= 8
    assert is_centred or (is_end and begins_with_it), "words under their point"


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    return (
        min(one["right"], other["right"]) - max(one["left"], other["left"]) > 0.5
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 0.5
    )


def check_geometry(page: Page, *, is_rtl: bool = False) -> dict[str, str]:
    """Check every scale of the page; the direction of each group."""
    directions = {}
    for found in page.evaluate(GEOMETRY):
        axes = set()
        for each in found["scales"]:
            try:
                axis = axis_of(each["points"])
                axes.add(axis)
                check_steps(each["points"], axis, is_rtl=is_rtl)
                check_targets(each["points"], each["frame"])
                check_labels(each["points"], axis, each["frame"])
            except AssertionError as error:
                raise AssertionError(f"{found['name']} at {page.viewport_size}: {error}") from error
        assert len(axes) == 1, f"{found['name']}: one scale in a row, the other in a column"
        directions[found["name"]] = axes.pop()
    return directions


# -- The matrix ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", WORDS)
def test_a_scale_of_any_size_is_one_row_or_one_column_with_its_words_at_its_points(new_page, language):
    page = new_page()
    show(page, page_of_scales(language, every_scale(language)))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        directions = check_geometry(page, is_rtl=language == "ar")
        assert len(directions) == 2 * len(LABELLINGS) * len(SIZES)
        assert fits_the_screen(page)
        assert {directions[f"ends-{size}"] for size in SIZES} == {"x"}, "words at the ends always fit a row"


def test_seven_worded_points_are_a_row_on_a_desktop_and_a_column_on_a_phone(new_page):
    page = new_page()
    show(page, page_of_scales("en", [group("seven", [criterion(LABELLINGS[2], 7, "en")], "en")]))
    page.set_viewport_size({"width": 1280, "height": 900})
    assert check_geometry(page) == {"seven": "x"}
    page.set_viewport_size({"width": 390, "height": 900})
    assert check_geometry(page) == {"seven": "y"}


def test_numbers_below_zero_keep_their_sign_in_front_where_people_read_from_the_right(new_page):
    page = new_page(viewport={"width": 390, "height": 900})
    show(page, page_of_scales("ar", [group("signed", [criterion(LABELLINGS[1], 7, "ar", low=-3)], "ar")]))
    assert check_geometry(page, is_rtl=True) == {"signed": "x"}
    expect(page.locator(".value").first).to_have_css("direction", "ltr")


def test_scales_hold_when_letters_are_twice_as_large(new_page):
    page = new_page(viewport={"width": 1280, "height": 900})
    show(page, page_of_scales("en", every_scale("en")))
    page.evaluate("() => document.documentElement.setAttribute('style', 'font-size: 200%')")
    check_geometry(page)
    assert fits_the_screen(page)


def test_words_under_the_next_point_choose_their_own(new_page):
    """A label wider than its step lies under its neighbours; touching it must not choose one of them."""
    page = new_page(viewport={"width": 390, "height": 900})
    show(page, page_of_scales("en", [group("ends", [criterion(LABELLINGS[0], 11, "en")], "en")]))
    for end, value in (("first", "0"), ("last", "10")):
        words = getattr(page.locator(".label bdi"), end)
        box = words.bounding_box()
        page.mouse.click(box["x"] + (box["width"] - 4 if end == "first" else 4), box["y"] + 6)
        expect(page.locator("input:checked")).to_have_value(value)


@pytest.mark.parametrize("colours", [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}])
def test_scales_are_accessible_in_any_colours(new_page, colours):
    page = new_page(viewport={"width": 390, "height": 900}, **colours)
    groups = [
        group(f"{labelling.name}-{size}", [criterion(labelling, size, "en", low=size * 20)], "en")
        for labelling in LABELLINGS
        for size in (5, 11)
    ]
    show(page, page_of_scales("en", groups))
    page.locator("#ends-5 input").nth(2).check(force=True)
    check_with_axe(page, **RULES)
    chosen, other = page.locator("#ends-5 .value").nth(2), page.locator("#ends-5 .value").nth(1)
    look = "element => getComputedStyle(element).backgroundColor"
    assert chosen.evaluate(look) != other.evaluate(look)
    expect(page.locator("#ends-5").get_by_role("radio", name="100 nobody would ever say this")).to_have_count(1)
