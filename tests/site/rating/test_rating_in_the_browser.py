"""A whole study in a real browser: by keyboard alone, by touch on a phone, without a script; and what may go wrong."""

import pytest
from playwright.sync_api import Page, expect

from evaluation.models import MarkedWord, Participation, Place, Rating, RatingChange, StudyState, User
from evaluation.services.studies import invitations
from tests.browser import sign_in
from tests.site.factories import add_practice, make_study, newly_invited, ready_to_rate
from tests.site.forms import address
from tests.site.rating.judge_in_browser import (
    READY,
    fits_the_screen,
    tab_to,
    wait_for_heading,
    wait_for_sentence,
    wait_until_sent,
)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def study(meera, transactional_db):
    study = make_study(meera, items=2, questions=["native_language", "age"], completion_code="CSW-42")
    add_practice(study)
    return study


@pytest.fixture
def link(study):
    """The personal link of somebody who has just been invited."""
    gopal = User(username="judge-gopal")
    gopal.set_unusable_password()
    gopal.save()
    return invitations.personal_link(newly_invited(study, gopal))


@pytest.fixture
def rating_page(study, asha, live_server):
    """Open asha's first sentence in a page: ``rating_page(page)``."""
    study.items.filter(kind="practice").delete()
    place = ready_to_rate(study, asha).places.order_by("order").first()

    def open_in(page: Page) -> Place:
        sign_in(page, asha, live_server.url)
        page.goto(address(place))
        wait_for_sentence(page, "Sentence 1 of 2")
        return place

    return open_in


def everything_is_stored(usage: int, fluency: int) -> None:
    assert Participation.objects.get().state == "finished"
    assert Participation.objects.get().answers == {"native_language": "hi", "age": 31}
    values = Rating.objects.order_by("place__order", "criterion__position").values_list("value", flat=True)
    assert list(values) == [usage, fluency] * 3


# -- Whole studies -----------------------------------------------------------------------------------------------------


def test_a_whole_study_by_keyboard_alone(page, link):
    keyboard = page.keyboard
    page.goto(link)
    wait_for_heading(page, "About this study")
    tab_to(page, "[name=agree]")
    keyboard.press("Space")
    keyboard.press("Enter")
    wait_for_heading(page, "A few questions about you")
    tab_to(page, "#q-native_language")
    # The study's languages come first, English and Hindi.
    keyboard.press("ArrowDown")
    keyboard.press("ArrowDown")
    tab_to(page, "#q-age")
    keyboard.type("31")
    keyboard.press("Enter")
    wait_for_heading(page, "What to do")
    tab_to(page, "button.primary")
    keyboard.press("Enter")
    for where in ("Practice 1 of 1", "Sentence 1 of 2", "Sentence 2 of 2"):
        wait_for_sentence(page, where)
        keyboard.press("3")
        expect(page.locator("input[name=score-fluency] >> nth=0")).to_be_focused()
        keyboard.press("5")
        expect(page.locator("#next")).to_be_focused()
        keyboard.press("Enter")
        if where.startswith("Practice"):
            wait_for_heading(page, "Practice 1 of 1")
            expect(page.locator(READY)).to_have_count(1)
            keyboard.press("Backspace")
            wait_for_sentence(page, where)
            keyboard.press("Enter")
            wait_for_heading(page, "Practice 1 of 1")
            expect(page.locator(READY)).to_have_count(1)
            keyboard.press("Enter")
    wait_for_heading(page, "That was the last one")
    tab_to(page, "button.primary")
    keyboard.press("Enter")
    expect(page.locator("#code")).to_have_text("CSW-42")
    everything_is_stored(3, 5)


