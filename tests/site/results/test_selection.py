"""What counts is a visible, reversible choice that every number follows."""

import pytest

from evaluation.models import AuditEntry, Place, PlaceState, Rating
from evaluation.services.accounts.personal_data import erase
from evaluation.services.errors import Refused
from evaluation.services.rating.participation import withdraw
from evaluation.services.rating.places import load_place
from evaluation.services.rating.recording import Answer, record
from evaluation.services.results.exclusions import Exclusions, list_exclusions
from evaluation.services.results.mixed_model import data_stamp
from evaluation.services.results.rating_arrays import last_change, ratings_of, repeats_of
from evaluation.services.results.selection import Selection, exclude, include, save_selection
from evaluation.services.results.tables import Tables
from tests.site.results.rated_study import SCORES, usage

pytestmark = pytest.mark.both_databases

OWN_RATINGS = 2 * sum(len(given) for given in SCORES.values())


def counted(study, **choice):
    return Exclusions(study, Selection(**choice)).ratings().count()


def usage_n(study, number, **choice):
    rows = {row.number: row for row in Tables(study, Selection(**choice)).sentences()}
    return rows[number].summaries["usage"].n if number in rows else None


def test_by_default_the_first_answers_to_the_studys_own_sentences_count(study):
    assert counted(study) == OWN_RATINGS
    assert Rating.objects.filter(study=study).count() == OWN_RATINGS + 2 * (3 + 3 + 1)


def test_practice_attention_and_repeats_count_when_asked_to(study):
    assert counted(study, practice=True) == OWN_RATINGS + 6
    assert counted(study, attention=True) == OWN_RATINGS + 6
    assert counted(study, repeats=True) == OWN_RATINGS + 2
    assert usage_n(study, 10) is None
    assert usage_n(study, 10, practice=True) == 3
    assert usage_n(study, 1) == 3
    assert usage_n(study, 1, repeats=True) == 4


def test_a_judge_who_failed_too_many_checks_is_left_out(study):
    exclusions = Exclusions(study, Selection(max_failed_percent=0))
    names = {judge.pk: judge.pseudonym for judge in study.participations.all()}
    assert {names[judge]: reason for judge, reason in exclusions.judges.items()} == {
        "J03": "failed 1 of 1 attention check"
    }
    assert {names[judge]: checks for judge, checks in exclusions.checks.items()} == {
        "J01": (1, 1),
        "J02": (1, 1),
        "J03": (1, 0),
    }
    assert usage_n(study, 0, max_failed_percent=0) == 2
    assert usage_n(study, 0, max_failed_percent=99) == 2
    assert usage_n(study, 0, max_failed_percent=100) == 3


def test_a_judge_is_too_fast_by_the_median_and_single_fast_answers_count(study):
    """J02 gave one answer of four in 400 ms; then they click through two more."""
    assert usage_n(study, 3, too_fast_ms=1000) == 2
    hasty = Place.objects.filter(participation__pseudonym="J02", item__number__in=[1, 2])
    hasty.update(duration_ms=300)
    assert usage_n(study, 3, too_fast_ms=1000) == 1
    exclusions = Exclusions(study, Selection(too_fast_ms=1000))
    assert list(exclusions.judges.values()) == ["median answer in 350 ms"]
    assert usage_n(study, 3, too_fast_ms=300) == 2


def test_practice_and_checks_say_nothing_about_the_time_of_an_answer(study):
    Place.objects.filter(item__kind__in=["practice", "attention"]).update(duration_ms=1)
    assert Exclusions(study, Selection(too_fast_ms=1000)).judges == {}


def test_late_answers_count_only_when_asked_to(study):
    place = study.items.get(number=0).places.get(participation__pseudonym="J01")
    place.state = "surplus"
    place.save()
    assert usage_n(study, 0) == 2
    assert usage_n(study, 0, surplus=True) == 3


@pytest.mark.parametrize("what", ["judge", "sentence", "answer"])
def test_leaving_out_by_hand_needs_a_reason_is_recorded_and_can_be_taken_back(study, meera, what):
    thing = {
        "judge": study.participations.get(pseudonym="J01"),
        "sentence": study.items.get(number=0),
        "answer": study.items.get(number=0).places.get(participation__pseudonym="J01"),
    }[what]
    with pytest.raises(Refused, match="reason"):
        exclude(what=thing, reason="  ", actor=meera)
    exclude(what=thing, reason="typed with the cat", actor=meera)
    assert usage_n(study, 0) == {"judge": 2, "sentence": None, "answer": 2}[what]
    assert usage_n(study, 0, by_hand=False) == 3
    assert [(e.kind, e.reason) for e in list_exclusions(study, Selection()) if e.rule == "by_hand"] == [
        (what, "typed with the cat")
    ]
    include(what=thing, actor=meera)
    assert usage_n(study, 0) == 3
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert actions == ["results.excluded", "results.included"]


