"""Counts of acceptable sentences: intervals, exact tests, and what a sample says about the set it was drawn from.

Section 2.4 of the paper calls two models empirically equivalent when judges accept as many sentences of A - B as of
B - A. Only some of those sentences were rated, each with a known probability of having been drawn, so an acceptable
share is a weighted share (weights 1 / probability), its interval is Clopper and Pearson's with Kish's effective sample
size and a correction for sets rated completely (Korn and Graubard 1998), and the number of acceptable sentences is that
share times the set's size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from evaluation.statistics.figure import Figure, Floats

NOTHING_RATED = "no sentence of this set has been rated"
EMPTY_SET = "the set is empty"


@dataclass(frozen=True)
class Sample:
    """The rated sentences of a set of `size`: which are acceptable, and how likely each was to be drawn."""

    size: int
    acceptable: Sequence[bool]
    probabilities: Sequence[float] | None = None

    @property
    def rated(self) -> int:
        return len(self.acceptable)

    @property
    def accepted(self) -> int:
        return sum(self.acceptable)

    @property
    def weights(self) -> Floats:
        if self.probabilities is None:
            return np.ones(self.rated)
        return np.asarray(1 / np.asarray(self.probabilities, dtype=np.float64))


def clopper_pearson(accepted: float, n: float, level: float = 0.95) -> tuple[float, float]:
    """The exact binomial interval; `accepted` and `n` may be fractions (effective sizes).

    >>> [round(x, 4) for x in clopper_pearson(8, 10)]
    [0.4439, 0.9748]
    """
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = float(betaincinv(accepted, n - accepted + 1, tail)) if accepted > 0 else 0.0
    high = float(betaincinv(accepted + 1, n - accepted, 1 - tail)) if accepted < n else 1.0
    return low, high


def wilson(accepted: float, n: float, level: float = 0.95) -> tuple[float, float]:
    """Wilson's (1927) score interval.

    >>> [round(x, 4) for x in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    from scipy.special import ndtri

    z = float(ndtri(0.5 + level / 2))
    share, z2 = accepted / n, z * z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    reach = z / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def acceptable_share(sample: Sample, level: float = 0.95) -> Figure:
    """The estimated share of the whole set that is acceptable."""
    if sample.size == 0:
        return Figure.undefined(EMPTY_SET)
    if not sample.rated:
        return Figure.undefined(NOTHING_RATED)
    share = weighted_share(sample.acceptable, sample.weights)
    if sample.rated >= sample.size:
        return Figure(share, share, share, n=sample.rated)
    n = effective_size(sample.weights) * max(sample.size - 1, 1) / (sample.size - sample.rated)
    low, high = clopper_pearson(share * n, n, level)
    return Figure(share, low, high, n=sample.rated)


def acceptable_count(sample: Sample, level: float = 0.95) -> Figure:
    """The estimated number of acceptable sentences in the whole set; never fewer than were seen."""
    if sample.size == 0:
        return Figure(0.0, 0.0, 0.0)
    share = acceptable_share(sample, level)
    if share.bounds is None:
        return share
    scaled = [bound * sample.size for bound in share.bounds]
    least, most = sample.accepted, sample.size - (sample.rated - sample.accepted)
    low, value, high = (min(max(bound, least), most) for bound in scaled)
    return Figure(value, low, high, n=sample.rated)


def weighted_share(acceptable: Sequence[bool], weights: Floats) -> float:
    """Hajek's ratio: the weight of the acceptable over all weight."""
    share = float(np.dot(np.asarray(acceptable, dtype=np.float64), weights) / weights.sum())
    return min(max(share, 0.0), 1.0)


def effective_size(weights: Floats) -> float:
    """Kish: how many equally weighted sentences would say as much."""
    return float(weights.sum() ** 2 / np.sum(weights**2))


def difference(a: Figure, b: Figure) -> Figure:
    """a - b with the interval recovered from both (MOVER: Newcombe 1998, Zou and Donner 2008)."""
    first, second = a.bounds, b.bounds
    if first is None or second is None:
        return Figure.undefined((b if first else a).reason or "one side has no interval")
    gap = first[1] - second[1]
    down = sqrt((first[1] - first[0]) ** 2 + (second[2] - second[1]) ** 2)
    up = sqrt((first[2] - first[1]) ** 2 + (second[1] - second[0]) ** 2)
    return Figure(gap, gap - down, gap + up, n=a.n + b.n)


def fisher_exact(a: Sample, b: Sample) -> Figure:
    """Fisher's two-sided p: do the rated sentences of the two sets differ in their acceptable share?"""
    if not a.rated or not b.rated:
        return Figure.undefined(NOTHING_RATED)
    n, accepted = a.rated + b.rated, a.accepted + b.accepted
    chances = hypergeometric(np.arange(a.rated + 1.0), n, np.array(float(accepted)), a.rated)
    # Outcomes no likelier than the one seen; the factor forgives rounding.
    return Figure(min(1.0, float(chances[chances <= chances[a.accepted] * (1 + 1e-7)].sum())), n=n)


def hypergeometric(seen: Floats, size: int, acceptable: Floats, rated: int) -> Floats:
    """The probability of `seen` acceptable ones among `rated` drawn from `size`, of which `acceptable` are."""
    chosen = log_choose(acceptable, seen) + log_choose(size - acceptable, rated - seen)
    return np.asarray(np.exp(chosen - log_choose(np.array(float(size)), np.array(float(rated)))))


def log_choose(n: Floats, k: Floats) -> Floats:
    """log of "n choose k"; minus infinity where there is no way to choose."""
    from scipy.special import gammaln

    possible = (k >= 0) & (k <= n)
    inside = np.where(possible, k, 0)
    logs = gammaln(n + 1) - gammaln(inside + 1) - gammaln(np.where(possible, n - inside, 0) + 1)
    return np.asarray(np.where(possible, logs, -np.inf))


def completeness(generated: Sequence[bool], weights: Floats, level: float = 0.95) -> Figure:
    """The share of the acceptable rated sentences that a model generates, each weighted by 1 / its probability."""
    if not len(generated):
        return Figure.undefined("no rated sentence is acceptable")
    share, n = weighted_share(generated, weights), effective_size(weights)
    return Figure(share, *clopper_pearson(share * n, n, level), n=len(generated))
