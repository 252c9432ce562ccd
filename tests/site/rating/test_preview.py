"""The researcher's preview: every page that a judge gets, with the same checks, and nothing is stored."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session

from tests.browser import sign_in
from tests.site.factories import add_attention, add_practice, make_study
from tests.site.forms import BOTH, page_of
from tests.site.rating.judge_in_browser import READY, fits_the_screen, tab_to, wait_for_heading, wait_for_sentence

START = "/rate/preview/saturday/"
FIRST = "/rate/s/preview-saturday-1/"
AS_SCRIPT = {"HTTP_ACCEPT": "application/json"}


@pytest.fixture
def study(meera):
    study = make_study(meera, items=3, questions=["native_language", "age"], state="draft", completion_code="CSW-42")
    study.eligibility = {"rules": [{"question": "age", "op": "at_least", "value": 18}]}
    study.save()
    add_practice(study)
    return study


@pytest.fixture
def meeras(client_of, meera, study):
    return client_of(meera)


def rows() -> dict[str, list]:
    """Every row of every table, but for the time a session ends."""
    return {
        model.__name__: list(model.objects.order_by("pk").values())
        for model in apps.get_models()
        if model is not Session
    }


def test_a_researcher_goes_the_judges_whole_way_and_no_table_changes(meeras):
    before = rows()
    html = page_of(meeras.get(START, follow=True))
    assert "About this study" in html
    assert "This is a preview: nothing is stored." in html
    step = "/rate/preview-saturday/"
    assert meeras.post(f"{step}consent/", {"agree": "yes"}).url == f"{step}questions/"
    assert meeras.post(f"{step}questions/", {"native_language": "hi", "age": "31"}).url == f"{step}instructions/"
    assert 'button class="primary" type="submit">Begin' in page_of(meeras.get(f"{step}instructions/"))
    assert "Practice 1 of 1" in page_of(meeras.post(f"{step}instructions/", follow=True))
    assert "What we think" in page_of(meeras.post(FIRST, BOTH, follow=True))
    for number, where in ((2, "1 of 3"), (3, "2 of 3"), (4, "3 of 3")):
        assert f"Sentence {where}" in page_of(meeras.get(step, follow=True))
        meeras.post(f"/rate/s/preview-saturday-{number}/", BOTH)
    assert "That was the last one" in page_of(meeras.get(step, follow=True))
    assert page_of(meeras.get(f"{step}answers/")).count('class="given"') == 3
    assert "CSW-42" in page_of(meeras.post(f"{step}finish/", follow=True))
    assert rows() == before


def test_its_pages_travel_compressed_as_those_of_judges_do(meeras):
    packed = meeras.get(FIRST, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(meeras.get(FIRST).content) / 2


def test_the_preview_checks_what_judges_send(meeras):
    step = "/rate/preview-saturday/"
    assert "Please tick the box" in page_of(meeras.post(f"{step}consent/"))
    unanswered = meeras.post(f"{step}questions/", {"native_language": "hi"})
    assert (unanswered.status_code, "Something is missing" in page_of(unanswered)) == (422, True)
    too_young = meeras.post(f"{step}questions/", {"native_language": "hi", "age": "17"}, follow=True)
    assert "Thank you for your interest" in page_of(too_young)
    assert "Please choose a point" in page_of(meeras.post(FIRST, {"score-usage": "4"}))
    assert meeras.post(FIRST, {"score-usage": "9"}, **AS_SCRIPT).json()["field"] == "usage"
    assert meeras.post(FIRST, BOTH | {"word": "1"}, **AS_SCRIPT).json()["field"] == "marks"
    assert meeras.post(FIRST, {"do": "cannot"}, **AS_SCRIPT).json()["field"] == "reason"
    assert meeras.post(FIRST, {"do": "mark-order"}, **AS_SCRIPT).json()["field"] == "marks"
    assert "Please tick the box" in page_of(meeras.post(f"{step}withdraw/"))


def test_going_back_shows_what_was_answered(meeras):
    meeras.post(FIRST, {"do": "mark-order", "word": ["0", "1"], "score-usage": "2", "comment": "sounds odd"})
    meeras.post(FIRST, {"do": "mark-none", "word": "0"})
    html = page_of(meeras.get("/rate/s/preview-saturday-2/back/", follow=True))
    assert 'value="2" checked' in html
    assert "sounds odd" in html
    assert html.count('class="word marked"') == 1
    meeras.post(FIRST, {"do": "cannot", "reason": "mistake"})
    assert 'value="2" checked' not in page_of(meeras.get(FIRST))
    assert "You said that you can" in page_of(meeras.get(f"{FIRST}feedback/"))


def test_what_was_answered_can_be_taken_back_and_begun_anew(meeras):
    meeras.post(FIRST, BOTH)
    assert "checked" in page_of(meeras.get(FIRST))
    assert "withdrawn" in meeras.post("/rate/preview-saturday/withdraw/", {"sure": "yes"}).url
    assert "checked" not in page_of(meeras.get(FIRST))
    meeras.post(FIRST, BOTH)
    meeras.get(START)
    assert "checked" not in page_of(meeras.get(FIRST))


def test_a_forged_cookie_is_an_empty_preview(meeras):
    meeras.cookies["preview-saturday"] = "forged"
    assert "checked" not in page_of(meeras.get(FIRST))


def test_the_checks_of_attention_are_previewed_too(meeras, study):
    add_attention(study)
    assert "Sentence 4 of 4" in page_of(meeras.get("/rate/s/preview-saturday-5/"))


def test_there_is_nothing_beyond_the_sentences_shown(meeras):
    for number in (0, 5, 99999999999999999999):
        assert meeras.get(f"/rate/s/preview-saturday-{number}/").status_code == 404
    assert meeras.get("/rate/preview-saturday/revoked/").status_code == 404


def test_feedback_comes_after_the_answer_and_only_for_practice(meeras):
    assert meeras.get(f"{FIRST}feedback/").url == FIRST
    meeras.post("/rate/s/preview-saturday-2/", BOTH)
    assert meeras.get("/rate/s/preview-saturday-2/feedback/").url == "/rate/s/preview-saturday-2/"
    assert meeras.get("/rate/preview-saturday/finish/").url == "/rate/preview-saturday/"


def test_a_study_without_sentences_says_so_as_it_does_to_a_judge(meeras, study):
    study.items.all().delete()
    response = meeras.get("/rate/preview-saturday/")
    assert response.status_code == 200
    assert "preview" in page_of(response)


def test_a_study_without_questions_goes_on_to_the_instructions(meeras, study):
    study.questions = []
    study.save()
    assert "instructions" in meeras.post("/rate/preview-saturday/consent/", {"agree": "yes"}).url


def test_the_preview_is_for_the_studys_researchers(client_of, kiran, asha, study):
    for address in (START, FIRST, "/rate/preview-saturday/", "/rate/preview-saturday/consent/"):
        assert client_of(kiran).get(address).status_code == 404
        assert client_of(asha).get(address).status_code == 403


# -- In a browser ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_preview_by_keyboard_alone(page, study, meera, live_server):
    study.items.filter(kind="study", number__gt=0).delete()
    sign_in(page, meera, live_server.url)
    before = rows()
    page.goto(START)
    wait_for_heading(page, "About this study")
    tab_to(page, "[name=agree]")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    wait_for_heading(page, "A few questions about you")
    tab_to(page, "#q-native_language")
    page.keyboard.press("ArrowDown")
    tab_to(page, "#q-age")
    page.keyboard.type("31")
    page.keyboard.press("Enter")
    wait_for_heading(page, "What to do")
    tab_to(page, "button.primary")
    page.keyboard.press("Enter")
    for where in ("Practice 1 of 1", "Sentence 1 of 1"):
        wait_for_sentence(page, where)
        assert fits_the_screen(page)
        page.keyboard.press("3")
        page.keyboard.press("5")
        page.keyboard.press("Enter")
        if where.startswith("Practice"):
            wait_for_heading(page, "Practice 1 of 1")
            page.locator(READY).wait_for(state="attached")
            page.keyboard.press("Enter")
    wait_for_heading(page, "That was the last one")
    assert rows() == before
