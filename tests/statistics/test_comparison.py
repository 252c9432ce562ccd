"""Tests between models, against published values and full enumeration."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from evaluation.statistics.adjusted import adjusted_scores, right_angles
from evaluation.statistics.permutation import NO_PAIRS, TOO_FEW_PAIRS, cliffs_delta, holm, sign_flips


def test_paired_permutation_enumerates_all_signs():
    gaps = [0.5, -0.25, 1.0, 0.75, 0.0]
    sums = [abs(sum(s * g for s, g in zip(signs, gaps, strict=True))) for signs in product((1, -1), repeat=5)]
    expected = sum(value >= abs(sum(gaps)) - 1e-9 for value in sums) / len(sums)
    assert sign_flips(gaps, rng=np.random.default_rng(1)).p.value == expected


def test_a_sampled_permutation_comes_close_to_scipys():
    rng = np.random.default_rng(8)
    gaps = rng.normal(0.25, 1, 60)
    ours = sign_flips(gaps, rng=rng, draws=20_000).p
    reference = stats.permutation_test(
        (gaps,), np.mean, permutation_type="samples", n_resamples=20_000, rng=np.random.default_rng(9)
    )
    assert ours.value == pytest.approx(reference.pvalue, abs=0.01)
    assert sign_flips([], rng=rng).p.reason == NO_PAIRS


def test_holm_gives_what_r_gives():
    # The numbers are those of R's p.adjust for five p-values, method holm.
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])
    assert holm([]) == []


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.lists(st.integers(0, 5), min_size=1, max_size=12))
def test_cliffs_delta_counts_who_is_above_whom(first, second):
    signs = [(a > b) - (a < b) for a, b in product(first, second)]
    assert cliffs_delta(first, second).value == pytest.approx(sum(signs) / len(signs))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.floats(-3, 3).map(lambda x: round(x, 3)), min_size=6, max_size=20), st.integers(0, 1000))
def test_the_interval_leaves_zero_out_exactly_if_p_is_below_five_per_cent(gaps, seed):
    found = sign_flips(gaps, rng=np.random.default_rng(seed), draws=999)
    inside = found.difference.low - 1e-9 <= 0 <= found.difference.high + 1e-9
    if abs(found.difference.low) > 1e-6 and abs(found.difference.high) > 1e-6:
        assert inside == (found.p.value >= 0.05)
    assert found.difference.low <= found.difference.value + 1e-9
    assert found.difference.value <= found.difference.high + 1e-9


def test_the_ends_of_the_interval_are_the_last_differences_that_are_not_rejected():
    gaps = np.random.default_rng(3).normal(0.4, 1, 9)
    found = sign_flips(gaps, rng=np.random.default_rng(1)).difference
    for end, outwards in ((found.low, -1), (found.high, 1)):
        assert sign_flips(gaps - end, rng=np.random.default_rng(1)).p.value >= 0.05
        assert sign_flips(gaps - end - outwards * 1e-6, rng=np.random.default_rng(1)).p.value < 0.05


def test_five_pairs_are_too_few_for_an_interval():
    found = sign_flips([1.0, 1.1, 0.9, 1.2, 1.0], rng=np.random.default_rng(1))
    assert found.p.value == 2 / 2**5
    assert (found.difference.low, found.difference.reason) == (None, TOO_FEW_PAIRS)


def test_an_adjusted_difference_is_the_coefficient_of_least_squares():
    """Beside numpy's: pair, two other properties and the one asked about in one regression."""
    rng = np.random.default_rng(6)
    pairs, having = np.repeat(np.arange(8), 6), rng.integers(0, 2, 48).astype(float)
    others = np.column_stack([rng.integers(1, 5, 48) + having, rng.integers(0, 2, 48)]).astype(float)
    scores = 0.7 * having - 0.3 * others[:, 0] + rng.normal(0, 1, 8)[pairs] + rng.normal(0, 1, 48)
    found = adjusted_scores(scores, having, pairs, right_angles(others, pairs))
    table = np.column_stack([having, others, pairs[:, None] == np.arange(8)])
    expected = np.linalg.lstsq(table, scores, rcond=None)[0][0]
    assert sign_flips(*found, rng=rng).difference.value == pytest.approx(expected)


