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

from math import exp, log, sqrt

import numpy as np

from evaluation.statistics.disagreement import Distances, Metric, observed
from evaluation.statistics.figure import Figure, Floats, Ints
from evaluation.statistics.other_judges import why_no_interval
from evaluation.statistics.rating_table import Ratings

TOO_FEW_ITEMS = "too few sentences for an interval"
# More items, judges or ratings are left out in so many groups.
MOST_GROUPS = 100
# Judges may agree less than by chance, but not by so much that 1 + (k - 1) alpha would be nothing.
LEAST = 0.05


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
        self.cells = ratings.items * ratings.points.size + ratings.given

    @property
    def judges_per_item(self) -> float:
        return float(1 / np.mean(1 / self.ratings.per_item))

    def error(self, rng: np.random.Generator) -> tuple[float, float]:
        """The standard error of log(1 - alpha), and its degrees of freedom."""
        items, judges = (_groups(codes, rng) for codes in (self.ratings.items, self.ratings.judges))
        single = _groups(_ranks(self.ratings), rng)
        of_items = self._jackknife(items)
        of_judges = max(0.0, self._jackknife(judges) - self._jackknife(single))
        below = of_items**2 / max(1, items.max()) + of_judges**2 / judges.max()
        return sqrt(of_items + of_judges), (of_items + of_judges) ** 2 / below if below > 0 else 1.0

    def _jackknife(self, groups: Ints) -> float:
        """The variance of log(1 - alpha) by leaving out one group of ratings after the other."""
        whole, order = self.ratings.counts, np.argsort(groups.astype(np.uint8), kind="stable")
        ends = np.cumsum(np.bincount(groups))[:-1]
        left_out = (np.bincount(own, minlength=whole.size) for own in np.split(self.cells[order], ends))
        logs = np.array([self._log_unlike(whole - one.reshape(whole.shape)) for one in left_out])
        logs = logs[np.isfinite(logs)]
        return float(np.mean((logs - logs.mean()) ** 2)) * (logs.size - 1) if logs.size > 1 else float("nan")

    def _log_unlike(self, units: Floats) -> float:
        """log(1 - alpha), alpha being Krippendorff's."""
        paired = units @ np.ones(units.shape[1]) >= 2
        units = units if paired.all() else units[paired]
        whole = units.sum(axis=0, keepdims=True)
        distances, n = Distances(whole[0], self.ratings.points, self.metric), float(whole.sum())
        return _log_ratio((n - 1) * observed(*distances.within(units)), float(distances.within(whole)[1][0]))

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
    return np.asarray((rng.permutation(number) % min(number, MOST_GROUPS))[codes], dtype=np.int64)


def _ranks(ratings: Ratings) -> Ints:
    """The rank of each rating by item and judge: in which order a database sent them says nothing."""
    cells = ratings.cells(slice(None))
    ranks = np.arange(cells.size)
    if np.any(cells[1:] < cells[:-1]):
        ranks[np.argsort(cells)] = np.arange(cells.size)
    return ranks
