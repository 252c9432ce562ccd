"""Agreement and comparison of a study against plain Python over the same ratings."""

import statistics

import pytest

from evaluation.models import Job, JobState, Rating
from evaluation.services import generation
from evaluation.services.exports.study_rows.computed import computed_rows
from evaluation.services.jobs import Progress, run_waiting_jobs
from evaluation.services.results import set_sizes
from evaluation.services.results.agreement import agreement, draws_for
from evaluation.services.results.comparison import (
    BY_HAND,
    NO_CUT,
    NOT_ALL_DRAWN_FROM,
    NOT_COUNTED,
    NOT_DRAWN_FROM,
    comparison,
)
from evaluation.services.results.mixed_model import KIND, data_stamp, latest
from evaluation.services.results.phenomena import ALREADY_SAID
from evaluation.services.results.selection import Selection, exclude
from evaluation.services.results.set_sizes import count_sets, counted, from_json, pairs_of
from evaluation.statistics.stratified import ONE_SENTENCE
from tests.site.factories import make_pair
from tests.site.results.rated_study import SCORES, usage, usage_scores
from tests.statistics import plain

pytestmark = pytest.mark.both_databases

PLAIN = Selection()


def accepted_share(number):
    return statistics.mean(score >= 3 for score in usage_scores(number))


def test_agreement_is_that_of_the_ratings_that_count(study):
    found = agreement(study, PLAIN, usage(study))
    units = [list(given.values()) for given in SCORES.values()]
    pool = [value for unit in units for value in unit]
    assert found.alpha.value == pytest.approx(plain.alpha(units, plain.ordinal_distance(pool)))
    assert found.alpha.n == len(pool)
    assert found.ratings == len(pool)
    shared = [given for given in SCORES.values() if {"J01", "J02"} <= given.keys()]
    x, y = [given["J01"] for given in shared], [given["J02"] for given in shared]
    assert found.pairwise.kappa(0, 1).value == pytest.approx(plain.quadratic_kappa(x, y))
    assert found.repeats.within_one.value == 1
    assert [judge.pseudonym for judge in found.judges] == ["J01", "J02", "J03"]


def test_the_same_data_give_the_same_intervals(study):
    first, second = (agreement(study, PLAIN, usage(study)) for _ in range(2))
    assert (first.alpha, first.icc.single) == (second.alpha, second.icc.single)


def test_a_larger_study_makes_fewer_draws_but_never_too_few():
    assert [draws_for(n) for n in (0, 1000, 100_000, 10_000_000)] == [1000, 1000, 300, 100]


def test_soundness_is_the_share_of_judgements_that_accept_weighed_by_what_each_sentence_stands_for(study, sizes):
    found = comparison(study, PLAIN, usage(study))
    ec0, ec1, ml0 = found.models
    assert (ec0.size, ec0.rated) == (60, 2)
    assert ec0.soundness.value == pytest.approx((40 * accepted_share(0) + 20 * accepted_share(2)) / 60)
    assert ml0.soundness.value == pytest.approx(
        (10 * accepted_share(1) + 20 * accepted_share(2) + 30 * accepted_share(3)) / 60
    )
    assert ec1.mean.value == pytest.approx((40 * 4 + 30 * 3.5) / 70)
    scores = [score for number in SCORES for score in usage_scores(number)]
    assert (found.judgements, found.accepted) == (len(scores), sum(score >= 3 for score in scores))


def test_completeness_is_the_share_of_all_accepted_sentences_that_a_model_generates(study, sizes):
    accepted = [size * accepted_share(number) for number, size in enumerate((40, 10, 20, 30))]
    ec0, ec1, _ml0 = comparison(study, PLAIN, usage(study)).models
    assert ec0.completeness.value == pytest.approx((accepted[0] + accepted[2]) / sum(accepted))
    assert ec1.completeness.value == pytest.approx((accepted[0] + accepted[3]) / sum(accepted))


def test_two_models_are_compared_by_what_only_one_of_them_generates(study, sizes):
    found = comparison(study, PLAIN, usage(study))
    two = next(two for two in found.pairs if (two.first, two.second) == ("EC0", "ML0"))
    assert (two.only_first.size, two.only_second.size, two.shared) == (40, 40, 20)
    assert (two.only_first.rated, two.only_second.rated) == (1, 2)
    assert two.only_second.estimate.value == pytest.approx(30 * accepted_share(3))
    # One rated sentence of the forty that only EC0 generates says nothing of the others.
    assert (two.difference.verdict, two.difference.p.reason) == ("unknown", ONE_SENTENCE)


