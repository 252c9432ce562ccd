"""Paired permutation tests, Holm's correction and Cliff's delta.

The unit of a comparison is what both models share: a sentence pair. Under the hypothesis that two models are rated
alike, the sign of each pair's difference is a coin toss. All 2^n sign patterns are tried when there are at most
EXACT_LIMIT units; otherwise random ones, counting the pattern seen as one of them (Phipson and Smyth 2010).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from evaluation.statistics.figure import Figure, Floats

EXACT_LIMIT = 16
NO_PAIRS = "no sentence pair has rated sentences of both"
ONE_GROUP = "one of the two groups is empty"


def paired_permutation(differences: Sequence[float], *, rng: np.random.Generator, draws: int = 10_000) -> Figure:
    """The two-sided p-value of a mean difference this far from zero; n units.

    >>> paired_permutation([1.0, 2.0, 3.0], rng=np.random.default_rng(1)).value
    0.25
    """
    gaps = np.asarray(differences, dtype=np.float64)
    if not gaps.size:
        return Figure.undefined(NO_PAIRS)
    seen = abs(gaps.sum())
    if gaps.size <= EXACT_LIMIT:
        sums = _all_signs(int(gaps.size)) @ gaps
        return Figure(float(np.mean(np.abs(sums) >= seen - 1e-9)), n=int(gaps.size))
    beyond = 0
    for size in _chunks(draws, int(gaps.size)):
        signs = rng.integers(0, 2, (size, gaps.size)) * 2.0 - 1
        beyond += int(np.sum(np.abs(signs @ gaps) >= seen - 1e-9))
    return Figure((beyond + 1) / (draws + 1), n=int(gaps.size))


def _all_signs(n: int) -> Floats:
    patterns = np.arange(2**n)[:, None] >> np.arange(n)[None, :]
    return np.asarray((patterns & 1) * 2.0 - 1)


def _chunks(draws: int, size: int) -> list[int]:
    step = max(1, 4_000_000 // size)
    return [min(step, draws - done) for done in range(0, draws, step)]


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's (1979) step-down adjustment, in the order given.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted, largest = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = largest
    return adjusted


def cliffs_delta(first: Sequence[float], second: Sequence[float], level: float = 0.95) -> Figure:
    """P(first > second) - P(first < second), with Cliff's (1993) interval for independent groups.

    >>> cliffs_delta([3, 4, 5], [1, 2, 3]).value
    0.8888888888888888
    """
    x, y = np.sort(np.asarray(first, dtype=np.float64)), np.sort(np.asarray(second, dtype=np.float64))
    if not x.size or not y.size:
        return Figure.undefined(ONE_GROUP)
    smaller, not_larger = np.searchsorted(y, x, "left"), np.searchsorted(y, x, "right")
    above = (smaller - (y.size - not_larger)) / y.size
    below = (x.size - np.searchsorted(x, y, "right") - np.searchsorted(x, y, "left")) / x.size
    delta, n = float(above.mean()), int(x.size + y.size)
    if x.size < 2 or y.size < 2:
        return Figure(delta, n=n)
    ties = int(np.sum(not_larger - smaller))
    if abs(delta) == 1:
        return Figure(delta, *_separated_interval(delta, min(x.size, y.size), level), n=n)
    return Figure(delta, *_cliff_interval(delta, _delta_variance(delta, above, below, ties), level), n=n)


def _delta_variance(delta: float, above: Floats, below: Floats, ties: int) -> float:
    """Cliff's unbiased estimate, never below his floor (1 - delta^2) / (n m - 1)."""
    n, m = above.size, below.size
    rows, columns = float(np.sum((above - delta) ** 2)), float(np.sum((below - delta) ** 2))
    cells = n * m - ties - n * m * delta**2
    estimate = (m * m * rows + n * n * columns - cells) / (n * m * (n - 1) * (m - 1))
    return max(estimate, (1 - delta**2) / (n * m - 1))


def _cliff_interval(delta: float, variance: float, level: float) -> tuple[float, float]:
    from scipy.special import ndtri

    z = float(ndtri(0.5 + level / 2))
    reach = z * sqrt(variance) * sqrt((1 - delta**2) ** 2 + z * z * variance)
    below = 1 - delta**2 + z * z * variance
    return max(-1.0, (delta - delta**3 - reach) / below), min(1.0, (delta - delta**3 + reach) / below)


def _separated_interval(delta: float, smaller_group: int, level: float) -> tuple[float, float]:
    """Groups that do not overlap: the variance is 0, so the interval follows from the smaller group's size."""
    from scipy.special import ndtri

    z2 = float(ndtri(0.5 + level / 2)) ** 2
    bound = (smaller_group - z2) / (smaller_group + z2)
    return (bound, 1.0) if delta > 0 else (-1.0, -bound)
