"""Scales from choices between two options: what Bradley-Terry and Thurstone share.

Each option i has a place s_i on a scale, and i is chosen over j with probability F(s_i - s_j); F is the logistic
function for Bradley and Terry, the normal one for Thurstone. The places are the maximum of the likelihood, with sum 0.
A choice of "both alike" is half a choice of each.

The maximum exists if and only if some chain of choices leads from every option to every other (Ford 1957): an option
that was always or never chosen would go to infinity. Where it does not, every two options that were compared get one
choice more, half of it for each, and the scale says so (`is_penalised`). Its places then depend on what was added, and
the curvature there says nothing about how far they could be: they have no interval. Nor has a scale of which every
answer is "both alike".

Choices of one judge, and choices about one pair of sentences, are more alike than others. So the intervals come from
the likelihood's slopes added up by judge and by pair (`clustered`), and none is shorter than if all choices were
independent. Of one judge alone there is no interval: nothing tells how others would have chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evaluation.statistics.clustered import Clusters
from evaluation.statistics.figure import Figure, Floats, Ints
from evaluation.statistics.stratified import quantile

NO_CHOICES = "no choice has been made"
NOT_CONNECTED = "not connected: no chain of choices leads to all the others"
ONE_JUDGE = "one judge: no interval"
HELPED = "half choices were added: no interval"
NOBODY_CHOSE = "nobody chose, all answers are “both alike”: no interval"
# (log F, its slope, its curvature with the sign changed) at differences s_i - s_j.
Link = Callable[[Floats], tuple[Floats, Floats, Floats]]


@dataclass(frozen=True)
class Comparisons:
    """Choices between options 0 to ``size`` - 1, by whom and about which pair.

    ``weights`` are 1, or 1/2 for each of the two rows that "both alike" makes.
    """

    size: int
    winners: Ints
    losers: Ints
    weights: Floats
    judges: Ints
    pairs: Ints

    @classmethod
    def of(cls, size: int, rows: Sequence[tuple[int, int, float, int, int]]) -> Comparisons:
        """From (winner, loser, weight, judge, pair) of each."""
        table = np.array(rows, dtype=np.float64).reshape(-1, 5)
        winners, losers, judges, pairs = (table[:, column].astype(np.int64) for column in (0, 1, 3, 4))
        return cls(size, winners, losers, table[:, 2], judges, pairs)

    @property
    def wins(self) -> Floats:
        """How often the option of each row was chosen over that of each column."""
        cells = np.bincount(self.winners * self.size + self.losers, self.weights, self.size**2)
        return np.asarray(cells.reshape(self.size, self.size))

    @property
    def choices(self) -> int:
        return round(float(self.weights.sum()))


@dataclass(frozen=True)
class Scale:
    """The options' places; `covariance` is that of independent choices, `influences` what each choice moved them by."""

    values: Floats
    covariance: Floats
    influences: Floats
    clusters: Clusters
    is_penalised: bool
    choices: Ints
    # Every answer is "both alike": the places are 0 by what half choices are, whatever judges would choose.
    nobody_chose: bool = False

    def figures(self, level: float = 0.95) -> list[Figure]:
        signs = np.eye(len(self.values))
        return [self._figure(each, int(number), level) for each, number in zip(signs, self.choices, strict=True)]

    def contrast(self, first: int, second: int, level: float = 0.95) -> Figure:
        """How much higher the first option is than the second."""
        signs = np.zeros(len(self.values))
        signs[[first, second]] = 1, -1
        return self._figure(signs, int(self.choices[[first, second]].sum()), level)

    def _figure(self, signs: Floats, n: int, level: float) -> Figure:
        value = float(signs @ self.values)
        if self.clusters.judge_count < 2:
            return Figure(value, n=n, reason=ONE_JUDGE)
        if self.nobody_chose:
            return Figure(value, n=n, reason=NOBODY_CHOSE)
        if self.is_penalised:
            return Figure(value, n=n, reason=HELPED)
        independent = float(signs @ self.covariance @ signs)
        spread, freedom = self.clusters.spread(independent, self.clusters.squares(self.influences @ signs))
        reach = quantile(freedom, level) * float(np.sqrt(spread))
        return Figure(value, value - reach, value + reach, n)


def fit(comparisons: Comparisons, link: Link) -> Scale | Figure:
    """The scale, or the reason why there is none."""
    wins = comparisons.wins
    if not wins.any():
        return Figure.undefined(NO_CHOICES)
    if _parts(wins, "weak") > 1:
        return Figure.undefined(NOT_CONNECTED, n=comparisons.choices)
    is_penalised = _parts(wins, "strong") > 1
    counted = wins + 0.5 * ((wins + wins.T) > 0) if is_penalised else wins
    values = maximum(counted, link)
    inverse = np.asarray(np.linalg.pinv(_information(counted, values, link)), dtype=np.float64)
    return Scale(
        values=values,
        covariance=inverse,
        influences=_influences(comparisons, values, link, inverse),
        clusters=Clusters.of(comparisons.judges, comparisons.pairs),
        is_penalised=is_penalised,
        choices=np.rint(wins.sum(axis=0) + wins.sum(axis=1)).astype(np.int64),
        nobody_chose=bool(np.all(comparisons.weights < 1)),
    )


def _parts(wins: Floats, kind: Literal["weak", "strong"]) -> int:
    from scipy.sparse.csgraph import connected_components

    count, _labels = connected_components(wins > 0, directed=True, connection=kind)
    return int(count)


def maximum(wins: Floats, link: Link) -> Floats:
    """Newton's method with halved steps; the likelihood is concave."""
    values = np.zeros(len(wins))
    likelihood = _likelihood(wins, values, link)
    for _ in range(200):
        slope = _slopes(wins, values, link)
        step = np.linalg.pinv(_information(wins, values, link)) @ slope
        if float(slope @ step) < 1e-18 * max(1.0, abs(likelihood)):
            break
        for halvings in range(40):
            trial = values + step / 2**halvings
            reached = _likelihood(wins, trial, link)
            if reached >= likelihood:
                break
        values, likelihood = trial - trial.mean(), reached
    return values


def _differences(values: Floats) -> Floats:
    return np.asarray(values[:, None] - values[None, :])


def _likelihood(wins: Floats, values: Floats, link: Link) -> float:
    return float((wins * link(_differences(values))[0]).sum())


def _slopes(wins: Floats, values: Floats, link: Link) -> Floats:
    slopes = wins * link(_differences(values))[1]
    return np.asarray(slopes.sum(axis=1) - slopes.sum(axis=0))


def _information(wins: Floats, values: Floats, link: Link) -> Floats:
    """The curvature of the likelihood with the sign changed: a weighted Laplacian of the graph of couples."""
    curvature = wins * link(_differences(values))[2]
    between = curvature + curvature.T
    return np.diag(between.sum(axis=1)) - between


def _influences(comparisons: Comparisons, values: Floats, link: Link, inverse: Floats) -> Floats:
    """choices x options: the slope of each choice's likelihood, in the units of the places."""
    winners, losers = comparisons.winners, comparisons.losers
    slopes = comparisons.weights * link(values[winners] - values[losers])[1]
    return np.asarray(slopes[:, None] * (inverse[winners] - inverse[losers]))
