"""The interval of Krippendorff's alpha, for other items and for other judges like these.

Alpha itself comes out too low in small tables: it takes for chance also the pairs of values of one item and those of
one judge, which are closer to each other than values of different items by different judges. The interval is therefore
laid about an alpha whose expected disagreement has only pairs of different items and different judges.

The variance, on the scale of log(1 - alpha), where disagreements multiply: leaving out one item after the other and one
judge after the other (jackknife; many in groups), less leaving out single ratings, which both have in them (Cameron,
Gelbach and Miller 2011, "Robust inference with multiway clustering"). Student's t has Satterthwaite's degrees of
freedom. The ends are on the scale of log((1 + (k - 1) alpha) / (1 - alpha)), Fisher's z of an intraclass correlation of
k judges per item, where what few items do to alpha is symmetric; on that of log(1 - alpha) intervals of 15 judges and
ten items held the truth in 89 % of studies, most others being too low. Resampling items alone holds for these judges
only; drawing judges with replacement makes copies, who agree with themselves.
"""

from __future__ import annotations

from functools import cached_property
from math import exp, log, sqrt

import numpy as np

from evaluation.statistics.disagreement import Distances, Metric, coincidences, observed, squared_distances
from evaluation.statistics.figure import Figure, Floats, Ints
from evaluation.statistics.other_judges import why_no_interval
from evaluation.statistics.rating_table import Ratings

TOO_FEW_ITEMS = "too few sentences for an interval"
# More items, judges or ratings are left out in so many groups.
MOST_GROUPS = 100
# Judges may agree less than by chance, but not by so much that 1 + (k - 1) alpha would be nothing.
LEAST = 0.05
# No smaller than 1 / (judges - 1), so that what is smaller was left by rounding.
LEAST_COINCIDENCE = 1e-7


def with_interval(
    figure: Figure, ratings: Ratings, metric: Metric, rng: np.random.Generator, level: float = 0.95
) -> Figure:
    """The figure (alpha of these ratings) with its interval, or with the reason why it has none."""
    value = figure.value or 0.0
    if reason := why_no_interval(ratings):
        return Figure(value, n=figure.n, reason=reason)
    paired = (ratings.per_item >= 2)[ratings.items]
    table = _Table(ratings if paired.all() else ratings.among(paired), metric)
    centre, (error, freedom) = table.centre(), table.error(rng)
    if not np.isfinite(centre + error) or error < 1e-9:
        return Figure(value, n=figure.n, reason=TOO_FEW_ITEMS)
    return Figure(value, *_ends(value, centre, error, freedom, table.judges_per_item, level), figure.n)


def _ends(value: float, centre: float, error: float, freedom: float, k: float, level: float) -> tuple[float, float]:
    """From log(1 - alpha) and its error."""
    from scipy.special import stdtrit

    middle = log(max(LEAST, k - (k - 1) * exp(centre))) - centre
    reach = float(stdtrit(freedom, 0.5 + level / 2)) * error * k / max(LEAST, 1 + (k - 1) * value)
    low, high = (1 - k / (exp(end) + k - 1) for end in (middle - reach, middle + reach))
    return min(low, value), max(high, value)


