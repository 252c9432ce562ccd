"""The statistics of a set of scores: n, min, max, mean, sigma, median, quartiles, distribution.

Every number in a table of results is a property of a `Summary`, on pages, in exports and in the API: the σ of the
results page is `Summary.sigma`. Whose scores are summarised is the business of `services/results/tables.py`.

Everything follows from how often each scale point was given, so counts per point are all that a database has to
return, and sums of integers stay exact. Sigma is the sample's (n - 1), as in the paper's Table 2. Quartiles interpolate
linearly between the ordered scores (Hyndman and Fan's type 7, what R and numpy give).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from evaluation.statistics.figure import Figure

NO_RATINGS = "no ratings yet"
ONE_RATING = "one rating has no spread"


@dataclass(frozen=True, slots=True)
class Summary:
    """How often each scale point was given, points ascending, none with count 0.

    >>> row = Summary.from_counts({1: 1, 3: 1, 4: 1, 5: 2})
    >>> row.n, row.min, row.max, row.mean.value, round(row.sigma.value, 2), row.median.value
    (5, 1, 5, 3.6, 1.67, 4.0)
    """

    counts: tuple[tuple[int, int], ...]

    @classmethod
    def from_counts(cls, counts: Mapping[int, int]) -> Summary:
        return cls(tuple(sorted((point, count) for point, count in counts.items() if count)))

    @property
    def n(self) -> int:
        return sum(count for _, count in self.counts)

    @property
    def total(self) -> int:
        return sum(point * count for point, count in self.counts)

    @property
    def total_of_squares(self) -> int:
        return sum(point * point * count for point, count in self.counts)

    @property
    def min(self) -> int | None:
        return self.counts[0][0] if self.counts else None

    @property
    def max(self) -> int | None:
        return self.counts[-1][0] if self.counts else None

    @property
    def mean(self) -> Figure:
        return Figure(self.total / self.n, n=self.n) if self.n else Figure.undefined(NO_RATINGS)

    @property
    def sigma(self) -> Figure:
        return sigma_from_sums(self.n, self.total, self.total_of_squares)

    @property
    def median(self) -> Figure:
        return self.quantile(Fraction(1, 2))

    @property
    def quartiles(self) -> tuple[Figure, Figure, Figure]:
        return self.quantile(Fraction(1, 4)), self.median, self.quantile(Fraction(3, 4))

    def quantile(self, share: Fraction) -> Figure:
        if not self.n:
            return Figure.undefined(NO_RATINGS)
        place = (self.n - 1) * share
        below = place.numerator // place.denominator
        low, high = self._ordered(below), self._ordered(min(below + 1, self.n - 1))
        return Figure(float(low + (high - low) * (place - below)), n=self.n)

    def distribution(self, points: Iterable[int]) -> list[int]:
        """The count at each of `points` (those of the scale, given or not)."""
        given = dict(self.counts)
        return [given.get(point, 0) for point in points]

    def _ordered(self, position: int) -> int:
        """The score at `position` (0-based) when all are laid out in order."""
        for point, count in self.counts:
            if position < count:
                return point
            position -= count
        raise IndexError(position)


def sigma_from_sums(n: int, total: int, total_of_squares: int) -> Figure:
    """The sample's standard deviation (n - 1) from integer sums, exact until the root.

    >>> sigma_from_sums(5, 18, 76).value == (11.2 / 4) ** 0.5
    True
    """
    if n == 0:
        return Figure.undefined(NO_RATINGS)
    if n == 1:
        return Figure.undefined(ONE_RATING, n=1)
    return Figure(sqrt((n * total_of_squares - total * total) / (n * (n - 1))), n=n)