def test_every_rule_says_how_many_ratings_it_leaves_out(study):
    left_out = list_exclusions(study, Selection(max_failed_percent=0, too_fast_ms=1000))
    assert {(e.kind, e.rule): e.ratings for e in left_out} == {
        ("judge", "failed_checks"): 2 * (3 + 2),
        ("sentence", "practice"): 6,
        ("sentence", "attention"): 6,
        ("answer", "repeats"): 2,
    }


def test_the_queries_and_the_reasons_leave_the_same_ratings_out(study):
    exclusions = Exclusions(study, Selection(max_failed_percent=0, too_fast_ms=1000))
    counted_ids = set(exclusions.ratings().values_list("pk", flat=True))
    for rating in Rating.objects.filter(study=study).select_related("place"):
        assert (exclusions.reason(rating.place) == "") == (rating.pk in counted_ids)


def test_agreement_takes_the_first_of_two_answers_even_when_both_count(study):
    assert len(ratings_of(study, Selection(repeats=True), usage(study))) == OWN_RATINGS // 2
    first = study.participations.get(pseudonym="J01")
    assert repeats_of(study, Selection(), usage(study)) == {first.pk: [(1, 2)]}


def test_a_saved_choice_is_the_studys_and_nonsense_is_refused(study, meera):
    save_selection(study=study, selection=Selection(too_fast_ms=800), actor=meera)
    study.refresh_from_db()
    assert Selection.of(study) == Selection(too_fast_ms=800)
    assert "Judges whose median answer took less than 800 milliseconds do not count." in Selection.of(study).describe()
    for written in ({"too_fast_ms": "fast"}, {"too_fast_ms": 0}, {"practice": "yes"}, {"moon": True}):
        with pytest.raises(Refused) as refusal:
            Selection.from_json(written)
        assert refusal.value.field == next(iter(written))


def test_the_date_of_the_data_is_that_of_the_last_rating(study):
    assert last_change(study) == Rating.objects.filter(study=study).latest("given_at").given_at


def test_the_date_of_the_data_moves_with_what_counts(study, meera):
    before = last_change(study)
    save_selection(study=study, selection=Selection(practice=True), actor=meera)
    assert last_change(study) > before


def test_the_date_of_the_data_moves_when_a_judge_withdraws_and_the_fitted_model_is_no_longer_current(study):
    before, stamp = last_change(study), data_stamp(study)
    withdraw(study.participations.get(pseudonym="J02"))
    assert not Rating.objects.filter(study=study, participation__pseudonym="J02").exists()
    assert last_change(study) > before
    assert data_stamp(study) != stamp


def test_the_date_of_the_data_moves_when_a_rating_is_taken_back(study):
    before = last_change(study)
    place = Place.objects.filter(participation__study=study).latest("pk")
    record(load_place(place.key), Answer(cannot_judge="other"))
    assert not place.ratings.exists()
    assert last_change(study) > before


def test_the_date_of_the_data_moves_when_a_judge_is_erased(study):
    before = last_change(study)
    erase(person=study.participations.get(pseudonym="J02").user, actor=None)
    assert last_change(study) > before


def test_answers_at_a_place_given_to_another_judge_are_one_too_many_finished_or_not(study):
    place = Place.objects.filter(participation__pseudonym="J01", item__study=study, item__number=0)
    for state in (PlaceState.RELEASED, PlaceState.SURPLUS):
        place.update(state=state)
        assert usage_n(study, 0) == 2
        assert usage_n(study, 0, surplus=True) == 3
    reasons = {one.reason for one in list_exclusions(study, Selection()) if one.rule == "surplus"}
    assert reasons == {"the place was given to another judge"}


def test_an_answer_counts_before_the_judge_has_gone_on_and_the_rules_say_so(study):
    place = Place.objects.filter(participation__pseudonym="J01", item__study=study, item__number=0)
    place.update(state=PlaceState.LIVE)
    assert usage_n(study, 0) == 3
    assert Selection().describe()[0].startswith("An answer counts from the moment it is given")