class _Table:
    """Ratings as a table of items x points, from which some can be left out."""

    def __init__(self, ratings: Ratings, metric: Metric) -> None:
        self.ratings, self.metric = ratings, metric

    @property
    def judges_per_item(self) -> float:
        return float(1 / np.mean(1 / self.ratings.per_item))

    def error(self, rng: np.random.Generator) -> tuple[float, float]:
        """The standard error of log(1 - alpha), and its degrees of freedom."""
        items, judges = (_groups(codes, rng) for codes in (self.ratings.items, self.ratings.judges))
        single = _groups(_ranks(self.ratings), rng)
        of_items = self._jackknife(items)
        of_judges = max(0.0, self._jackknife(judges) - self._jackknife(single))
        below = of_items**2 / max(1, int(items.max())) + of_judges**2 / int(judges.max())
        return sqrt(of_items + of_judges), (of_items + of_judges) ** 2 / below if below > 0 else 1.0

    def _jackknife(self, groups: Ints) -> float:
        """The variance of log(1 - alpha) by leaving out one group of ratings after the other."""
        order, ends = np.argsort(groups, kind="stable"), np.cumsum(np.bincount(groups))[:-1]
        parts = (np.split(codes[order], ends) for codes in (self.ratings.items, self.ratings.given))
        logs = self._logs_unlike(np.array([self._left(items, given) for items, given in zip(*parts, strict=True)]))
        logs = logs[np.isfinite(logs)]
        return float(np.mean((logs - logs.mean()) ** 2)) * (logs.size - 1) if logs.size > 1 else float("nan")

    @cached_property
    def _units(self) -> tuple[Floats, Floats]:
        """Points x items, and their coincidences."""
        units = np.ascontiguousarray(self.ratings.counts.T)
        return units, coincidences(units)

    def _left(self, items: Ints, given: Ints) -> Floats:
        """The coincidences without some ratings; of other items nothing changes."""
        occurs = np.zeros(self.ratings.item_count, dtype=bool)
        occurs[items] = True
        places, (units, found) = np.cumsum(occurs) - 1, self._units
        whole = units.take(np.flatnonzero(occurs), axis=1)
        cells = given.astype(np.int64) * whole.shape[1] + places[items]
        left = whole - np.bincount(cells, minlength=whole.size).reshape(whole.shape)
        found = found - coincidences(whole) + coincidences(left)
        # Two points that are nowhere together any more are so exactly.
        return np.asarray(np.where(found < LEAST_COINCIDENCE, 0.0, found))

    def _logs_unlike(self, found: Floats) -> Floats:
        """log(1 - alpha) of each table of coincidences, alpha being Krippendorff's; nan where there is none."""
        pairs, marginals = found[:, 1:], found[:, 0]
        apart, n = squared_distances(marginals, self.ratings.points, self.metric), marginals.sum(axis=1)
        together = (n - 1) * np.sum(pairs * apart, axis=(1, 2))
        by_chance = np.sum(marginals[:, :, None] * marginals[:, None, :] * apart, axis=(1, 2))
        known = np.minimum(together, by_chance) > 2e-9
        return np.asarray(np.log(np.divide(together, by_chance, out=np.full(n.size, np.nan), where=known)))

    def centre(self) -> float:
        """log(1 - alpha), chance being pairs of values of different items and different judges."""
        units = self.ratings.counts
        whole = units.sum(axis=0, keepdims=True)
        distances = Distances(whole[0], self.ratings.points, self.metric)
        tables = whole, units, self.ratings.counts_by_judge
        (n, of_all), of_items, of_judges = (distances.within(table) for table in tables)
        pairs = float(n[0] ** 2 + n[0]) - sum(float(sizes @ sizes) for sizes, _within in (of_items, of_judges))
        apart = float(of_all[0] - of_items[1].sum() - of_judges[1].sum())
        return _log_ratio(observed(*of_items) * pairs, apart * float(n[0]))


def _log_ratio(above: float, below: float) -> float:
    return log(above / below) if min(above, below) > 1e-9 else float("nan")


def _groups(codes: Ints, rng: np.random.Generator) -> Ints:
    """The group of each rating: that of its item or judge, of which several may be in one group."""
    number = int(codes.max()) + 1
    # Numbers of so few bits are sorted by counting them.
    return np.asarray((rng.permutation(number) % min(number, MOST_GROUPS)).astype(np.uint8)[codes])


def _ranks(ratings: Ratings) -> Ints:
    """The rank of each rating by item and judge: in which order a database sent them says nothing."""
    cells = ratings.cells(slice(None))
    if ratings.is_dense:
        return np.asarray(np.cumsum(ratings.presence, dtype=np.int32)[cells] - 1)
    ranks = np.empty(cells.size, dtype=np.int64)
    ranks[np.argsort(cells)] = np.arange(cells.size)
    return ranks
