"""Shares of choices between two options, the pull of the first place, consistency.

Choices of one judge, and choices about one pair of sentences, are more alike than others; `clustered` says how the
variance of a share allows for that. The interval is Wilson's at the size that has this variance, for other judges like
these and for other pairs, of a single pair for this pair only (`reason` says so). Where everybody chose alike, it is
the exact bound of as many units as there are judges or pairs. One judge's own choices are taken as independent (Clopper
and Pearson): that interval is for this judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from evaluation.statistics.clustered import Clusters
from evaluation.statistics.figure import Bools, Figure, Floats, Ints
from evaluation.statistics.stratified import degenerate_bounds, quantile, wilson

NO_CHOICES = "no choice has been made"
NO_REPEATS = "no couple came twice"
ONE_JUDGE = "one judge: nothing follows for others"
ONE_PAIR = "for this sentence pair only"


def share(chosen: int, n: int, level: float = 0.95) -> Figure:
    """The share with Clopper and Pearson's exact interval, for independent choices.

    >>> figure = share(8, 10)
    >>> figure.value, round(figure.low, 4), round(figure.high, 4)
    (0.8, 0.4439, 0.9748)
    """
    from scipy.special import betaincinv

    if not n:
        return Figure.undefined(NO_CHOICES)
    tail = (1 - level) / 2
    low = float(betaincinv(chosen, n - chosen + 1, tail)) if chosen else 0.0
    high = float(betaincinv(chosen + 1, n - chosen, 1 - tail)) if chosen < n else 1.0
    return Figure(chosen / n, low, high, n)


def clustered_share(chosen: ArrayLike, judges: ArrayLike, pairs: ArrayLike, level: float = 0.95) -> Figure:
    """The share with an interval for other judges and pairs, from each choice, who made it and about which pair.

    >>> figure = clustered_share([1, 1, 1, 0] * 4, [0, 0, 1, 1] * 4, [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4)
    >>> figure.value, figure.low < 0.5, figure.n
    (0.75, True, 16)
    """
    made: Floats = np.asarray(chosen, dtype=np.float64)
    if not made.size:
        return Figure.undefined(NO_CHOICES)
    clusters, value, n = Clusters.of(judges, pairs), float(made.mean()), int(made.size)
    if clusters.judge_count < 2:
        return Figure(value, n=n, reason=ONE_JUDGE)
    reason = ONE_PAIR if clusters.pair_count == 1 else ""
    if value in (0.0, 1.0):
        return Figure(value, *degenerate_bounds(value, np.ones(clusters.fewest), level), n=n, reason=reason)
    spread, freedom = _spread(made, clusters)
    return Figure(value, *wilson(value, spread, quantile(freedom, level)), n=n, reason=reason)


def even_p(chosen: ArrayLike, judges: ArrayLike, pairs: ArrayLike) -> Figure:
    """The two-sided p value of an even share, below .05 exactly if the interval of `clustered_share` leaves 1/2 out.

    >>> even_p([1] * 12, [0, 1, 2, 3, 4, 5] * 2, [0] * 6 + [1] * 6).value  # of two pairs: 2 * (1/2)^2
    0.5
    """
    from scipy.special import stdtr

    found = clustered_share(chosen, judges, pairs)
    if found.value is None or found.low is None:
        return Figure.undefined(found.reason, found.n)
    made, clusters = np.asarray(chosen, dtype=np.float64), Clusters.of(judges, pairs)
    if found.value in (0.0, 1.0):
        return Figure(min(1.0, 2 * 0.5**clusters.fewest), n=found.n)
    spread, freedom = _spread(made, clusters)
    # Wilson's interval asks how likely the share is if the one tested were true: the variance is that of an even share.
    even = 0.25 * spread / (found.value * (1 - found.value))
    return Figure(float(2 * stdtr(max(freedom, 1.0), -abs(found.value - 0.5) / even**0.5)), n=found.n)


def _spread(made: Floats, clusters: Clusters) -> tuple[float, float]:
    """The variance of the share and its degrees of freedom."""
    value, n = float(made.mean()), int(made.size)
    return clusters.spread(value * (1 - value) / n, clusters.squares((made - value) / n))


def _none() -> Ints:
    return np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Tally:
    """How often the first option was chosen, how often the second, and how often neither.

    With ``judges`` and ``pairs`` (one for each of ``values``) the intervals are for others like them.
    """

    first: int = 0
    second: int = 0
    alike: int = 0
    values: Ints = field(default_factory=_none, repr=False, compare=False)
    judges: Ints = field(default_factory=_none, repr=False, compare=False)
    pairs: Ints = field(default_factory=_none, repr=False, compare=False)

    @property
    def n(self) -> int:
        return self.first + self.second + self.alike

    @property
    def is_of_one_pair(self) -> bool:
        """Its intervals are for this pair only."""
        return np.unique(self.pairs).size == 1

    @property
    def shares(self) -> tuple[Figure, Figure, Figure]:
        """Of all choices: the first, the second, both alike."""
        every = np.ones(self.n, dtype=bool)
        return self._share(1, every), self._share(2, every), self._share(0, every)

    @property
    def decided(self) -> Figure:
        """The share of the first among the choices of either."""
        return self._share(1, self.values != 0)

    @property
    def even(self) -> Figure:
        """The p value of an even share among the choices of either; nothing follows from one judge's own."""
        if not self.judges.size:
            return Figure.undefined(ONE_JUDGE if self.n else NO_CHOICES, self.n)
        decided = self.values != 0
        return even_p(self.values[decided] == 1, self.judges[decided], self.pairs[decided])

    def _share(self, option: int, among: Bools) -> Figure:
        chosen = self.values[among] == option
        if not self.judges.size:
            return share(int(chosen.sum()), int(among.sum()))
        return clustered_share(chosen, self.judges[among], self.pairs[among])

    @classmethod
    def of(cls, values: Iterable[int], judges: Sequence[int] = (), pairs: Sequence[int] = ()) -> Tally:
        """From 1 (the first), 2 (the second) and 0 (both alike).

        >>> Tally.of([1, 1, 2, 0])
        Tally(first=2, second=1, alike=1)
        """
        given = np.fromiter(values, dtype=np.int64)
        counts = np.bincount(given, minlength=3)
        who, about = (np.array(ids, dtype=np.int64) for ids in (judges, pairs))
        return cls(int(counts[1]), int(counts[2]), int(counts[0]), given, who, about)

    @property
    def swapped(self) -> Tally:
        return Tally(self.second, self.first, self.alike, np.array([0, 2, 1])[self.values], self.judges, self.pairs)


def consistency(answers: Sequence[tuple[int, int]], judges: Sequence[int] = ()) -> Figure:
    """The share of repeated couples, shown the other way round, that were answered alike: the same sentence
    again, or both alike again.

    With ``judges``, one for each, the interval is for other judges like them.
    """
    if not answers:
        return Figure.undefined(NO_REPEATS)
    same = [one == other for one, other in answers]
    return clustered_share(same, judges, np.arange(len(same))) if judges else share(sum(same), len(same))
