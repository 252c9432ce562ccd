"""Counts of choices between two options: shares with exact intervals, the pull of the first place, consistency."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaluation.statistics.figure import Figure

NO_CHOICES = "no choice has been made"
NO_REPEATS = "no couple came twice"


def share(chosen: int, n: int, level: float = 0.95) -> Figure:
    """The share with Clopper and Pearson's exact interval.

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


@dataclass(frozen=True, slots=True)
class Tally:
    """How often the first option was chosen, how often the second, and how often neither."""

    first: int = 0
    second: int = 0
    alike: int = 0

    @property
    def n(self) -> int:
        return self.first + self.second + self.alike

    @property
    def shares(self) -> tuple[Figure, Figure, Figure]:
        """Of all choices: the first, the second, both alike."""
        return share(self.first, self.n), share(self.second, self.n), share(self.alike, self.n)

    @property
    def decided(self) -> Figure:
        """The share of the first among the choices of either."""
        return share(self.first, self.first + self.second)

    @classmethod
    def of(cls, values: Iterable[int]) -> Tally:
        """From 1 (the first), 2 (the second) and 0 (both alike).

        >>> Tally.of([1, 1, 2, 0])
        Tally(first=2, second=1, alike=1)
        """
        counts = [0, 0, 0]
        for value in values:
            counts[value] += 1
        return cls(first=counts[1], second=counts[2], alike=counts[0])

    @property
    def swapped(self) -> Tally:
        return Tally(self.second, self.first, self.alike)


def consistency(answers: Sequence[tuple[int, int]]) -> Figure:
    """The share of repeated couples, shown the other way round, of which the same sentence was chosen again."""
    if not answers:
        return Figure.undefined(NO_REPEATS)
    return share(sum(one == other for one, other in answers), len(answers))