def test_a_whole_study_by_touch_on_a_phone(new_page, link):
    page = new_page(**PHONE)
    page.goto(link)
    wait_for_heading(page, "About this study")
    assert fits_the_screen(page)
    page.tap("[name=agree]")
    page.tap("button.primary")
    wait_for_heading(page, "A few questions about you")
    assert fits_the_screen(page)
    page.select_option("#q-native_language", "hi")
    page.fill("#q-age", "31")
    page.tap("button.primary")
    wait_for_heading(page, "What to do")
    page.tap("button.primary")
    for where in ("Practice 1 of 1", "Sentence 1 of 2", "Sentence 2 of 2"):
        wait_for_sentence(page, where)
        assert fits_the_screen(page)
        for field, value in (("score-usage", 0), ("score-fluency", 2)):
            point = page.locator(f".point:has([name={field}][value='{value}'])")
            box = point.bounding_box()
            assert min(box["width"], box["height"]) >= 44, "big enough for a thumb"
            point.tap()
            expect(point.locator("input")).to_be_checked()
        page.tap("#next")
        if where.startswith("Practice"):
            wait_for_heading(page, "Practice 1 of 1")
            page.tap("#next")
    wait_for_heading(page, "That was the last one")
    page.tap("button.primary")
    expect(page.locator("#code")).to_be_visible()
    everything_is_stored(0, 2)
    assert set(Place.objects.values_list("screen", flat=True)) == {"small"}


def test_a_whole_study_without_javascript(new_page, link):
    page = new_page(java_script_enabled=False)
    page.goto(link)
    page.check("[name=agree]")
    page.click("button.primary")
    page.select_option("#q-native_language", "hi")
    page.fill("#q-age", "31")
    page.click("button.primary")
    page.click("button.primary")
    for where in ("Practice 1 of 1", "Sentence 1 of 2", "Sentence 2 of 2"):
        expect(page.locator("#where")).to_have_text(where)
        page.check("[name=score-usage][value='4']", force=True)
        page.click("#marks summary")
        page.check("[name=word][value='1']")
        page.click("button[value=mark-order]")
        expect(page.locator("#sentence .marked")).to_have_text("is")
        expect(page.locator("[name=score-usage][value='4']")).to_be_checked()
        page.check("[name=score-fluency][value='1']", force=True)
        page.click("#comments summary")
        page.fill("#comment", "sounds odd")
        page.click("#next")
        if where.startswith("Practice"):
            page.click("#next")
    wait_for_heading(page, "That was the last one")
    page.click("button.primary")
    expect(page.locator("#code")).to_have_text("CSW-42")
    everything_is_stored(4, 1)
    assert list(Place.objects.values_list("comment", "duration_ms")) == [("sounds odd", None)] * 3
    assert MarkedWord.objects.filter(token=1, reason="order").count() == 3


# -- Keys --------------------------------------------------------------------------------------------------------------


def test_backspace_goes_back_and_a_question_mark_shows_the_keys(page, rating_page):
    rating_page(page)
    page.keyboard.press("1")
    expect(page.locator("input[name=score-fluency] >> nth=0")).to_be_focused()
    page.keyboard.press("2")
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_sentence(page, "Sentence 2 of 2")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_have_attribute("open", "")
    page.keyboard.press("Backspace")
    wait_for_sentence(page, "Sentence 1 of 2")
    expect(page.locator("[name=score-usage][value='1']")).to_be_checked()


def test_a_scale_to_ten_waits_for_the_second_figure(page, study, rating_page):
    study.criteria.filter(key="usage").update(high=10)
    study.save()
    rating_page(page)
    page.keyboard.press("1")
    page.keyboard.press("0")
    expect(page.locator("[name=score-usage][value='10']")).to_be_checked()
    expect(page.locator("input[name=score-fluency] >> nth=0")).to_be_focused()


def test_letters_in_a_comment_are_not_keys(page, rating_page):
    rating_page(page)
    page.click("#comments summary")
    page.locator("#comment").press_sequentially("5 stars?")
    expect(page.locator("#comment")).to_have_value("5 stars?")
    expect(page.locator(".scale input:checked")).to_have_count(0)
    page.fill("#comment", "")  # or it would be sent while the test's data is being cleared away


def test_enter_without_an_answer_says_what_is_missing(page, rating_page):
    rating_page(page)
    page.keyboard.press("Enter")
    expect(page.locator("#problem-usage")).to_contain_text("Please choose a point")
    page.keyboard.press("4")
    expect(page.locator("#problem-usage")).to_be_empty()


# -- Nothing lost ------------------------------------------------------------------------------------------------------


