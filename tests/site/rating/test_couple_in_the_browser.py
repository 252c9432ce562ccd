"""Choosing between two sentences in a real browser: side by side, above each other, by keyboard, offline."""

import pytest
from playwright.sync_api import expect

from evaluation.models import ItemKind, Participation, Rating
from tests.browser import WCAG, check_with_axe, sign_in
from tests.site.factories import make_check_couple, make_choice_study, ready_to_rate
from tests.site.forms import address
from tests.site.rating.judge_in_browser import (
    READY,
    fits_the_screen,
    tab_to,
    wait_for_heading,
    wait_for_sentence,
    wait_until_sent,
)

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}


@pytest.fixture
def study(meera, transactional_db):
    return make_choice_study(meera, pairs=1, sentences=3, alike=True)


@pytest.fixture
def open_first(study, asha, live_server):
    """asha's first couple in a page: ``open_first(page)``."""
    place = ready_to_rate(study, asha).places.order_by("order").first()

    def open_in(page):
        sign_in(page, asha, live_server.url)
        page.goto(address(place))
        wait_for_sentence(page, "Choice 1 of 3")
        return place

    return open_in


def boxes(page) -> list[dict]:
    return [side.bounding_box() for side in page.locator(".side").all()]


def stored_side(place) -> int | None:
    """The side that is stored as chosen, 1 the one shown first."""
    value = Rating.objects.values_list("value", flat=True).get(place=place)
    return {1: 2, 2: 1}.get(value, value) if place.is_swapped else value


def wait_until_stored(page, action: str = "save") -> None:
    expect(page.locator(f"#rating[data-stored={action}]")).to_have_count(1)


def test_a_whole_study_of_choices_by_keyboard_alone(page, open_first):
    open_first(page)
    for number in (1, 2, 3):
        wait_for_sentence(page, f"Choice {number} of 3")
        page.keyboard.press("1" if number == 1 else "ArrowRight")
        expect(page.locator(f".side input[value='{1 if number == 1 else 2}']")).to_be_checked()
        page.keyboard.press("Enter")
    wait_for_heading(page, "That was the last one")
    tab_to(page, "button.primary")
    page.keyboard.press("Enter")
    wait_for_heading(page, "Thank you!")
    assert Participation.objects.get().state == "finished"
    assert Rating.objects.count() == 3


def test_sentences_stand_side_by_side_on_a_desktop(new_page, open_first):
    page = new_page(viewport=DESKTOP)
    place = open_first(page)
    first, second, alike = boxes(page)
    assert first["y"] == second["y"]
    assert first["width"] == pytest.approx(second["width"], abs=1)
    assert first["x"] + first["width"] < second["x"]
    assert alike["y"] > first["y"] + first["height"]
    page.keyboard.press("ArrowLeft")
    wait_until_stored(page)
    assert stored_side(place) == 1
    page.keyboard.press("ArrowRight")
    expect(page.locator(".side input[value='2']")).to_be_checked()


def test_and_above_each_other_on_a_phone(new_page, open_first):
    page = new_page(viewport=PHONE, has_touch=True)
    place = open_first(page)
    first, second, _alike = boxes(page)
    assert first["x"] == second["x"]
    assert first["y"] + first["height"] < second["y"]
    assert fits_the_screen(page)
    page.locator(".side").nth(1).tap()
    wait_until_stored(page)
    assert stored_side(place) == 2
    page.keyboard.press("ArrowUp")
    expect(page.locator(".side input[value='1']")).to_be_checked()


def test_a_digit_changes_the_choice_and_zero_says_alike(page, open_first):
    place = open_first(page)
    for key in ("2", "1", "0"):
        page.keyboard.press(key)
        expect(page.locator(f".side input[value='{key}']")).to_be_checked()
    page.keyboard.press("Enter")
    wait_for_sentence(page, "Choice 2 of 3")
    wait_until_sent(page)
    assert stored_side(place) == 0
    page.keyboard.press("Backspace")
    wait_for_sentence(page, "Choice 1 of 3")
    expect(page.locator(".side input[value='0']")).to_be_checked()


def test_without_a_choice_the_page_says_so_and_stays(page, open_first):
    open_first(page)
    page.keyboard.press("Enter")
    expect(page.locator("#problem-preference")).to_contain_text("choose one of the two")


def test_a_choice_made_offline_is_sent_when_the_connection_is_back(page, open_first):
    place = open_first(page)
    page.context.set_offline(True)
    page.keyboard.press("2")
    expect(page.locator("#connection")).to_contain_text("No connection")
    page.context.set_offline(False)
    wait_until_stored(page)
    page.reload()
    expect(page.locator(READY)).to_have_count(1)
    expect(page.locator(".side input[value='2']")).to_be_checked()
    assert stored_side(place) == 2


@pytest.mark.parametrize(
    ("scheme", "width", "forced"),
    [
        ("light", 1280, "none"),
        ("dark", 390, "none"),
        ("light", 320, "none"),
        ("dark", 1280, "active"),
    ],
)
def test_the_page_is_accessible_in_every_look(new_page, open_first, scheme, width, forced):
    page = new_page(viewport={"width": width, "height": 800}, color_scheme=scheme, forced_colors=forced)
    open_first(page)
    for summary in page.locator("summary").all():
        summary.click()
    page.locator(".side input").first.check(force=True)
    # Forced colours are the browser's own; axe still sees those of the page.
    rules = {"rules": {"color-contrast": {"enabled": False}}} if forced == "active" else {}
    check_with_axe(page, **WCAG | rules)
    assert fits_the_screen(page)


@pytest.mark.parametrize(("scheme", "viewport"), [("light", DESKTOP), ("dark", PHONE)])
def test_what_follows_a_choice_is_accessible_too(new_page, study, asha, client_of, live_server, scheme, viewport):
    make_check_couple(study, ItemKind.PRACTICE, feedback={"en": "Most would."})
    ashas = ready_to_rate(study, asha)
    practice, first = ashas.places.order_by("order")[:2]
    for place in (practice, first):
        client_of(asha).post(address(place), {"do": "next", "score-preference": "1"})
    page = new_page(viewport=viewport, color_scheme=scheme)
    sign_in(page, asha, live_server.url)
    for path in (f"{address(practice)}feedback/", f"/rate/{ashas.key}/answers/"):
        page.goto(path)
        expect(page.locator(".sentence")).to_have_count(2)
        check_with_axe(page, path, **WCAG)
        assert fits_the_screen(page)


def test_a_key_reaches_both_sentences_and_the_way_on(page, open_first):
    open_first(page)
    for selector in (".side input", "#next", "#cannot summary"):
        tab_to(page, selector)
