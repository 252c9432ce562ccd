"""What mallory, or a judge in a hurry, may send instead of one choice: nothing is stored twice, or for others."""

import re

import pytest

from evaluation.models import Place, Rating, RatingChange
from evaluation.services.studies import states
from tests.site.factories import make_choice_study, make_study, ready_to_rate
from tests.site.forms import address, page_of

FIRST, SECOND = {"score-preference": "1"}, {"score-preference": "2"}
FROM_SCRIPT = {"HTTP_ACCEPT": "application/json"}


@pytest.fixture
def study(meera):
    return make_choice_study(meera, sureness=True)


@pytest.fixture
def place(ashas) -> Place:
    return ashas.places.order_by("order").first()


def sent(side: str, sureness: str = "3") -> dict[str, str]:
    return {"score-preference": side, "score-sureness": sureness}


def stored(place: Place) -> dict[str, int]:
    return dict(Rating.objects.filter(place=place).values_list("criterion__key", "value"))


def value_of(place: Place, side: int) -> int:
    """What is stored for a side: which sentence of the couple stood there."""
    return 3 - side if place.is_swapped else side


def test_nobody_chooses_at_another_judges_couple(client_of, study, place, ravi, mallory):
    ready_to_rate(study, ravi)
    for intruder in (ravi, mallory):
        client = client_of(intruder)
        assert client.get(address(place)).status_code == 404
        assert client.post(address(place), sent("1")).status_code == 404
    assert not Rating.objects.exists()


@pytest.mark.parametrize("side", ["3", "-1", "0", "1.0", "١", "1 ", "true", "1\x002", "9" * 400])
def test_a_side_that_there_is_not_is_refused(client, place, side):
    answer = client.post(address(place), sent(side), **FROM_SCRIPT)
    assert answer.status_code in {400, 422}
    assert not Rating.objects.exists()
    assert Place.objects.get(pk=place.pk).answered_at is None


def test_both_sides_at_once_are_no_choice(client, place):
    answer = client.post(address(place), {"score-preference": ["1", "2"], "score-sureness": "3"}, **FROM_SCRIPT)
    assert answer.status_code == 422
    assert answer.json() == {"message": "Two different answers arrived. Please choose one.", "field": "preference"}
    assert not Rating.objects.exists()


def test_who_sends_a_choice_and_that_they_cannot_choose_has_chosen_nothing(client, place):
    client.post(address(place), sent("1") | {"do": "cannot", "reason": "no_meaning"})
    assert stored(place) == {}
    assert Place.objects.get(pk=place.pk).cannot_judge == "no_meaning"


def test_scales_of_single_sentences_are_not_taken_at_a_couple(client, study, place):
    assert study.criteria.filter(key="usage").exists()
    client.post(address(place), sent("1") | {"score-usage": "5"})
    assert set(stored(place)) == {"preference", "sureness"}


def test_nor_a_choice_at_a_single_sentence(meera, asha, client):
    place = ready_to_rate(make_study(meera, slug="rated"), asha).places.first()
    assert client.post(address(place), FIRST).status_code == 422
    assert not Rating.objects.exists()


def test_a_choice_sent_twice_is_one_choice(client, place):
    for _time in range(2):
        assert client.post(address(place), sent("2"), **FROM_SCRIPT).status_code == 200
    assert stored(place) == {"preference": value_of(place, 2), "sureness": 3}
    assert not RatingChange.objects.exists()


def test_of_two_tabs_the_later_choice_counts_and_the_earlier_is_in_the_history(client, place):
    tabs = [page_of(client.get(address(place))) for _tab in range(2)]
    assert all("Choice 1 of" in tab for tab in tabs)
    client.post(address(place), sent("1"))
    client.post(address(place), sent("2"))
    assert stored(place)["preference"] == value_of(place, 2)
    assert [change.value for change in RatingChange.objects.all()] == [value_of(place, 1)]


@pytest.mark.parametrize("stop", [states.close, states.pause])
def test_a_choice_that_is_sent_again_after_the_end_changes_nothing(client, study, meera, place, stop):
    client.post(address(place), sent("1"))
    stop(study=study, actor=meera)
    answer = client.post(address(place), sent("2"), **FROM_SCRIPT)
    assert answer.json()["next"].endswith("?unsaved=1")
    assert stored(place)["preference"] == value_of(place, 1)


def test_what_a_judge_can_read_tells_neither_condition_nor_model(client, ashas, study, place):
    """Addresses, headers, cookies and answers to the script, on every page of a judge who chooses."""
    client.post(address(place), sent("1"))
    ways = [address(place), *(f"/rate/{ashas.key}/{page}" for page in ("", "answers/", "pause/", "instructions/"))]
    responses = [client.get(way) for way in ways] + [client.post(address(place), sent("2"), **FROM_SCRIPT)]
    names = {name for item in study.items.all() for name in (item.condition, *item.memberships) if name}
    assert names
    for response in responses:
        readable = [page_of(response), str(response.headers), str(response.cookies)]
        assert not [name for name in names for text in readable if re.search(rf"\b{name}\b", text)]
