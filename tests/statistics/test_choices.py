"""Scales and the mixed model of choices against choix and R (data/choices_reference.R wrote the numbers)."""

import json

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import t

from evaluation.statistics.bradley_terry import bradley_terry
from evaluation.statistics.choice_shares import Tally, clustered_share, consistency, even_p, share
from evaluation.statistics.figure import Figure
from evaluation.statistics.logistic_mixed import Preferences, fit_preferences
from evaluation.statistics.paired_comparisons import Comparisons
from evaluation.statistics.thurstone import thurstone

from .rows import DATA, read_wide

REFERENCE = json.loads((DATA / "choices_reference.json").read_text())
CONDITIONS = ["EC1", "ML0", "ML2"]


def stored_choices():
    """Each with where the first of its two conditions stood on the page, and whether it was chosen."""
    return [
        row | dict(zip(("stood", "chosen"), row["rating"].split(), strict=True)) for row in read_wide("choices.csv")
    ]


def comparisons():
    rows = []
    for row in stored_choices():
        options = [CONDITIONS.index(row["first"]), CONDITIONS.index(row["second"])]
        winner, loser = options if row["chosen"] == "yes" else options[::-1]
        rows.append((winner, loser, 1.0, int(row["judge"][1:]), int(row["pair"][1:])))
    return Comparisons.of(3, rows)


def preferences(first, second, rows=None):
    kept = [row for row in rows or stored_choices() if (row["first"], row["second"]) == (first, second)]
    sides = np.array([0.5 if row["stood"] == "first" else -0.5 for row in kept])
    return Preferences(
        chosen=[row["chosen"] == "yes" for row in kept],
        x=np.column_stack((np.ones(len(kept)), sides)),
        names=["preference", "stood first"],
        judges=[row["judge"] for row in kept],
        pairs=[row["pair"] for row in kept],
    )


@pytest.mark.parametrize(("scale", "link"), [(bradley_terry, "logit"), (thurstone, "probit")])
def test_both_scales_agree_with_rs_glm_to_five_digits(scale, link):
    found = scale(comparisons())
    assert found.values == pytest.approx([REFERENCE[link][name] for name in CONDITIONS], abs=1e-5)


@pytest.mark.parametrize("seed", range(5))
def test_bradley_terry_agrees_with_choix_on_any_connected_choices(seed):
    rng = np.random.default_rng(seed)
    size = 6
    places = rng.normal(0, 1, size)
    pairs = [rng.choice(size, 2, replace=False) for _ in range(400)]
    won = [(a, b) if rng.random() < 1 / (1 + np.exp(places[b] - places[a])) else (b, a) for a, b in pairs]
    found = bradley_terry(Comparisons.of(size, [(a, b, 1.0, n % 9, n % 7) for n, (a, b) in enumerate(won)]))
    assert not found.is_penalised
    assert found.values == pytest.approx(choix.ilsr_pairwise(size, won), abs=1e-6)


@pytest.mark.parametrize("contrast", list(REFERENCE["mixed"]))
def test_the_mixed_model_agrees_with_lme4_to_three_digits(contrast):
    expected, found = REFERENCE["mixed"][contrast], fit_preferences(preferences(*contrast.split(", ")))
    assert found.log_likelihood == pytest.approx(expected["log_likelihood"], abs=1e-4)
    for estimate in found.coefficients:
        assert estimate.value == pytest.approx(expected["estimates"][estimate.name], abs=5e-4)
        assert estimate.error == pytest.approx(expected["errors"][estimate.name], abs=5e-4)
    assert found.judge_sigma == pytest.approx(expected["sigmas"]["judge"], abs=5e-4)
    assert found.pair_sigma == pytest.approx(expected["sigmas"]["pair"], abs=5e-4)
    assert (found.choices, found.judges, found.pairs) == (180, 12, 15)


def test_degrees_of_freedom_lie_between_those_of_judges_and_satterthwaites():
    """Parts of the intercept's variance: judges, pairs, single choices."""
    fitted = fit_preferences(preferences("EC1", "ML2"))
    preference, parts = fitted.coefficients[0], [fitted.judge_sigma**2 / 12, fitted.pair_sigma**2 / 15]
    rest = preference.error**2 - sum(parts)
    satterthwaite = preference.error**4 / (parts[0] ** 2 / 11 + parts[1] ** 2 / 14 + rest**2 / 180)
    assert 1 / preference.degrees == pytest.approx((1 / 11 + 1 / satterthwaite) / 2)
    low, high = preference.interval()
    assert (high - low) / 2 == pytest.approx(t.ppf(0.975, preference.degrees) * preference.error)
    assert preference.p == pytest.approx(2 * t.sf(abs(preference.value / preference.error), preference.degrees))