@pytest.mark.usefixtures("all_rated")
def test_where_all_sentences_of_two_models_are_rated_they_are_compared(study):
    two = next(two for two in comparison(study, PLAIN, usage(study)).pairs if (two.first, two.second) == ("EC0", "ML0"))
    only_first, only_second, both = (sum(accepted_share(number) for number in cell) for cell in ((0,), (1, 3), (2,)))
    assert two.difference.sentences.value == pytest.approx(only_first - only_second)
    assert two.difference.completeness.value == pytest.approx(
        (only_first - only_second) / (only_first + only_second + both)
    )
    assert two.difference.verdict == "undecided"
    assert two.more == "EC0"


def test_a_criterion_without_a_cut_has_means_and_no_shares(study, sizes):
    study.criteria.update(cut=None)
    found = comparison(study, PLAIN, usage(study))
    assert (found.cut, found.accepted) == (None, None)
    assert all(quality.soundness.reason == NO_CUT for quality in found.models)
    assert all(quality.completeness.reason == NO_CUT for quality in found.models)
    assert all(quality.mean.is_defined for quality in found.models)
    assert {two.difference.verdict for two in found.pairs} == {"unknown"}


def test_nothing_is_said_about_sets_that_have_not_been_counted(study, monkeypatch):
    monkeypatch.setattr("evaluation.services.results.comparison.set_sizes", lambda _study: None)
    found = comparison(study, PLAIN, usage(study))
    assert not found.counted
    assert all(quality.soundness.reason == quality.mean.reason == NOT_COUNTED for quality in found.models)


def test_sentences_without_a_probability_are_counted_but_not_scaled(study, sizes):
    study.items.update(probability=None)
    found = comparison(study, PLAIN, usage(study))
    assert found.by_hand
    assert all(quality.soundness.reason == BY_HAND for quality in found.models)
    assert all(two.difference.verdict == "unknown" for two in found.pairs)


def test_a_model_whose_sentences_could_not_all_be_drawn_has_no_figures_of_its_whole_set(study, sizes):
    """The regions of EC0 and EC1 leave out what only ML0 generates."""
    study.choices = [{"way": "regions", "first": "EC0", "second": "EC1", "count": 1}]
    found = comparison(study, PLAIN, usage(study))
    ec0, ec1, ml0 = found.models
    assert {ml0.soundness.reason, ml0.mean.reason} == {NOT_DRAWN_FROM}
    assert ec0.soundness.is_defined
    assert ec1.mean.is_defined
    assert {model.completeness.reason for model in (ec0, ec1)} == {NOT_ALL_DRAWN_FROM}
    reasons = {(two.first, two.second): two.difference.p.reason for two in found.pairs}
    assert reasons["EC0", "ML0"] == reasons["EC1", "ML0"] == NOT_DRAWN_FROM != reasons["EC0", "EC1"]


def test_declared_contrasts_compare_what_only_one_of_two_models_generates(study, sizes):
    found = comparison(study, PLAIN, usage(study))
    contrast = next(one for one in found.declared if (one.first, one.second) == ("EC0 - ML0", "ML0 - EC0"))
    means = {number: statistics.mean(usage_scores(number)) for number in SCORES}
    assert contrast.raw.difference.value == pytest.approx(means[0] - means[1])
    assert contrast.raw.p.n == 1
    assert contrast.out_of_reach
    assert contrast.z.difference.value > 0


def test_exploratory_contrasts_are_between_cells_that_share_no_sentence(study, sizes):
    cells = {"EC0 & EC1 only", "ML0 only", "EC0 & ML0 only", "EC1 & ML0 only"}
    found = comparison(study, PLAIN, usage(study)).exploratory
    assert {name for one in found for name in (one.first, one.second)} == cells
    assert len(found) == 6


def test_a_study_that_draws_two_models_regions_declares_that_contrast_alone(study, sizes):
    study.choices = [{"way": "regions", "first": "EC1", "second": "ML0", "count": 1}]
    (contrast,) = comparison(study, PLAIN, usage(study)).declared
    assert (contrast.first, contrast.second) == ("EC1 - ML0", "ML0 - EC1")