def test_an_answer_is_stored_as_it_is_given(page, rating_page):
    rating_page(page)
    page.locator(".point:has([name=score-usage][value='3'])").click()
    expect(page.locator("#rating")).to_have_attribute("data-stored", "save")
    assert list(Rating.objects.values_list("criterion__key", "value")) == [("usage", 3)]
    page.reload()
    wait_for_sentence(page, "Sentence 1 of 2")
    expect(page.locator("[name=score-usage][value='3']")).to_be_checked()


def test_a_dropped_connection_is_shown_and_the_answers_are_sent_when_it_is_back(page, rating_page):
    rating_page(page)
    page.context.set_offline(True)
    page.keyboard.press("4")
    expect(page.locator("#connection")).to_contain_text("No connection")
    page.keyboard.press("2")
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("Enter")
    assert page.evaluate("() => Object.keys(localStorage).length") >= 1
    page.context.set_offline(False)
    wait_for_sentence(page, "Sentence 2 of 2")
    wait_until_sent(page)
    assert dict(Rating.objects.values_list("criterion__key", "value")) == {"usage": 4, "fluency": 2}


def test_answers_kept_in_the_browser_survive_closing_the_page(page, rating_page):
    place = rating_page(page)
    # Every answer to this site is lost on the way, as in a tunnel; pages still come, as from another mast.
    page.route("**/rate/s/**", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    page.keyboard.press("4")
    expect(page.locator("#connection")).to_contain_text("No connection")
    page.goto("about:blank")
    page.unroute("**/rate/s/**")
    page.goto(address(place))
    wait_for_sentence(page, "Sentence 1 of 2")
    expect(page.locator("#rating")).to_have_attribute("data-stored", "save")
    expect(page.locator("[name=score-usage][value='4']")).to_be_checked()
    assert list(Rating.objects.values_list("criterion__key", "value")) == [("usage", 4)]


def test_a_change_of_mind_without_connection_does_not_keep_the_judge_from_going_on(page, rating_page):
    """On the last sentence, for on any other the judge has gone on by then."""
    place = rating_page(page)
    page.goto(address(Place.objects.exclude(pk=place.pk).get()))
    wait_for_sentence(page, "Sentence 2 of 2")
    page.context.set_offline(True)
    for field, value in (("usage", 4), ("fluency", 2)):
        page.locator(f".point:has([name=score-{field}][value='{value}'])").click()
    page.click("#next")
    expect(page.locator("#connection")).to_contain_text("No connection")
    page.locator(".point:has([name=score-fluency][value='3'])").click()
    page.context.set_offline(False)
    wait_for_sentence(page, "Sentence 1 of 2")
    assert dict(Rating.objects.values_list("criterion__key", "value")) == {"usage": 4, "fluency": 3}


def test_what_is_kept_in_the_browser_is_sent_from_any_page_of_the_judge(page, rating_page):
    rating_page(page)
    page.route("**/rate/s/**", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    page.keyboard.press("4")
    expect(page.locator("#connection")).to_contain_text("No connection")
    page.unroute("**/rate/s/**")
    page.get_by_role("link", name="Pause").click()
    wait_for_heading(page, "Take a break")
    wait_until_sent(page)
    assert list(Rating.objects.values_list("criterion__key", "value")) == [("usage", 4)]
    expect(page.locator(READY)).to_have_count(1)
    page.keyboard.press("Enter")
    wait_for_sentence(page, "Sentence 1 of 2")


def test_a_comment_survives_a_reload_in_the_middle_of_writing(page, rating_page):
    rating_page(page)
    page.click("#comments summary")
    page.locator("#comment").press_sequentially("sounds o")
    page.reload()
    wait_for_sentence(page, "Sentence 1 of 2")
    expect(page.locator("#comment")).to_have_value("sounds o")
    wait_until_sent(page)
    assert Place.objects.exclude(answered_at=None).get().comment == "sounds o"


def test_a_double_click_stores_one_answer(page, rating_page):
    rating_page(page)
    for field in ("score-usage", "score-fluency"):
        page.locator(f".point:has([name={field}][value='2'])").click()
    page.dblclick("#next")
    wait_for_sentence(page, "Sentence 2 of 2")
    wait_until_sent(page)
    assert Rating.objects.count() == 2
    assert not RatingChange.objects.exists()


def test_two_tabs_of_one_sentence_leave_one_rating_the_last(page, rating_page):
    place = rating_page(page)
    second = page.context.new_page()
    second.goto(address(place))
    wait_for_sentence(second, "Sentence 1 of 2")
    for tab, value in ((page, "1"), (second, "5")):
        for field in ("score-usage", "score-fluency"):
            tab.locator(f".point:has([name={field}][value='{value}'])").click()
        tab.click("#next")
        wait_for_sentence(tab, "Sentence 2 of 2")
        wait_until_sent(tab)
    assert list(Rating.objects.values_list("value", "first_value", "edits")) == [(5, 1, 1)] * 2
    assert list(RatingChange.objects.values_list("value", flat=True)) == [1, 1]


def test_a_study_that_closes_mid_sentence_is_explained(page, study, rating_page):
    rating_page(page)
    study.state = StudyState.CLOSED
    study.save()
    page.keyboard.press("4")
    wait_for_heading(page, "The study is closed")
    expect(page.get_by_role("status")).to_contain_text("was not stored")
    assert not Rating.objects.exists()


def test_a_sentence_that_is_the_judges_no_more_says_so(page, rating_page):
    rating_page(page)
    Place.objects.all().delete()  # as withdrawing in another tab does
    page.keyboard.press("4")
    wait_for_heading(page, "Not found")


# -- Around the sentence -----------------------------------------------------------------------------------------------


def test_words_are_marked_without_leaving_the_sentence(page, rating_page):
    rating_page(page)
    page.click("#marks summary")
    page.check("[name=word][value='3']")
    page.click("button[value=mark-formal]")
    expect(page.locator("#sentence .marked")).to_have_text("uss")
    expect(page.locator(".word.marked small")).to_have_text("too formal")
    assert list(MarkedWord.objects.values_list("token", "reason")) == [(3, "formal")]
    page.check("[name=word][value='3']")
    page.click("button[value=mark-none]")
    expect(page.locator("#sentence .marked")).to_have_count(0)


def test_cannot_judge_goes_on(page, rating_page):
    rating_page(page)
    page.click("#cannot summary")
    page.click("button[value=cannot]")
    expect(page.locator("#problem-reason")).to_contain_text("Please choose the reason")
    page.get_by_label("I don't know a word").check()
    page.click("button[value=cannot]")
    wait_for_sentence(page, "Sentence 2 of 2")
    wait_until_sent(page)
    assert Place.objects.get(cannot_judge="unknown_word").state == "done"


def test_a_sentence_that_cannot_be_judged_can_be_passed_again(page, rating_page):
    rating_page(page)
    page.click("#cannot summary")
    page.get_by_label("I don't know a word").check()
    page.click("#next")
    wait_for_sentence(page, "Sentence 2 of 2")
    page.click("#back")
    wait_for_sentence(page, "Sentence 1 of 2")
    page.keyboard.press("Enter")
    wait_for_sentence(page, "Sentence 2 of 2")
    wait_until_sent(page)
    assert Place.objects.get(cannot_judge="unknown_word").changes == 0


def test_time_is_measured_while_the_page_can_be_seen(page, rating_page):
    page.clock.install()
    rating_page(page)
    page.clock.run_for(5_000)
    hide = "hidden => { Object.defineProperty(document, 'visibilityState', {value: hidden, configurable: true});"
    hide += " document.dispatchEvent(new Event('visibilitychange')); }"
    page.evaluate(hide, "hidden")
    page.clock.run_for(600_000)
    page.evaluate(hide, "visible")
    page.clock.run_for(2_000)
    page.keyboard.press("4")
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    wait_for_sentence(page, "Sentence 2 of 2")
    wait_until_sent(page)
    assert 7_000 <= Place.objects.get(state="done").duration_ms < 60_000


def test_a_sentence_written_from_right_to_left_runs_that_way(new_page, study, rating_page):
    for item in study.items.rated():
        item.text, item.tokens = (
            f"Saturday آج ہے {item.number}",
            [["Saturday", "en"], ["آج", "ur"], ["ہے", "ur"], [str(item.number), None]],
        )
        item.save()
    page = new_page(**PHONE)
    rating_page(page)
    assert page.locator("#sentence").evaluate("element => getComputedStyle(element).direction") == "rtl"
    assert fits_the_screen(page)