@pytest.mark.slow
def test_five_judges_find_nothing_in_about_one_of_twenty_studies_without_anything():
    """With judges - 1 degrees of freedom it would be about one in a hundred, and intervals too wide."""
    rng, rejected = np.random.default_rng(11), []
    judges, pairs = np.repeat(np.arange(5), 12), np.tile(np.arange(12), 5)
    for _ in range(60):
        logits = rng.normal(0, 0.7, 5)[judges] + rng.normal(0, 0.7, 12)[pairs]
        chosen = (rng.random(60) < 1 / (1 + np.exp(-logits))).astype(int).tolist()
        found = fit_preferences(Preferences(chosen, np.ones((60, 1)), ["preference"], judges.tolist(), pairs.tolist()))
        rejected += [found.coefficients[0].p < 0.05] if not isinstance(found, Figure) else []
    assert 0.01 <= np.mean(rejected) <= 0.12


def test_where_everybody_chose_the_same_it_says_so_instead_of_a_number():
    rows = [row | {"chosen": "yes"} for row in stored_choices()]
    assert "everybody chose the same" in fit_preferences(preferences("EC1", "ML0", rows)).reason


def test_one_judge_is_too_few_for_the_mixed_model():
    rows = [row for row in stored_choices() if row["judge"] == "J3"]
    assert "too few judges" in fit_preferences(preferences("EC1", "ML0", rows)).reason


def test_separation_is_named_and_no_estimate_runs_away():
    rows = [row | {"chosen": "yes" if row["stood"] == "first" else "no"} for row in stored_choices()]
    assert "separation" in fit_preferences(preferences("EC1", "ML0", rows)).reason


def test_one_choice_per_pair_leaves_no_spread_of_pairs_to_estimate():
    rows = [row | {"pair": f"p{number}"} for number, row in enumerate(stored_choices())]
    assert fit_preferences(preferences("EC1", "ML0", rows)).pair_sigma is None


def test_what_was_always_chosen_gets_a_finite_place_and_the_scale_says_that_it_helped():
    found = bradley_terry(Comparisons.of(3, [(0, 1, 1.0, 0, 0), (1, 2, 1.0, 0, 0), (1, 2, 1.0, 1, 0)]))
    assert found.is_penalised
    assert list(found.values) == sorted(found.values, reverse=True)
    assert np.abs(found.values).max() < 3


@pytest.mark.parametrize("scale", [bradley_terry, thurstone])
def test_places_that_half_choices_helped_to_have_no_interval(scale):
    alike = [(0, 1, 1.0, n % 4, n % 8) for n in range(32)]
    found = scale(Comparisons.of(2, alike))
    for figure in (*found.figures(), found.contrast(0, 1)):
        assert figure.value
        assert (figure.low, figure.high) == (None, None)
        assert "half choices were added" in figure.reason
    assert scale(Comparisons.of(2, [*alike, (1, 0, 1.0, 3, 0)])).figures()[0].bounds


def test_options_that_no_chain_of_choices_connects_have_no_common_scale():
    found = bradley_terry(Comparisons.of(4, [(0, 1, 1.0, 0, 0), (2, 3, 1.0, 1, 0)]))
    assert isinstance(found, Figure)
    assert "not connected" in found.reason
    assert "no choice" in bradley_terry(Comparisons.of(2, [])).reason


def test_both_alike_is_half_a_choice_of_each():
    halves = bradley_terry(Comparisons.of(2, [(0, 1, 0.5, 0, 0), (1, 0, 0.5, 0, 0), (0, 1, 1.0, 1, 0)]))
    whole = bradley_terry(Comparisons.of(2, [(0, 1, 1.0, 0, 0), (1, 0, 1.0, 0, 0), (0, 1, 2.0, 1, 0)]))
    assert halves.values == pytest.approx(whole.values)


def test_a_judge_who_decides_everything_alike_widens_the_interval():
    """Forty choices of two judges who contradict each other say less than forty of forty judges."""
    split = [(0, 1), (1, 0)]
    two = bradley_terry(Comparisons.of(2, [(*split[n % 2], 1.0, n % 2, n % 10) for n in range(40)])).figures()[0]
    forty = bradley_terry(Comparisons.of(2, [(*split[n % 2], 1.0, n, n % 10) for n in range(40)])).figures()[0]
    assert two.high - two.low > 2 * (forty.high - forty.low)


def test_a_contrast_is_the_difference_of_two_places_with_its_own_interval():
    found = bradley_terry(comparisons())
    contrast = found.contrast(0, 2)
    assert contrast.value == pytest.approx(found.values[0] - found.values[2])
    assert contrast.low < contrast.value < contrast.high