def test_what_a_phenomenon_costs_is_the_difference_within_its_pair(study):
    """Where all sentences are of one cell and have as many switch points, there is nothing to adjust for."""
    study.items.filter(kind="study").update(memberships=["EC0"])
    costs = {cost.phenomenon: cost for cost in comparison(study, PLAIN, usage(study)).phenomena}
    means = {number: statistics.mean(usage_scores(number)) for number in SCORES}
    assert costs["pronoun"].raw.difference.value == pytest.approx(
        statistics.mean([means[1] - means[0], means[3] - means[2]])
    )
    assert (costs["pronoun"].with_it, costs["pronoun"].without) == (2, 2)


def test_set_sizes_are_the_cores_and_a_job_gives_the_same(study):
    pairs = pairs_of(study)
    found = counted(study, pairs)
    sets = [generation.sentences(pair, "EC0").mixed() for pair in pairs]
    assert found.size("EC0") == sum(each.count for each in sets)
    others = [generation.sentences(pair, "ML0").mixed() for pair in pairs]
    assert found.only("EC0", "ML0") == sum((a - b).count for a, b in zip(sets, others, strict=True))
    assert from_json(count_sets(Progress(), study=study.pk)) == found


def test_sizes_of_many_pairs_are_counted_in_the_background_until_the_study_has_other_pairs(study, meera, monkeypatch):
    at_once = set_sizes.set_sizes(study)
    monkeypatch.setattr(set_sizes, "PAIRS_AT_ONCE", 1)
    assert set_sizes.set_sizes(study) is None
    set_sizes.start_counting(study=study, actor=meera)
    run_waiting_jobs()
    assert set_sizes.set_sizes(study) == at_once
    study.pairs.add(make_pair(meera, external_id="one-more"))
    assert set_sizes.set_sizes(study) is None


def test_there_is_no_mixed_model_before_one_was_fitted(study):
    assert latest(study, usage(study)) is None


def test_conclusions_are_shown_with_and_without_exclusions(study, sizes):
    counted = comparison(study, Selection(max_failed_percent=0), usage(study))
    every = counted.without_exclusions
    assert (counted.judges, every.judges) == (2, 3)
    plainly = comparison(study, PLAIN, usage(study))
    assert every.models == plainly.models
    assert every.pairs == plainly.pairs
    assert counted.models != plainly.models
    assert plainly.without_exclusions is None


def test_a_sentence_or_answer_left_out_by_hand_is_an_exclusion_too(study, sizes, meera):
    exclude(what=study.items.get(number=0), reason="misprinted", actor=meera)
    found = comparison(study, PLAIN, usage(study))
    assert (found.rated, found.without_exclusions.judgements - found.judgements) == (3, 3)


def test_judges_who_give_one_score_only_have_no_z_scores(study, sizes):
    assert comparison(study, PLAIN, usage(study)).without_variation == 0
    Rating.objects.filter(participation__pseudonym="J03").update(value=4)
    assert comparison(study, PLAIN, usage(study)).without_variation == 1


def test_a_phenomenon_that_goes_with_the_cell_has_no_difference_of_its_own(study, sizes):
    """Each of the four sentences is in a cell of its own: what is left of a phenomenon within pairs is nothing."""
    found = comparison(study, PLAIN, usage(study)).phenomena
    assert {cost.phenomenon for cost in found} == {"pronoun", "whole_phrase"}
    assert {cost.raw.difference.reason for cost in found} == {ALREADY_SAID}


def test_a_fit_to_one_judge_that_was_kept_from_before_is_refused_when_it_is_read(study, client_of, meera):
    old = {"converged": True, "groups": {"judge": 1}, "coefficients": [{"name": "ML0 only", "value": 2.345}]}
    kept = {"data": data_stamp(study), "selection": {}, "criterion": "usage", "condition": old, "phenomena": old}
    Job.objects.create(
        kind=KIND, state=JobState.DONE, arguments={"study": study.pk, "criterion": usage(study).pk}, result=kept
    )
    refusal = {"reason": "one judge rated these sentences, so nothing follows for other judges"}
    client = client_of(meera)
    page = " ".join(client.get(f"/studies/{study.slug}/results/comparison/").content.decode().split())
    assert page.count(f"Not fitted: {refusal['reason']}.") == 2
    assert "2.345" not in page
    found = client.get(f"/api/v1/studies/{study.slug}/mixed-model/").json()["result"]
    assert (found["condition"], found["phenomena"], found["is_current"]) == (refusal, refusal, True)
    (packed,) = computed_rows(study, {})
    assert (packed["result"]["condition"], packed["result"]["phenomena"]) == (refusal, refusal)
