"""Tests between models, against published values and full enumeration."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from evaluation.statistics.permutation import NO_PAIRS, cliffs_delta, holm, paired_permutation


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
