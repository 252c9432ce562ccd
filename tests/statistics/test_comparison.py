"""Shares, counts and tests between models, against published values and full enumeration."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from evaluation.statistics.equal_counts import equal_counts_test
from evaluation.statistics.figure import Figure
from evaluation.statistics.permutation import NO_PAIRS, cliffs_delta, holm, paired_permutation
from evaluation.statistics.proportions import (
    NOTHING_RATED,
    Sample,
    acceptable_count,
    acceptable_share,
    clopper_pearson,
    completeness,
    difference,
    fisher_exact,
    wilson,
)

from . import plain


def sample(size, accepted, rejected, probabilities=None):
    return Sample(size, [True] * accepted + [False] * rejected, probabilities)


@pytest.mark.parametrize(("accepted", "n"), [(0, 7), (3, 7), (7, 7), (41, 90)])
def test_clopper_pearson_and_wilson_are_scipys(accepted, n):
    test = stats.binomtest(accepted, n)
    assert clopper_pearson(accepted, n) == pytest.approx(tuple(test.proportion_ci(method="exact")))
    assert wilson(accepted, n) == pytest.approx(tuple(test.proportion_ci(method="wilson")))


def test_a_large_set_keeps_the_binomial_interval_and_scales_it():
    share, count = acceptable_share(sample(10**9, 8, 2)), acceptable_count(sample(10**9, 8, 2))
    assert (share.low, share.high) == pytest.approx(clopper_pearson(8, 10), abs=1e-6)
    assert count.value == pytest.approx(8e8)
    assert count.low == pytest.approx(share.low * 10**9)


def test_a_set_rated_completely_leaves_no_uncertainty():
    count = acceptable_count(sample(10, 8, 2))
    assert (count.value, count.low, count.high) == (8, 8, 8)


def test_a_count_never_falls_below_what_was_seen():
    count = acceptable_count(sample(12, 5, 5))
    assert count.low >= 5
    assert count.high <= 7


def test_sentences_that_were_less_likely_to_be_drawn_weigh_more():
    share = acceptable_share(Sample(1000, [True, False], [0.1, 0.3]))
    assert share.value == pytest.approx(0.75)
    assert completeness([True, False], np.array([1.0, 3.0])).value == 0.25


def test_an_empty_set_holds_nothing_and_an_unrated_one_says_so():
    assert acceptable_count(sample(0, 0, 0)).value == 0
    assert acceptable_count(sample(5, 0, 0)).reason == NOTHING_RATED


def test_a_difference_joins_both_intervals():
    gap = difference(Figure(10, 7, 14, n=5), Figure(4, 0, 8, n=6))
    assert gap.value == 6
    assert gap.low == pytest.approx(6 - 5)
    assert gap.high == pytest.approx(6 + (4**2 + 4**2) ** 0.5)
    assert difference(Figure.undefined("x"), Figure(1, 0, 2)).reason == "x"


def test_fisher_gives_the_lady_tasting_tea():
    assert fisher_exact(sample(100, 3, 1), sample(100, 1, 3)).value == pytest.approx(0.4857, abs=1e-4)


@pytest.mark.parametrize("table", [[[8, 2], [1, 5]], [[0, 4], [7, 3]], [[12, 30], [25, 9]], [[3, 0], [0, 3]]])
def test_fisher_is_scipys(table):
    samples = [sample(1000, accepted, rejected) for accepted, rejected in table]
    assert fisher_exact(*samples).value == pytest.approx(stats.fisher_exact(table).pvalue)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.data())
def test_the_test_of_equal_counts_enumerates_every_outcome(data):
    numbers = []
    for _ in range(2):
        size = data.draw(st.integers(1, 9))
        rated = data.draw(st.integers(1, size))
        numbers += [size, rated, data.draw(st.integers(0, rated))]
    size_a, rated_a, seen_a, size_b, rated_b, seen_b = numbers
    figure = equal_counts_test(sample(size_a, seen_a, rated_a - seen_a), sample(size_b, seen_b, rated_b - seen_b))
    assert figure.value == pytest.approx(min(1, plain.equal_counts(*numbers)))


def test_two_sets_rated_completely_with_different_counts_are_different_for_certain():
    assert equal_counts_test(sample(4, 3, 1), sample(6, 1, 5)).value == 0
    assert equal_counts_test(sample(4, 3, 1), sample(6, 3, 3)).value == 1


def test_sets_beyond_all_counting_still_have_an_answer():
    huge = equal_counts_test(sample(10**30, 9, 1), sample(10**30, 1, 9))
    large = equal_counts_test(sample(10**8, 9, 1), sample(10**8, 1, 9))
    assert huge.value == pytest.approx(large.value, abs=1e-3)
    assert huge.value < 0.01


def test_paired_permutation_enumerates_all_signs():
    gaps = [0.5, -0.25, 1.0, 0.75, 0.0]
    sums = [abs(sum(s * g for s, g in zip(signs, gaps, strict=True))) for signs in product((1, -1), repeat=5)]
    expected = sum(value >= abs(sum(gaps)) - 1e-9 for value in sums) / len(sums)
    assert paired_permutation(gaps, rng=np.random.default_rng(1)).value == expected


def test_a_sampled_permutation_comes_close_to_scipys():
    rng = np.random.default_rng(8)
    gaps = rng.normal(0.25, 1, 60)
    ours = paired_permutation(gaps.tolist(), rng=rng, draws=20_000)
    reference = stats.permutation_test(
        (gaps,), np.mean, permutation_type="samples", n_resamples=20_000, rng=np.random.default_rng(9)
    )
    assert ours.value == pytest.approx(reference.pvalue, abs=0.01)
    assert paired_permutation([], rng=rng).reason == NO_PAIRS


def test_holm_gives_what_r_gives():
    # The numbers are those of R's p.adjust for five p-values, method holm.
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])
    assert holm([]) == []


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.lists(st.integers(0, 5), min_size=1, max_size=12))
def test_cliffs_delta_counts_who_is_above_whom(first, second):
    signs = [(a > b) - (a < b) for a, b in product(first, second)]
    figure = cliffs_delta(first, second)
    assert figure.value == pytest.approx(sum(signs) / len(signs))
    if figure.low is not None:
        assert -1 <= figure.low <= figure.value + 1e-9
        assert figure.value - 1e-9 <= figure.high <= 1


def test_cliffs_interval_covers_the_true_delta_about_as_often_as_it_says():
    rng, truth, hits = np.random.default_rng(4), 2 * stats.norm.cdf(0.5 / 2**0.5) - 1, 0
    for _ in range(400):
        figure = cliffs_delta(rng.normal(0.5, 1, 25), rng.normal(0, 1, 30))
        hits += figure.low <= truth <= figure.high
    assert 0.92 <= hits / 400 <= 0.98
