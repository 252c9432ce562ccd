"""The number keys in a real browser: they answer the framed scale, and change an answer at any time."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from evaluation.models import Rating
from tests.browser import sign_in
from tests.site.factories import make_study, ready_to_rate
from tests.site.forms import address
from tests.site.rating.judge_in_browser import wait_for_sentence, wait_until_sent

NOON = datetime(2026, 11, 17, 12)  # noqa: DTZ001  (in the browser's own time)
A_MOMENT_MS = 1_000


@pytest.fixture
def study(meera, transactional_db):
    return make_study(meera, items=2)


@pytest.fixture
def start(page, study, asha, live_server):
    """Open asha's first sentence: ``start(usage=(0, 10))`` with other points of a scale."""

    def opened(**points: tuple[int, int]) -> Page:
        for key, (low, high) in points.items():
            study.criteria.filter(key=key).update(low=low, high=high, cut=None)
        study.save()
        place = ready_to_rate(study, asha).places.order_by("order").first()
        sign_in(page, asha, live_server.url)
        page.clock.install(time=NOON)
        page.goto(address(place))
        wait_for_sentence(page, "Sentence 1 of 2")
        # Time stands still, however slow the machine: a moment passes when the test says so.
        page.clock.pause_at(NOON + timedelta(minutes=5))
        return page

    return opened


def expect_answers(page: Page, **values: str) -> None:
    for key, value in values.items():
        expect(page.locator(f"[name=score-{key}]:checked")).to_have_value(value)


def expect_framed(page: Page, key: str) -> None:
    """The judge sees which scale the next number answers, and by which numbers."""
    expect(page.locator(".scale.current")).to_have_attribute("data-key", key)
    expect(page.locator(".digits:visible")).to_have_count(1)


def press(page: Page, keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_numbers_correct_the_last_answer_before_going_on(start):
    page = start()
    expect_framed(page, "usage")
    press(page, "3")
    expect_framed(page, "fluency")
    press(page, "5")
    expect(page.locator("#next")).to_be_focused()
    expect_framed(page, "fluency")
    press(page, "2")
    expect_answers(page, usage="3", fluency="2")
    page.keyboard.press("Enter")
    wait_for_sentence(page, "Sentence 2 of 2")
    wait_until_sent(page)
    assert dict(Rating.objects.values_list("criterion__key", "value")) == {"usage": 3, "fluency": 2}


def test_after_going_back_numbers_answer_the_scales_again_from_the_first(start):
    page = start()
    press(page, "35")
    page.keyboard.press("Enter")
    wait_for_sentence(page, "Sentence 2 of 2")
    page.keyboard.press("Backspace")
    wait_for_sentence(page, "Sentence 1 of 2")
    expect_framed(page, "usage")
    press(page, "1")
    expect_framed(page, "fluency")
    expect(page.locator("[name=score-fluency][value='5']")).to_be_focused()
    press(page, "0")
    page.keyboard.press("Enter")
    wait_for_sentence(page, "Sentence 2 of 2")
    wait_until_sent(page)
    assert dict(Rating.objects.values_list("criterion__key", "value")) == {"usage": 1, "fluency": 0}
    assert sorted(Rating.objects.values_list("first_value", flat=True)) == [3, 5]


def test_tab_frames_another_scale_to_be_changed(start):
    page = start()
    press(page, "35")
    expect(page.locator("#next")).to_be_focused()
    page.locator("[name=score-usage]:checked").focus()
    expect_framed(page, "usage")
    press(page, "4")
    expect_answers(page, usage="4", fluency="5")


def test_two_figures_make_ten_and_a_figure_that_cannot_follow_answers_the_next_scale(start):
    page = start(usage=(0, 10), fluency=(0, 10))
    press(page, "10")
    expect_framed(page, "fluency")
    press(page, "10")
    expect_answers(page, usage="10", fluency="10")
    press(page, "7")
    expect_answers(page, usage="10", fluency="7")
    page.locator("[name=score-usage]:checked").focus()
    press(page, "15")
    expect_answers(page, usage="1", fluency="5")


def test_the_first_figure_of_ten_is_no_answer_that_was_changed(start):
    page = start(usage=(0, 10), fluency=(0, 10))
    press(page, "10")
    press(page, "4")
    page.locator("[name=score-fluency]:checked").focus()
    press(page, "10")
    page.keyboard.press("Enter")
    wait_for_sentence(page, "Sentence 2 of 2")
    wait_until_sent(page)
    found = Rating.objects.values_list("criterion__key", "value", "edits")
    assert sorted(found) == [("fluency", 10, 1), ("usage", 10, 0)], "4 was replaced, the 1 of either 10 was not"


def test_a_moment_after_the_first_figure_the_next_scale_is_framed(start):
    page = start(usage=(0, 10))
    press(page, "1")
    expect_answers(page, usage="1")
    expect_framed(page, "usage")
    page.clock.run_for(A_MOMENT_MS)
    expect_framed(page, "fluency")
    press(page, "0")
    expect_answers(page, usage="1", fluency="0")


def test_going_to_another_scale_within_the_moment_stays_there(start):
    page = start(usage=(0, 10), fluency=(0, 10))
    page.locator("[name=score-fluency]").first.focus()
    press(page, "1")
    page.locator("[name=score-usage]").first.focus()
    page.clock.run_for(A_MOMENT_MS)
    expect_framed(page, "usage")
    press(page, "1")
    page.locator("[name=score-fluency]:checked").focus()
    press(page, "0")
    expect_answers(page, usage="1", fluency="0")


def test_figures_of_any_script_and_a_minus_are_numbers(start):
    page = start(usage=(-2, 2))
    press(page, "-2")
    expect_answers(page, usage="-2")
    expect_framed(page, "fluency")
    for figure, value in (("४", "4"), ("٢", "2")):
        page.locator("#next").dispatch_event("keydown", {"key": figure})
        expect_answers(page, fluency=value)


def test_a_key_held_down_answers_one_scale(start):
    page = start()
    page.keyboard.down("2")
    page.keyboard.down("2")
    page.keyboard.up("2")
    expect_framed(page, "fluency")
    expect(page.locator("[name=score-fluency]:checked")).to_have_count(0)


def test_a_number_off_the_scale_changes_nothing(start):
    page = start(usage=(1, 4))
    press(page, "9")
    expect(page.locator("input[type=radio]:checked")).to_have_count(0)
    expect_framed(page, "usage")
