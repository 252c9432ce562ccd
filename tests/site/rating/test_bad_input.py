"""Whatever is sent that should not be gets a clear answer and changes nothing."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from evaluation.models import MarkedWord, Participation, Place, PlaceState, Rating, StudyState
from evaluation.services.rating.places import load_place
from tests.site.factories import ready_to_rate
from tests.site.forms import BOTH, address, page_of

JSON = {"HTTP_ACCEPT": "application/json"}


@pytest.fixture(autouse=True)
def nothing_is_stored(db):
    yield
    assert not Rating.objects.exists()
    assert not MarkedWord.objects.exists()


@pytest.mark.parametrize("score", ["6", "-1", "2.5", "five", "٣", "1e0", "--3", "9" * 6_000, " 3", "3 "])
def test_it_rejects_a_score_off_the_scale(client, places, score):
    response = client.post(address(places[0]), {"score-usage": score, "score-fluency": "3"})
    assert response.status_code == 422
    assert "This scale goes from 0 to 5." in page_of(response)
    assert 'name="score-fluency" value="3" checked' in page_of(response), "what was right stays chosen"


def test_it_says_which_scale_has_no_answer(client, places):
    response = client.post(address(places[0]), {"score-usage": "3"}, **JSON)
    assert response.status_code == 422
    assert response.json()["field"] == "fluency"


def test_cannot_judge_needs_a_reason(client, places):
    for reason in ("", "boredom"):
        response = client.post(address(places[0]), {"do": "cannot", "reason": reason})
        assert response.status_code == 422
        assert "Please choose the reason" in page_of(response)


@pytest.mark.parametrize("length", [2_001, 1_000_000])
def test_a_comment_that_is_too_long_is_refused_with_its_length(client, places, length):
    response = client.post(address(places[0]), BOTH | {"comment": "x" * length})
    assert response.status_code == 422
    assert f"yours has {length}" in page_of(response)


def test_more_than_the_site_takes_at_once_is_a_bad_request(client, places):
    assert client.post(address(places[0]), BOTH | {"comment": "x" * 3_000_000}).status_code == 400


def test_another_judges_sentence_is_not_found(client_of, mallory, places):
    for response in (
        client_of(mallory).get(address(places[0])),
        client_of(mallory).post(address(places[0]), BOTH),
        client_of(mallory).get(f"{address(places[0])}back/"),
        client_of(mallory).get(f"{address(places[0])}feedback/"),
    ):
        assert response.status_code == 404


def test_a_researcher_cannot_rate_for_a_judge(client_of, meera, noor, places):
    for somebody in (meera, noor):
        assert client_of(somebody).post(address(places[0]), BOTH).status_code == 404


def test_a_place_that_does_not_exist_is_not_found(client, places):
    assert client.post("/rate/s/aaaaaaaaaaaaa/", BOTH).status_code == 404


def test_a_stranger_is_asked_to_sign_in(places):
    response = Client().post(address(places[0]), BOTH)
    assert response.headers["Location"] == f"/sign-in/?next={address(places[0])}"


def test_the_script_of_a_signed_out_judge_is_told_that_the_answer_is_kept(places):
    response = Client().post(address(places[0]), BOTH, **JSON)
    assert response.status_code == 401
    assert "kept in this browser" in response.json()["message"]


def test_a_closed_account_cannot_rate(client, asha, places):
    asha.is_active = False
    asha.save()
    assert client.post(address(places[0]), BOTH).headers["Location"].startswith("/sign-in/")


def test_a_changed_password_ends_the_session(client, asha, places):
    asha.set_password("something new entirely")
    asha.save()
    assert client.post(address(places[0]), BOTH).headers["Location"].startswith("/sign-in/")


def test_an_expired_session_is_no_session(client, places):
    Session.objects.update(expire_date=timezone.now())
    assert client.post(address(places[0]), BOTH).headers["Location"].startswith("/sign-in/")


def test_a_form_without_its_token_is_refused(asha, places):
    client = Client(enforce_csrf_checks=True)
    client.force_login(asha)
    response = client.post(address(places[0]), BOTH)
    assert response.status_code == 403
    assert "Nothing was changed" in page_of(response)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (StudyState.CLOSED, "The answer you just sent was not stored any more"),
        (StudyState.PAUSED, "The answer you just sent was not stored"),
    ],
)
def test_a_study_that_closes_mid_sentence_explains_itself(client, study, places, state, said):
    client.get(address(places[0]))
    study.state = state
    study.save()
    response = client.post(address(places[0]), BOTH, follow=True)
    assert response.status_code == 200
    assert said in page_of(response)
    assert Place.objects.get(pk=places[0].pk).state == PlaceState.LIVE


def test_the_script_is_led_to_the_explanation(client, study, ashas, places):
    study.state = StudyState.CLOSED
    study.save()
    response = client.post(address(places[0]), {"do": "save", "score-usage": "3"}, **JSON)
    assert response.json() == {"next": f"/rate/{ashas.key}/?unsaved=1"}


def test_an_answer_that_crosses_a_withdrawal_is_refused(client, places, monkeypatch):
    old = load_place(places[0].key)
    places[0].delete()
    monkeypatch.setattr("evaluation.pages.rating.access.load_place", lambda _key: old)
    for sent in (BOTH, {"do": "mark-formal", "word": "1"}):
        assert client.post(address(places[0]), sent).status_code == 422


def test_nothing_can_be_changed_after_finishing(client, ashas, places):
    Participation.objects.update(state="finished")
    response = client.post(address(places[0]), BOTH, follow=True)
    assert "Thank you!" in page_of(response)


def test_new_information_must_be_agreed_to_before_rating_on(client, study, ashas, places):
    study.consent_version = 2
    study.save()
    response = client.post(address(places[0]), BOTH, follow=True)
    assert "has changed since you agreed" in page_of(response)


@pytest.mark.parametrize("words", [[], ["99"], ["-1"], ["x"], ["²"], ["0" * 6 + "99"], ["9" * 6_000]])
def test_marks_need_words_of_this_sentence(client, places, words):
    response = client.post(address(places[0]), {"do": "mark-formal", "word": words})
    assert response.status_code == 422
    assert "Choose the words first" in page_of(response)


def test_an_unknown_button_is_refused(client, places):
    response = client.post(address(places[0]), BOTH | {"do": "explode"})
    assert response.status_code == 422
    assert "does not know that button" in page_of(response)


def test_marks_are_refused_where_the_study_has_none(client, study, places):
    study.word_marks = False
    study.save()
    assert client.post(address(places[0]), {"do": "mark-formal", "word": "1"}).status_code == 422


def test_other_ways_of_asking_are_not_allowed(client, places):
    assert client.put(address(places[0])).status_code == 405


def test_ravi_cannot_answer_at_ashas_address_though_he_judges_too(client_of, study, ravi, places):
    ready_to_rate(study, ravi)
    assert client_of(ravi).post(address(places[0]), BOTH).status_code == 404
