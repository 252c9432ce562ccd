"""Agreement and comparison of a study against plain Python over the same ratings."""

import statistics

import pytest

from evaluation.services import generation
from evaluation.services.jobs import Progress
from evaluation.services.results import set_sizes
from evaluation.services.results.agreement import agreement, draws_for
from evaluation.services.results.comparison import BY_HAND, comparison
from evaluation.services.results.mixed_model import latest
from evaluation.services.results.selection import Selection
from evaluation.services.results.set_sizes import count_sets, counted, from_json, pairs_of
from tests.site.results.rated_study import FACTS, SCORES, usage, usage_scores
from tests.statistics import plain

PLAIN = Selection()


@pytest.fixture
def sizes(monkeypatch):
    """Sets of known size in place of the core's: EC0 100, EC1 60, ML0 40; shared 20, 10, 0."""
    shared = ((100, 20, 10), (20, 60, 0), (10, 0, 40))
    known = set_sizes.SetSizes(("EC0", "EC1", "ML0"), shared, pairs=2)
    monkeypatch.setattr("evaluation.services.results.comparison.set_sizes", lambda _study: known)
    return known


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


def test_soundness_and_completeness_are_shares_of_the_right_sentences(study, sizes):
    found = comparison(study, PLAIN, usage(study), threshold=3)
    means = {number: statistics.mean(usage_scores(number)) for number in SCORES}
    accepted = {number for number, mean in means.items() if mean >= 3}
    for quality in found.models:
        generated = {number for number, (_c, models, _p) in FACTS.items() if quality.model in models}
        assert (quality.rated, quality.accepted) == (len(generated), len(generated & accepted))
        assert quality.soundness.value == pytest.approx(len(generated & accepted) / len(generated))
        assert quality.completeness.value == pytest.approx(len(generated & accepted) / len(accepted))
        assert quality.size == sizes.size(quality.model)


def test_each_side_of_two_models_is_scaled_to_its_set(study, sizes):
    found = comparison(study, PLAIN, usage(study), threshold=3)
    two = next(two for two in found.pairs if (two.first, two.second) == ("EC0", "ML0"))
    assert (two.only_first.size, two.only_second.size, two.shared) == (90, 30, 10)
    assert (two.only_first.rated, two.only_first.accepted) == (1, 1)
    assert (two.only_second.rated, two.only_second.accepted) == (2, 1)
    assert two.only_first.estimate.value == 90
    assert two.only_second.estimate.value == 15
    assert two.difference.value == 75
    assert two.same_share.value == pytest.approx(1)
    assert two.verdict == "alike"


def test_sentences_without_a_probability_are_counted_but_not_scaled(study, sizes):
    study.items.update(probability=None)
    found = comparison(study, PLAIN, usage(study))
    assert found.by_hand
    assert all(quality.soundness.reason == BY_HAND for quality in found.models)
    assert all(two.verdict == "unknown" for two in found.pairs)


def test_conditions_are_compared_within_pairs_raw_and_by_z(study, sizes):
    (contrast,) = comparison(study, PLAIN, usage(study)).contrasts
    means = {number: statistics.mean(usage_scores(number)) for number in SCORES}
    assert (contrast.first, contrast.second) == ("EC0", "ML0")
    gaps = [means[0] - means[1], means[2] - means[3]]
    assert contrast.raw.difference.value == pytest.approx(statistics.mean(gaps))
    assert contrast.raw.p.n == 2
    assert contrast.raw.p_holm == contrast.raw.p.value
    assert contrast.raw.delta.value == pytest.approx(1)
    assert contrast.z.difference.value > 0


def test_what_a_phenomenon_costs_is_the_difference_within_its_pair(study, sizes):
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


def test_there_is_no_mixed_model_before_one_was_fitted(study):
    assert latest(study, usage(study)) is None