def test_nothing_is_left_of_a_property_that_the_others_say():
    pairs, having = np.repeat(np.arange(4), 4), np.tile([1.0, 0, 1, 0], 4)
    found = adjusted_scores(np.arange(16.0), having, pairs, right_angles((1 - having)[:, None], pairs))
    assert found.scores.size == found.weights.size == len(found.others) == 0


def few_sentences(seed, pair_count=7, each=2):
    """Scores that nothing but chance decides, a property, the pairs, switch points and a cell."""
    rng = np.random.default_rng(seed)
    count = pair_count * each
    switches, cells = rng.integers(1, 6, count), rng.integers(0, 3, count)
    having = (rng.random(count) < switches / 6).astype(float)
    others = np.column_stack([switches, cells == 1, cells == 2]).astype(float)
    return rng.normal(0, 1, count), having, np.repeat(np.arange(pair_count), each), others


def test_flipped_sums_are_standardised_as_in_one_regression_on_everything():
    """Beside the projections themselves: pairs and other properties in one table, every pattern by itself."""
    scores, having, pairs, others = few_sentences(3, each=3)
    table = np.column_stack([others, pairs[:, None] == np.arange(7)])
    rest = np.eye(21) - table @ np.linalg.pinv(table)
    x, y = rest @ having, rest @ scores
    seen, as_far = abs(x @ y) / np.sqrt(x @ x), 0
    for pattern in range(2**7):
        signs = 1.0 - 2 * ((pattern >> pairs) & 1)
        as_far += abs((signs * x) @ y) / np.sqrt((signs * x) @ rest @ (signs * x)) >= seen - 1e-9
    found = sign_flips(
        *adjusted_scores(scores, having, pairs, right_angles(others, pairs)), rng=np.random.default_rng(1)
    )
    assert found.p.value == as_far / 2**7


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.sampled_from([2, 3, 4]), st.sampled_from([7, 18]))
def test_an_adjusted_interval_leaves_0_out_exactly_if_p_is_below_five_per_cent(seed, each, pair_count):
    scores, having, pairs, others = few_sentences(seed, pair_count, each)
    own = adjusted_scores(scores + having, having, pairs, right_angles(others, pairs))
    if own.scores.size:
        found = sign_flips(*own, rng=np.random.default_rng(seed), draws=999)
        if found.difference.low is not None:
            assert found.difference.low <= found.difference.value <= found.difference.high
            assert (found.p.value < 0.05) == (not found.difference.low <= 0 <= found.difference.high)


def test_with_two_sentences_a_pair_nothing_is_found_no_more_often_than_by_chance():
    """Without the standard deviations of the flipped sums 10 to 11 % of such studies found something."""
    studies = [few_sentences(seed) for seed in range(600)]
    own = [adjusted_scores(*one[:3], right_angles(one[3], one[2])) for one in studies]
    found = [sign_flips(*one, rng=np.random.default_rng(1)).p.value for one in own if one.scores.size]
    assert 0.01 < np.mean(np.array(found) < 0.05) < 0.07
    bare = [sign_flips(*one[:2], rng=np.random.default_rng(1)).p.value for one in own if one.scores.size]
    assert np.mean(np.array(bare) < 0.05) > 0.08


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 10_000))
def test_an_adjusted_difference_of_few_sentences_stays_within_what_the_scale_allows(seed):
    rng = np.random.default_rng(seed)
    pairs = np.repeat(np.arange(6), 3)
    scores, having, others = (
        rng.integers(0, 6, 18) * 1.0,
        rng.integers(0, 2, 18) * 1.0,
        rng.integers(1, 5, (18, 2)) * 1.0,
    )
    own = adjusted_scores(scores, having, pairs, right_angles(others, pairs))
    free = sign_flips(*own, rng=np.random.default_rng(seed))
    kept = free.within(5)
    if kept.difference.value is None:
        assert free.difference.value is None or abs(free.difference.value) > 5
        assert kept.difference.reason
    elif kept.difference.low is not None:
        assert -5 <= kept.difference.low <= kept.difference.value <= kept.difference.high <= 5
        assert (kept.difference.low <= 0 <= kept.difference.high) == (free.difference.low <= 0 <= free.difference.high)
