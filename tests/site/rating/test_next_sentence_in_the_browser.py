"""Points are sent together, and the next sentence is there at once: what may go wrong on the way, in a real browser."""

import pytest
from playwright.sync_api import Error, Page, expect

from evaluation.models import Place, Rating, RatingChange, StudyState
from tests.browser import sign_in
from tests.site.factories import make_study, ready_to_rate
from tests.site.forms import address
from tests.site.rating.judge_in_browser import wait_for_heading, wait_for_sentence, wait_until_sent

POSTS = "**/rate/s/**"


@pytest.fixture
def study(meera, transactional_db):
    return make_study(meera, items=4)


@pytest.fixture
def places(study, asha) -> list[Place]:
    return list(ready_to_rate(study, asha).places.order_by("order"))


@pytest.fixture
def clock(page):
    page.clock.install()
    return page.clock


@pytest.fixture
def opened(page, asha, places, live_server) -> Page:
    """asha's first sentence, with the second one fetched."""
    sign_in(page, asha, live_server.url)
    with page.expect_response(lambda response: response.url.endswith(address(places[1]))):
        page.goto(address(places[0]))
    wait_for_sentence(page, "Sentence 1 of 4")
    return page


def answer(page: Page, *, usage: int = 4, fluency: int = 2, number: int = 1) -> None:
    wait_for_sentence(page, f"Sentence {number} of 4")
    for key, value in (("usage", usage), ("fluency", fluency)):
        page.locator(f".point:has([name=score-{key}][value='{value}'])").click()


def hold_answers(page: Page) -> list:
    """The first answer stays on its way until it is let go: ``held[0].continue_()``."""
    held: list = []
    page.route(POSTS, lambda route: route.fallback() if held or route.request.method != "POST" else held.append(route))
    return held


def values(place: Place) -> list[int]:
    return list(Rating.objects.filter(place=place).order_by("criterion__position").values_list("value", flat=True))


def test_the_next_sentence_does_not_wait_for_the_connection(opened, places):
    held = hold_answers(opened)
    answer(opened)
    opened.click("#next")
    wait_for_sentence(opened, "Sentence 2 of 4")
    assert opened.url.endswith(address(places[1]))
    assert "Sentence 2 of 4" in opened.title()
    expect(opened.locator(".scale input:checked")).to_have_count(0)
    expect(opened.locator("main")).to_be_focused()
    assert not Rating.objects.exists()
    # Whoever is faster than the connection waits for one sentence, not for every answer.
    answer(opened, usage=1, fluency=1, number=2)
    opened.click("#next")
    expect(opened.locator("#where")).to_have_text("Sentence 2 of 4")
    held[0].continue_()
    wait_for_sentence(opened, "Sentence 3 of 4")
    wait_until_sent(opened)
    assert [values(place) for place in places] == [[4, 2], [1, 1], [], []]
    assert list(Place.objects.filter(state="done").values_list("order", flat=True)) == [0, 1]


def test_points_are_on_the_server_within_two_seconds_in_one_request(clock, opened, places):
    asked: list[str] = []
    opened.on("request", lambda request: asked.append(request.method))
    answer(opened, usage=1)
    answer(opened, usage=3, fluency=5)
    assert opened.evaluate("() => Object.keys(localStorage).length") == 1
    assert not Rating.objects.exists()
    clock.run_for(2_000)
    wait_until_sent(opened)
    assert asked == ["POST"]
    assert values(places[0]) == [3, 5]
    assert sorted(RatingChange.objects.values_list("value", flat=True)) == [1, 2]


def test_a_browser_that_is_killed_keeps_what_was_chosen_last(opened, places):
    """Nothing was sent, no page was left properly: the next one finds the answer in the browser's storage."""
    opened.route(POSTS, lambda route: route.abort())
    answer(opened)
    with pytest.raises(Error, match="crash"):
        opened.goto("chrome://crash")
    assert not Rating.objects.exists()
    page = opened.context.new_page()
    page.goto(address(places[0]))
    wait_for_sentence(page, "Sentence 1 of 4")
    expect(page.locator("[name=score-usage][value='4']")).to_be_checked()
    wait_until_sent(page)
    assert values(places[0]) == [4, 2]


def test_one_sentence_can_be_answered_without_connection(opened, places):
    opened.context.set_offline(True)
    answer(opened)
    opened.click("#next")
    answer(opened, usage=5, fluency=5, number=2)
    opened.click("#next")
    expect(opened.locator("#connection")).to_contain_text("No connection")
    opened.context.set_offline(False)
    wait_for_sentence(opened, "Sentence 3 of 4")
    wait_until_sent(opened)
    assert [values(place) for place in places] == [[4, 2], [5, 5], [], []]


