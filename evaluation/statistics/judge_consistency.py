"""Each judge against the rest, against themself, and on their own scale.

The rest is the mean of the other judges of the same item (leaving the judge out, so that nobody agrees with themself).
`bias` is how many points the judge scores above the rest, `correlation` how far they order the items alike whatever
their level; a careless judge shows in the second, a strict one only in the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from evaluation.statistics.figure import Figure, Floats
from evaluation.statistics.pairwise import weighted_kappa, within_one
from evaluation.statistics.rating_table import Ratings

NOBODY_ELSE = "nobody else rated this judge's sentences"
NO_SPREAD = "the scores do not vary"
TOO_FEW = "it takes three shared items"
NO_REPEATS = "no sentence was shown to this judge twice"


@dataclass(frozen=True, slots=True)
class AgainstRest:
    """One judge beside the mean of the others, over the `shared` items somebody else rated as well."""

    shared: int
    bias: Figure
    correlation: Figure
    distance: Figure
    within_one: Figure


@dataclass(frozen=True, slots=True)
class Repeats:
    """The same judge and the same item, twice: how often the same score, within a point, and kappa."""

    same: Figure
    within_one: Figure
    distance: Figure
    kappa: Figure


def against_the_rest(ratings: Ratings, length: float = inf) -> list[AgainstRest]:
    """One entry per judge, in the order of `ratings.judge_labels`; `length` is the scale's."""
    totals, others = ratings.counts @ ratings.points, ratings.per_item - 1
    # Numbers of 16 bits are sorted by their digits, which is several times as fast.
    small = ratings.judges.astype(np.uint16) if ratings.judge_count < 2**16 else ratings.judges
    by_judge = np.argsort(small, kind="stable")
    ends = np.cumsum(np.bincount(ratings.judges, minlength=ratings.judge_count))
    found = []
    for own in np.split(by_judge, ends[:-1]) if len(ratings) else ():
        items, values = ratings.items[own], ratings.points[ratings.given[own]]
        shared = others[items] > 0
        items, values = items[shared], values[shared]
        found.append(_beside(values, (totals[items] - values) / others[items], length))
    return found


def _beside(own: Floats, rest: Floats, length: float) -> AgainstRest:
    n = int(own.size)
    if not n:
        return AgainstRest(0, *[Figure.undefined(NOBODY_ELSE)] * 4)
    gap = own - rest
    return AgainstRest(
        shared=n,
        bias=Figure(float(gap.mean()), n=n),
        correlation=correlation(own, rest),
        distance=Figure(float(np.abs(gap).mean()), n=n),
        within_one=within_one(gap, length),
    )


def correlation(x: Floats, y: Floats) -> Figure:
    """Pearson's r; undefined for fewer than three points or without spread."""
    n = int(x.size)
    if n < 3:
        return Figure.undefined(TOO_FEW, n=n)
    if x.std() < 1e-12 or y.std() < 1e-12:
        return Figure.undefined(NO_SPREAD, n=n)
    return Figure(float(np.corrcoef(x, y)[0, 1]), n=n)


def own_repeats(pairs: Sequence[tuple[float, float]], length: float = inf) -> Repeats:
    """From (first answer, second answer) of the same judge to the same items, on a scale of this length.

    >>> own_repeats([(3, 3), (4, 5), (1, 3)]).within_one.value == 2 / 3
    True
    """
    if not pairs:
        return Repeats(*[Figure.undefined(NO_REPEATS)] * 4)
    first, second = np.array(pairs, dtype=float).T
    gap, n = np.abs(first - second), len(pairs)
    return Repeats(
        same=Figure(float(np.mean(gap == 0)), n=n),
        within_one=within_one(gap, length),
        distance=Figure(float(gap.mean()), n=n),
        kappa=weighted_kappa(first.tolist(), second.tolist()),
    )


def z_scores(ratings: Ratings) -> Floats:
    """judges x points: each point as standard deviations (n - 1) from the judge's own mean; nan without any spread.

    >>> z_scores(Ratings.of(["s1", "s2", "s3"], ["asha"] * 3, [1, 2, 3])).tolist()
    [[-1.0, 0.0, 1.0]]
    """
    counts = ratings.counts_by_judge
    n = counts.sum(axis=1, keepdims=True)
    gaps = ratings.points - counts @ ratings.points[:, None] / n
    with np.errstate(invalid="ignore", divide="ignore"):
        sigmas = np.sqrt(np.sum(counts * gaps**2, axis=1, keepdims=True) / (n - 1))
        return np.where(sigmas > 1e-12, gaps / sigmas, np.nan)
