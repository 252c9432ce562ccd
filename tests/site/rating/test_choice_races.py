"""Judges who choose at the same moment: each choice is stored once, each couple is shown both ways equally often."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import connection

from evaluation.models import Participation, Place, Rating, RatingChange, Study
from evaluation.services.rating import participation as taking_part
from evaluation.services.studies import allocation, states
from tests.site.factories import make_choice_study, make_participation, person, ready_to_rate
from tests.site.forms import address
from tests.site.rating.races import ANSWERED, GONE, JUDGES, at_once, refused_or_done, signed_in

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "postgresql",
        reason="On SQLite a transaction is alone with the database from its beginning: nothing can come between.",
    ),
]
ROUNDS = 8


def choice_of(client, place: Place, side: int):
    sent = {"score-preference": str(side)}
    return lambda: client.post(address(place), sent, HTTP_ACCEPT="application/json").status_code


def test_of_two_tabs_that_choose_at_once_one_counts_and_the_other_is_its_history(meera):
    for number in range(ROUNDS):
        study = make_choice_study(meera, slug=f"tabs-{number}")
        judge = person(f"tabs-{number}", "judge")
        place = ready_to_rate(study, judge).places.first()
        codes = at_once(*(choice_of(signed_in(judge), place, side) for side in (1, 2)))
        assert codes == [200, 200]
        rating = Rating.objects.get(place=place)
        assert {rating.value, RatingChange.objects.get(rating=rating).value} == {1, 2}


def test_a_choice_that_arrives_many_times_at_once_is_one_choice(meera):
    for number in range(ROUNDS):
        study = make_choice_study(meera, slug=f"often-{number}")
        judge = person(f"often-{number}", "judge")
        place = ready_to_rate(study, judge).places.first()
        codes = at_once(*(choice_of(signed_in(judge), place, 1) for _time in range(JUDGES)))
        assert codes == [200] * JUDGES
        assert Rating.objects.filter(place=place).count() == 1
        assert not RatingChange.objects.filter(rating__place=place).exists()


def test_judges_who_come_at_once_take_each_seat_once_and_see_each_couple_both_ways(meera):
    for number in range(ROUNDS):
        study = make_choice_study(meera, slug=f"come-{number}", design="balanced", judges_per_item=JUDGES)
        judges = [make_participation(study, person(f"come-{number}-{each}", "judge")) for each in range(JUDGES)]
        outcomes = at_once(*(lambda judge=judge: allocation.ensure_places(judge) for judge in judges))
        assert outcomes == [None] * JUDGES
        seats, sides = Counter(), Counter()
        for place in Place.objects.filter(participation__study=study):
            seats[place.item_id, place.seat] += 1
            sides[place.item_id] += 1 if place.is_swapped else -1
        assert set(seats.values()) == {1}
        assert max(map(abs, sides.values())) <= 1


def test_nobody_chooses_after_the_end_or_after_leaving(meera):
    for number in range(ROUNDS):
        study = make_choice_study(meera, slug=f"end-{number}")
        judges = [ready_to_rate(study, person(f"end-{number}-{each}", "judge")) for each in range(JUDGES)]
        senders = [choice_of(signed_in(judge.user), judge.places.first(), 1) for judge in judges]
        fresh = Study.objects.get(pk=study.pk)
        leaving = lambda judge=judges[0]: taking_part.withdraw(Participation.objects.get(pk=judge.pk))  # noqa: E731
        closing = refused_or_done(lambda fresh=fresh: states.close(study=fresh, actor=meera))
        *codes, left, closed = at_once(*senders, leaving, closing)
        assert isinstance(left, int)
        assert closed is True
        assert set(codes) <= ANSWERED | GONE, codes
        assert not Rating.objects.filter(participation=judges[0]).exists()
        closed_at = Study.objects.get(pk=study.pk).changed_at
        assert not Rating.objects.filter(study=study, given_at__gt=closed_at).exists()
