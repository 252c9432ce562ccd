"""Each rule about answers is stated once: what the database leaves out is what a place in memory is left out for."""

from itertools import product

import pytest
from django.utils import timezone

from evaluation.models import Place, PlaceState, Rating
from evaluation.services.exports.stored_ratings import judge_by_judge
from evaluation.services.exports.study_data import StudyData
from evaluation.services.results.exclusion_rules import answer_rules
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.selection import Selection
from tests.site.factories import make_item, make_participation, make_place, make_rating, make_study, person

STATES, REPEATS = PlaceState.values, (False, True)
EXCLUDED, ANSWERED = (False, True), (False, True)
SELECTIONS = [
    Selection(repeats=repeats, surplus=surplus, by_hand=by_hand)
    for repeats, surplus, by_hand in product((False, True), (False, True), (False, True))
]


def make_every_place(study) -> None:
    """A rated place for every combination of all that the rules read, and of having been answered or not."""
    judge = make_participation(study, person("asha", "judge"))
    combinations = product(STATES, REPEATS, EXCLUDED, ANSWERED)
    for number, (state, is_repeat, excluded, answered) in enumerate(combinations):
        place = make_place(judge, make_item(study, number), is_repeat=is_repeat)
        make_rating(place, study.criteria.get(key="usage"), number % 6)
        Place.objects.filter(pk=place.pk).update(
            state=state,
            excluded_at=timezone.now() if excluded else None,
            exclusion_reason="typed with the cat" if excluded else "",
            answered_at=timezone.now() if answered else None,
        )


@pytest.fixture
def study(meera):
    made = make_study(meera, items=0)
    make_every_place(made)
    return made


@pytest.mark.both_databases
@pytest.mark.parametrize("selection", SELECTIONS)
def test_each_rule_leaves_the_same_places_out_in_the_database_and_in_memory(study, selection):
    exclusions = Exclusions(study, selection)
    for rule in answer_rules(selection):
        in_memory = {place.pk for place in Place.objects.all() if rule.leaves_out(place)}
        assert in_memory == set(exclusions.places(rule).values_list("pk", flat=True)), rule.name
        assert in_memory


@pytest.mark.parametrize("selection", SELECTIONS)
def test_what_counts_for_the_tables_counts_in_the_export(study, selection):
    counted = set(Exclusions(study, selection).ratings().values_list("item_id", flat=True))
    ((_judge, exported),) = judge_by_judge(StudyData(study, selection))
    exclusions = Exclusions(study, selection)
    assert {row.item_id for row in exported if not exclusions.reason(row)} == counted
    assert {rating.item_id for rating in Rating.objects.all() if not exclusions.reason(rating.place)} == counted