def test_one_judge_gives_places_without_an_interval_about_however_many_pairs():
    figure = bradley_terry(Comparisons.of(2, [(0, 1, 1.0, 0, 0), (1, 0, 1.0, 0, 0), (1, 0, 1.0, 0, 1)])).figures()[0]
    assert figure.low is None
    assert figure.reason == "one judge: no interval"


def test_judges_who_choose_each_as_often_as_the_other_are_no_certainty():
    """By judges and by pairs all slopes add up to nothing; the interval is that of forty independent choices."""
    rows = [(n % 2, 1 - n % 2, 1.0, n // 2 % 4, n // 2 % 5) for n in range(40)]
    figure = bradley_terry(Comparisons.of(2, rows)).contrast(0, 1)
    assert figure.high == pytest.approx(2.093024 * np.sqrt(1 / 20 + 1 / 20), rel=1e-5)


def test_of_independent_choices_the_interval_is_that_of_a_share_in_logits():
    """Sixty of a hundred judges, one choice each: log(60 / 40), with the error sqrt(1 / 60 + 1 / 40)."""
    rows = [(0, 1, 1.0, n, n) if n < 60 else (1, 0, 1.0, n, n) for n in range(100)]
    figure = bradley_terry(Comparisons.of(2, rows)).contrast(0, 1)
    assert figure.value == pytest.approx(np.log(1.5), abs=1e-6)
    assert (figure.high - figure.low) / 2 == pytest.approx(1.984217 * np.sqrt(1 / 60 + 1 / 40), rel=0.02)


def test_shares_are_of_all_choices_and_those_decided():
    tally = Tally.of([1, 1, 1, 2, 0])
    assert [figure.value for figure in tally.shares] == [0.6, 0.2, 0.2]
    assert tally.decided.value == 0.75
    assert tally.swapped == Tally(first=1, second=3, alike=1)


def test_no_choice_has_no_share_and_all_choices_reach_the_end():
    assert not share(0, 0).is_defined
    assert (share(0, 4).low, share(4, 4).high) == (0.0, 1.0)


def test_consistency_is_how_often_the_same_sentence_was_chosen_again():
    assert consistency([(1, 1), (2, 1), (0, 0), (2, 2)]).value == 0.75
    assert "no couple" in consistency([]).reason


def test_a_share_of_judges_who_lean_each_their_own_way_is_less_certain_than_one_of_independent_choices():
    leaning = [0.9] * 3 + [0.1] * 3
    rng = np.random.default_rng(3)
    judges, pairs = np.repeat(np.arange(6), 20), np.tile(np.arange(20), 6)
    chosen = rng.random(120) < np.repeat(leaning, 20)
    found, plain = clustered_share(chosen, judges, pairs), share(int(chosen.sum()), 120)
    assert found.value == plain.value
    assert found.high - found.low > 2 * (plain.high - plain.low)


def test_where_all_judges_chose_alike_the_bound_is_that_of_so_many_judges():
    found = clustered_share([1] * 20, [0, 1, 2, 3] * 5, np.repeat(np.arange(5), 4))
    assert found.bounds == pytest.approx((0.025 ** (1 / 4), 1, 1))


def test_one_judge_has_a_share_without_an_interval_for_others():
    found = clustered_share([1, 0, 1], [7, 7, 7], [1, 2, 3])
    assert (found.low, found.reason) == (None, "one judge: nothing follows for others")
    assert "no choice" in clustered_share([], [], []).reason


def test_choices_about_one_pair_only_hang_together_by_judge():
    found = clustered_share([1, 1, 0, 0, 1, 1], [0, 0, 1, 1, 2, 2], [5] * 6)
    assert found.low < 0.1
    assert found.high > 0.9


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 4), st.integers(0, 5)), min_size=1, max_size=60))
def test_the_p_value_of_an_even_share_is_below_a_level_exactly_if_the_interval_leaves_one_half_out(made):
    chosen, judges, pairs = zip(*made, strict=True)
    p = even_p(chosen, judges, pairs).value
    for level in (0.5, 0.9, 0.95):
        figure = clustered_share(chosen, judges, pairs, level)
        if p is None:
            assert figure.low is None
        elif abs(p - (1 - level)) > 1e-9:
            assert (p < 1 - level) == (figure.low > 0.5 or figure.high < 0.5)


def test_one_judges_own_choices_have_no_p_value_for_others():
    assert Tally.of([1, 1, 2]).even.reason == "one judge: nothing follows for others"
    assert "no choice" in Tally().even.reason
