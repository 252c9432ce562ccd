"""Points that were chosen and replaced before the page sent anything: none is lost, and none is counted twice."""

from datetime import timedelta

import pytest
from django.utils import timezone

from evaluation.models import Place, Rating, RatingChange
from tests.site.factories import make_choice_study, ready_to_rate
from tests.site.forms import BOTH, address


@pytest.fixture
def shown():
    """Twenty seconds ago, as the page says it; places must have been given out before."""
    moment = timezone.now() - timedelta(seconds=20)
    Place.objects.update(claimed_at=moment - timedelta(seconds=5))
    return moment.replace(microsecond=0)


def body(shown, action: str, **choices: list[str]) -> dict:
    """What the script sends: the last point of each scale, and all that were chosen since it last sent."""
    last = {f"score-{key}": given[-1].partition(":")[0] for key, given in choices.items()}
    given = {f"given-{key}": every for key, every in choices.items()}
    return {**last, **given, "do": action, "shown": str(int(shown.timestamp() * 1000))}


def changes(key: str) -> list[tuple[int, float]]:
    """Replaced values of a scale with the second at which each was given."""
    kept = RatingChange.objects.filter(rating__criterion__key=key).values_list("value", "given_at")
    return list(kept)


def test_every_point_on_the_way_is_in_the_history_with_its_time(client, places, shown):
    sent = body(shown, "next", usage=["3:2000", "5:4000", "4:6000"], fluency=["5:7000"])
    client.post(address(places[0]), sent)
    usage = Rating.objects.get(criterion__key="usage")
    assert (usage.value, usage.first_value, usage.edits) == (4, 4, 2)
    assert usage.first_given_at == shown + timedelta(seconds=2)
    assert changes("usage") == [(3, shown + timedelta(seconds=2)), (5, shown + timedelta(seconds=4))]
    assert Place.objects.get(pk=places[0].pk).changes == 2
    fluency = Rating.objects.get(criterion__key="fluency")
    assert (fluency.edits, fluency.first_given_at) == (0, shown + timedelta(seconds=7))


@pytest.mark.parametrize("action", ["save", "next"])
def test_the_same_answer_sent_again_adds_nothing(client, places, shown, action):
    sent = body(shown, action, usage=["3:2000", "5:4000", "3:6000"], fluency=["5:7000"])
    for _ in range(3):
        assert client.post(address(places[0]), sent).status_code == 302
    assert Rating.objects.get(criterion__key="usage").edits == 2
    assert [value for value, _at in changes("usage")] == [3, 5]


def test_a_point_that_was_left_and_chosen_again_counts_both_changes(client, places, shown):
    client.post(address(places[0]), body(shown, "save", usage=["3:1000"]))
    client.post(address(places[0]), body(shown, "save", usage=["4:4000", "3:5000"]))
    usage = Rating.objects.get()
    assert (usage.value, usage.edits) == (3, 2)
    assert [value for value, _at in changes("usage")] == [3, 4]


def test_a_change_after_going_on_leaves_the_first_value(client, places, shown):
    client.post(address(places[0]), body(shown, "next", usage=["3:1000"], fluency=["3:1500"]))
    client.post(address(places[0]), body(shown, "save", usage=["4:9000", "5:9500"]))
    usage = Rating.objects.get(criterion__key="usage")
    assert (usage.value, usage.first_value, usage.edits) == (5, 3, 2)


def test_points_chosen_before_the_sentence_could_not_be_judged_are_in_its_history(client, places, shown):
    sent = body(shown, "cannot", usage=["3:2000", "5:4000"]) | {"reason": "unknown_word"}
    for _ in range(2):
        client.post(address(places[0]), sent)
    place = Place.objects.get(pk=places[0].pk)
    assert (place.cannot_judge, place.changes) == ("unknown_word", 1)
    (entry,) = place.history
    assert [value for value, _at in entry["values"]] == [3, 5]
    assert not Rating.objects.exists()


def test_the_sides_of_a_couple_are_turned_on_the_way_too(client_of, meera, asha):
    place = ready_to_rate(make_choice_study(meera), asha).places.filter(is_swapped=True).first()
    moment = timezone.now()
    client_of(asha).post(address(place), body(moment, "next", preference=["1:100", "2:200"]))
    # The first one that was shown is the couple's second.
    assert Rating.objects.get().value == 1
    assert RatingChange.objects.get().value == 2


@pytest.mark.parametrize(
    "given",
    [["9:100", "4:200"], ["x:1", "4:2"], ["4"], ["4:"], ["4:-5"], ["4:99999999999999999999"], ["٤:1"], [":", "4:1"]],
)
def test_what_no_page_sends_is_left_out(client, places, given):
    sent = BOTH | {"given-usage": given, "shown": "1"}
    assert client.post(address(places[0]), sent).status_code == 302
    assert Rating.objects.get(criterion__key="usage").value == 4
    assert not RatingChange.objects.exists()


def test_nothing_was_chosen_after_it_was_sent_or_before_the_place_was_given_out(client, ashas, places):
    hour = str(60 * 60 * 1000)
    client.post(address(places[0]), body(timezone.now(), "next", usage=[f"3:{hour}", f"4:{hour}"], fluency=["1:0"]))
    long_ago = timezone.now() - timedelta(days=900)
    client.post(address(places[1]), body(long_ago, "next", usage=["3:0", "4:1"], fluency=["1:0"]))
    for _value, at in changes("usage"):
        assert ashas.places.earliest("claimed_at").claimed_at <= at <= timezone.now()


def test_a_page_cannot_fill_the_history_without_end(client, places, shown):
    many = [f"{number % 2}:{number}" for number in range(1001)]
    client.post(address(places[0]), body(shown, "next", usage=many, fluency=["1:0"]))
    assert RatingChange.objects.count() < 100
