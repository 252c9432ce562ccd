"""The reply to an answer brings the sentence after the next, and nothing else that a judge should not have."""

import re

import pytest

from evaluation.models import Item, Place, Rating
from tests.site.factories import add_practice, make_choice_study, make_study, ready_to_rate
from tests.site.forms import BOTH, address, page_of
from tests.site.rating.giveaways import BY_CHANCE, GIVEAWAYS, PLANTED


@pytest.fixture
def study(meera):
    return make_study(meera, items=4)


def send(client, place, ahead: str | None, **form):
    sent = BOTH | form | ({} if ahead is None else {"ahead": ahead})
    return client.post(address(place), sent, HTTP_ACCEPT="application/json")


def shown_in(html: str, place: Place) -> bool:
    """Whether the words of this place's sentence stand on the page: its last one is its number."""
    return f"<span>{Item.objects.get(places=place).tokens[-1][0]}</span>" in html


def shows(html: str, place: Place) -> bool:
    return f'action="{address(place)}"' in html


def test_a_page_that_has_the_next_sentence_is_sent_the_one_after(client, places):
    reply = send(client, places[0], address(places[1])).json()
    assert reply["next"] == address(places[1])
    assert shows(reply["page"], places[2])


def test_a_page_that_has_none_is_sent_the_next(client, places):
    reply = send(client, places[0], "").json()
    assert shows(reply["page"], places[1])


def test_what_is_sent_is_the_page_that_would_be_loaded(client, places):
    sent = send(client, places[0], "").json()["page"]
    loaded = page_of(client.get(address(places[1])))
    varying = r'(?<=csrfmiddlewaretoken" value=")\w+|(?<=name="shown" value=")\d+'
    assert re.sub(varying, "", sent) == re.sub(varying, "", loaded)


@pytest.mark.parametrize("ahead", [None, "/rate/s/aaaaaaaaaaaaa/"])
def test_a_page_that_asks_for_nothing_or_has_another_sentence(client, places, ahead):
    """Without a script nothing is brought; who is somewhere else is sent the next, to which the reply leads."""
    reply = send(client, places[0], ahead).json()
    assert reply["next"] == address(places[1])
    assert "page" not in reply or shows(reply["page"], places[1])


def test_one_sentence_ahead_and_never_more(client, places):
    page = send(client, places[0], address(places[1])).json()["page"]
    assert [shown_in(page, place) for place in places] == [False, False, True, False]


def test_nothing_is_brought_with_a_point_that_is_only_saved(client, places):
    assert "page" not in send(client, places[0], "", do="save").json()


def test_nothing_is_brought_after_the_last_two(client, ashas, places):
    assert "page" not in send(client, places[2], address(places[3])).json()
    reply = send(client, places[3], "").json()
    assert "page" not in reply
    assert reply["next"] == f"/rate/{ashas.key}/"


def test_a_practice_sentence_is_followed_by_what_is_said_about_it(client, study, asha):
    add_practice(study)
    first = ready_to_rate(study, asha).places.order_by("order").first()
    assert send(client, first, "").json() == {"next": f"{address(first)}feedback/"}
    assert 'data-next=""' in page_of(client.get(address(first)))


@pytest.mark.parametrize("change", [{"state": "done"}, {"state": "released"}])
def test_what_was_answered_or_given_away_meanwhile_is_passed_over(client, places, change):
    Place.objects.filter(pk=places[2].pk).update(**change)
    reply = send(client, places[0], address(places[1])).json()
    assert shows(reply["page"], places[3])


def test_an_answer_begun_elsewhere_is_not_shown_as_none(client, places):
    send(client, places[2], None, do="save")
    assert "page" not in send(client, places[0], address(places[1])).json()


def test_nobody_gets_anything_by_anothers_place(client_of, mallory, places):
    response = send(client_of(mallory), places[0], "")
    assert response.status_code == 404
    assert not shown_in(response.content.decode(), places[1])
    assert not Rating.objects.exists()


def test_nobody_gets_a_sentence_of_another_judge_by_naming_it(client, study, ravi, places):
    ravis = ready_to_rate(study, ravi).places.order_by("order")
    reply = send(client, places[0], address(ravis[0])).json()
    assert reply["next"] == address(places[1])
    assert not any(shows(reply.get("page", ""), place) for place in ravis)


def test_a_refused_answer_brings_nothing(client, places):
    response = client.post(address(places[0]), {"ahead": "", "do": "next"}, HTTP_ACCEPT="application/json")
    assert response.status_code == 422
    assert set(response.json()) == {"message", "field"}


def test_what_is_brought_is_blind(client, study, places):
    Item.objects.filter(study=study).update(**PLANTED)
    response = send(client, places[0], address(places[1]))
    reply = response.json()
    assert set(reply) == {"next", "page"}
    assert not GIVEAWAYS.search(BY_CHANCE.sub("", reply["page"]))
    assert response.headers["Cache-Control"] == "no-store"


def test_a_couple_is_brought_as_a_couple(client_of, meera, asha):
    places = list(ready_to_rate(make_choice_study(meera), asha).places.order_by("order"))
    sent = {"score-preference": "1", "ahead": address(places[1])}
    reply = client_of(asha).post(address(places[0]), sent, HTTP_ACCEPT="application/json").json()
    assert shows(reply["page"], places[2])
    assert reply["page"].count('class="side"') == 2