def test_going_on_while_a_point_is_on_its_way_leads_on(clock, opened, places):
    """The reply to the point says where the judge was then, not where to go."""
    held = hold_answers(opened)
    answer(opened)
    with opened.expect_request(lambda request: request.method == "POST"):
        clock.run_for(2_000)
    opened.click("#next")
    wait_for_sentence(opened, "Sentence 2 of 4")
    loaded: list[str] = []
    opened.on("request", lambda request: loaded.append(request.url) if request.is_navigation_request() else None)
    held[0].continue_()
    wait_until_sent(opened)
    assert loaded == []
    assert values(places[0]) == [4, 2]
    assert Place.objects.get(state="done") == places[0]


def test_back_and_forward_show_what_is_stored(opened, places):
    answer(opened)
    opened.click("#next")
    wait_for_sentence(opened, "Sentence 2 of 4")
    wait_until_sent(opened)
    opened.go_back()
    wait_for_sentence(opened, "Sentence 1 of 4")
    expect(opened.locator("[name=score-usage][value='4']")).to_be_checked()
    opened.go_forward()
    wait_for_sentence(opened, "Sentence 2 of 4")
    answer(opened, usage=3, fluency=3, number=2)
    opened.click("#next")
    wait_for_sentence(opened, "Sentence 3 of 4")
    wait_until_sent(opened)
    assert values(places[1]) == [3, 3]
    assert not RatingChange.objects.exists()


def test_going_back_waits_for_the_answer_that_is_on_its_way(opened, places):
    held = hold_answers(opened)
    answer(opened)
    opened.click("#next")
    wait_for_sentence(opened, "Sentence 2 of 4")
    opened.keyboard.press("Backspace")
    expect(opened.locator("#where")).to_have_text("Sentence 2 of 4")
    held[0].continue_()
    wait_for_sentence(opened, "Sentence 1 of 4")
    expect(opened.locator("[name=score-usage][value='4']")).to_be_checked()
    assert Rating.objects.count() == 2


def test_a_sentence_answered_in_another_tab_is_passed_over(opened, places):
    second = opened.context.new_page()
    second.goto(address(places[1]))
    answer(second, usage=5, fluency=5, number=2)
    second.click("#next")
    wait_for_sentence(second, "Sentence 3 of 4")
    wait_until_sent(second)
    answer(opened)
    opened.click("#next")
    wait_for_sentence(opened, "Sentence 3 of 4")
    assert values(places[1]) == [5, 5]
    assert not RatingChange.objects.exists()


def test_a_study_that_closes_meanwhile_is_explained(opened, study):
    answer(opened)
    study.state = StudyState.CLOSED
    study.save()
    opened.click("#next")
    wait_for_heading(opened, "The study is closed")
    expect(opened.get_by_role("status")).to_contain_text("was not stored")
    assert not Rating.objects.exists()


def test_a_double_click_does_not_reach_the_next_sentence(opened, places):
    answer(opened)
    opened.dblclick("#next")
    wait_for_sentence(opened, "Sentence 2 of 4")
    wait_until_sent(opened)
    expect(opened.locator("#problem-usage")).to_be_empty()
    assert Rating.objects.count() == 2


@pytest.mark.parametrize("height", [300, 420, 560])
def test_a_double_click_on_a_page_that_was_scrolled_chooses_nothing(opened, places, height):
    """The next sentence begins at its top: another thing lies under the mouse by the second click."""
    opened.set_viewport_size({"width": 390, "height": height})
    answer(opened)
    opened.dblclick("#next")
    wait_for_sentence(opened, "Sentence 2 of 4")
    wait_until_sent(opened)
    expect(opened.locator(".scale input:checked")).to_have_count(0)
    expect(opened.locator(".extras details[open]")).to_have_count(0)
    assert values(places[1]) == []


def test_times_are_those_of_each_sentence(clock, opened, places):
    clock.run_for(4_000)
    answer(opened)
    opened.click("#next")
    wait_for_sentence(opened, "Sentence 2 of 4")
    wait_until_sent(opened)
    clock.run_for(90_000)
    answer(opened, number=2)
    opened.click("#next")
    wait_for_sentence(opened, "Sentence 3 of 4")
    wait_until_sent(opened)
    first, second = Place.objects.filter(state="done").order_by("order")
    assert 4_000 <= first.duration_ms < 90_000 <= second.duration_ms < 180_000
    assert first.shown_at < second.shown_at
