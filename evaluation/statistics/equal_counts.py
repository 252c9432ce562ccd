"""An exact test that two sets hold equally many acceptable sentences, from a random sample of each.

Under the hypothesis both sets hold K acceptable sentences, K unknown; the numbers seen in the samples are then
hypergeometric. The test is unconditional, in Barnard's (1945) manner: the p-value is the largest probability, over all
K, of a gap between the two scaled counts at least as large as the gap seen. A set that was rated completely leaves one
K only. Where K has more than `GRID` possible values, an evenly spaced grid of them stands for all.
"""

from __future__ import annotations

import numpy as np

from evaluation.statistics.figure import Figure, Floats
from evaluation.statistics.proportions import NOTHING_RATED, Sample, hypergeometric, log_choose

GRID = 400
# In a set this large, drawing with and without replacement cannot be told apart, and whole numbers exceed a float's.
LARGE = 10**9


def equal_counts_test(a: Sample, b: Sample) -> Figure:
    """The p-value of "A - B and B - A hold the same number of acceptable sentences"; n sentences rated."""
    if (a.size and not a.rated) or (b.size and not b.rated):
        return Figure.undefined(NOTHING_RATED)
    possible = _possible_counts(a, b)
    n = a.rated + b.rated
    if not possible.size:
        return Figure(0.0, n=n)
    seen = abs(_scaled(a, a.accepted) - _scaled(b, b.accepted))
    gaps = np.abs(_scaled_range(a)[:, None] - _scaled_range(b)[None, :]) >= seen - 1e-9
    tails = np.einsum("ki,ij,kj->k", _chances(a, possible), gaps, _chances(b, possible), optimize=True)
    return Figure(float(min(1.0, tails.max())), n=n)


def _possible_counts(a: Sample, b: Sample) -> Floats:
    """Every K that both samples allow: at least what was accepted, at most what was not rejected."""
    least = max(a.accepted, b.accepted)
    most = min(s.size - (s.rated - s.accepted) for s in (a, b))
    if most < least:
        return np.array([])
    return np.unique(np.linspace(float(least), float(most), min(GRID, most - least + 1)).round())


def _scaled(sample: Sample, accepted: float) -> float:
    return sample.size * accepted / sample.rated if sample.rated else 0.0


def _scaled_range(sample: Sample) -> Floats:
    return np.array([_scaled(sample, accepted) for accepted in range(sample.rated + 1)])


def _chances(sample: Sample, possible: Floats) -> Floats:
    """possible K x seen: the hypergeometric probability of each number seen."""
    seen, acceptable = np.arange(sample.rated + 1.0)[None, :], possible[:, None]
    if sample.size > LARGE:
        return _binomial(seen, sample.rated, acceptable / float(sample.size))
    return hypergeometric(seen, sample.size, acceptable, sample.rated)


def _binomial(seen: Floats, n: int, share: Floats) -> Floats:
    ways = np.exp(log_choose(np.array(float(n)), seen))
    return np.asarray(ways * share**seen * (1 - share) ** (n - seen))
