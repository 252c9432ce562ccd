"""The page with a judge's own answers."""

import pytest

from evaluation.models import Place, PlaceState, Rating
from tests.site.factories import add_attention, add_practice, ready_to_rate
from tests.site.forms import BOTH, address, page_of


@pytest.fixture
def study(study):
    study.repeats = 1
    study.save()
    add_practice(study)
    add_attention(study)
    return study


@pytest.fixture
def everything_rated(client, study, asha):
    participation = ready_to_rate(study, asha)
    for place in participation.places.order_by("order"):
        client.post(address(place), BOTH)
    return participation


def lines(client, participation) -> list[str]:
    return page_of(client.get(f"/rate/{participation.key}/answers/")).split('<li class="card">')[1:]


def test_it_lists_each_sentence_once_though_one_came_twice(client, everything_rated):
    assert everything_rated.places.filter(is_repeat=True).count() == 1
    listed = lines(client, everything_rated)
    assert len(listed) == 4, "three sentences and the check, neither the practice nor the repeat"


def test_the_check_looks_like_any_other_line(client, everything_rated):
    check = next(line for line in lines(client, everything_rated) if ">Please<" in line)
    other = next(line for line in lines(client, everything_rated) if ">boring<" in line)
    assert check.count("<dt>") == other.count("<dt>") == 2
    assert "expected" not in check


def test_a_sentence_that_came_twice_leads_to_the_answer_given_last(client, everything_rated):
    repeat = everything_rated.places.get(is_repeat=True)
    first = everything_rated.places.get(item=repeat.item, is_repeat=False)
    html = "".join(lines(client, everything_rated))
    assert repeat.key in html
    assert first.key not in html


def test_an_answer_can_be_changed_from_the_list_and_the_first_value_stays(client, everything_rated):
    place = everything_rated.places.filter(is_repeat=False, item__kind="study").first()
    client.post(address(place), BOTH | {"score-usage": "0"})
    rating = Rating.objects.get(place=place, criterion__key="usage")
    assert (rating.value, rating.first_value) == (0, 4)


def test_nothing_on_the_list_leads_back_after_finishing(client, everything_rated):
    client.post(f"/rate/{everything_rated.key}/finish/")
    html = "".join(lines(client, everything_rated))
    assert "boring" in html
    assert "/rate/s/" not in html


def test_it_shows_the_reason_where_a_sentence_could_not_be_judged(client, everything_rated):
    place = everything_rated.places.filter(item__kind="study", is_repeat=False).last()
    Place.objects.filter(pk=place.pk).update(cannot_judge="unknown_word", state=PlaceState.DONE)
    everything_rated.places.filter(is_repeat=True).delete()
    assert "I don&#x27;t know a word" in "".join(lines(client, everything_rated))


def test_an_empty_list_says_so(client, ashas):
    assert "You have not rated anything yet." in page_of(client.get(f"/rate/{ashas.key}/answers/"))
