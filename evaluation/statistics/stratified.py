"""Shares, means and totals of a set of which some sentences were rated by some judges, with intervals for both.

A total is sum_ij z_ij, linear in the judgements y_ij of judge j about sentence i: z_ij = c_i w_i y_ij / k_i, with w_i
the sentence's weight, k_i its judges and c_i what the quantity asks for (1 for a total; +1 and -1 for a difference).
It is unbiased for any number of judges, and its variance has three parts:

- between: sentences that were not drawn; none where all are rated (finite population correction);
- noise: another judgement of the same judge about another sentence would fall out otherwise;
- judges: other judges are stricter or milder, altogether or about some of the sentences. It is found from how each
  judge's deviations from the *other* judges of the same sentences add up: with r_ij = w_i (y_ij - mean of the others),
  sum_j (sum_i r_ij)^2 - sum_ij r_ij^2, times what makes it unbiased given who shares sentences with whom. Where a
  sentence has one judge, the others are those of other sentences of its cell.

What judges share can also make a difference more certain (the third part is negative then); the first part is 0 and
the other two together a quarter of the noise at least, or few judges could make an interval vanish. Degrees of
freedom are Satterthwaite's over the strata, judges - 1 for the last two. A share has Wilson's interval at the effective
size share (1 - share) / variance (Dean and Pagano 2015), which stays within 0 and 1 and holds near them; where all
judgements are alike, the exact bound: the most that could be otherwise without making what was seen less likely than
2.5 %, 1 - .025^(1/n) where n sentences weigh alike.

Where the judgements about a cell are alike in each of its strata, or only one of its sentences was rated, the formula
sees no variance at all, though other sentences and other judges may differ. Such a cell has the variance of its n
sentences with four more, two at either end of the scale (Agresti and Coull 1998); where its strata differ, this holds
for those of one score together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from evaluation.statistics.figure import Bools, Figure, Floats, Ints
from evaluation.statistics.rating_table import Ratings
from evaluation.statistics.strata import Region

NOTHING_RATED = "no sentence of this set has been rated"
EMPTY_SET = "the set is empty"
ONE_JUDGE = "one judge rated it: nothing follows for other judges"
ONE_SENTENCE = "one sentence of the set was rated: nothing follows for the others"
PARTS_ALIKE = "judgements about a part of it are all alike: its interval may be wider than needed"
# Of a share; a mean has the ends of its scale.
ZERO_TO_ONE = (0.0, 1.0)
# How many more judgements at each end of the scale, where all of them are alike.
ADDED = 2
# What judges share leaves this part of the noise at least: with few judges it is estimated badly. Of 3/4, 1/2, 1/4 and
# 1/10, a quarter came closest to 95 % (benchmarks.coverage, designs 1 to 4: differences 95 to 98 %; 3/4: 96 to 99.7 %).
LEAST_NOISE = 0.25


@dataclass(frozen=True)
class Variance:
    """The parts of a total's variance, and the degrees of freedom behind the first and the other two."""

    between: float
    between_freedom: float
    # Some of the first part stands for what could not be seen, because judgements are alike.
    has_unseen: bool
    noise: float
    judges: float
    judge_freedom: float

    @property
    def total(self) -> float:
        return self.between + self.noise + self.judges

    @property
    def freedom(self) -> float:
        """Satterthwaite's degrees of freedom of the sum."""
        shared = self.noise + self.judges
        below = self.between**2 / max(self.between_freedom, 1) + shared**2 / max(self.judge_freedom, 1)
        return self.total**2 / below if below > 0 else 1.0


@dataclass(frozen=True)
class Judged:
    """Judgements, and what the variance needs to know about who rated what.

    `scores` says what each of the ratings' points counts for: itself for means; for shares 1 or 0.
    """

    ratings: Ratings
    scores: Floats

    @cached_property
    def per_item(self) -> Floats:
        return self.ratings.per_item.astype(np.float64)

    @cached_property
    def item_means(self) -> Floats:
        return np.asarray(self.ratings.counts @ self.scores / self.per_item)

    @cached_property
    def _stretch(self) -> Floats:
        """Per sentence what makes a gap to its mean one to that of the *other* judges; 0 where there is no other."""
        k = self.per_item
        return np.where(k > 1, k / np.maximum(k - 1, 1), 0.0)

    @cached_property
    def _squared_gaps(self) -> Floats:
        """Per sentence the squares of its judgements less its mean, added up."""
        gaps = self.scores - self.item_means[:, None]
        return np.asarray(np.sum(self.ratings.counts * gaps**2, axis=1))

    @property
    def spread(self) -> Floats:
        """Per sentence 0 exactly if its judgements are alike."""
        return self._squared_gaps

    @cached_property
    def deviation_table(self) -> Any:
        """items x judges: each judgement less the mean of the others of its sentence; sparse where it is large.

        Sums over sentences are products with it.
        """
        ratings, means, stretch = self.ratings, self.item_means, self._stretch
        if not ratings.is_dense:
            return ratings.matrix((self.scores[ratings.given] - means[ratings.items]) * stretch[ratings.items])
        table = ratings.table(self.scores)
        table -= means[:, None]
        table *= stretch[:, None]
        table[~ratings.presence] = 0.0
        return table

    @cached_property
    def squared_deviations(self) -> Floats:
        """Per sentence the sum over its judges."""
        return np.asarray(self._squared_gaps * self._stretch**2)

    @cached_property
    def own_noise(self) -> Floats:
        """Per sentence the variance of its mean, were its judges all alike; 0 for sentences with one judge."""
        k = self.per_item
        return np.asarray(self._squared_gaps / (k * np.maximum(k - 1, 1)))

    def total(self, weights: Floats) -> float:
        return float(weights @ self.item_means)


def variance(judged: Judged, weights: Floats, region: Region, limits: tuple[float, float] = ZERO_TO_ONE) -> Variance:
    """The variance of `judged.total(weights)`; `weights` are those of the region times what the quantity asks for."""
    return Variance(*between_sentences(judged, weights, region, limits), *between_judges(judged, weights, region.cells))


def between_sentences(
    judged: Judged, weights: Floats, region: Region, limits: tuple[float, float] = ZERO_TO_ONE
) -> tuple[float, float, bool]:
    """The first part, its degrees of freedom, and whether some of it stands for what could not be seen."""
    parts, alike = [_between(judged, weights, region)], _alike(judged, region)
    if alike.any():
        parts.append(_unseen(judged, weights, region, alike, limits))
    return *_satterthwaite(parts), bool(parts[1:] and parts[1][0].any())


def between_judges(judged: Judged, weights: Floats, cells: Ints) -> tuple[float, float, float]:
    """Noise, judges and the degrees of freedom of both."""
    noise = float(np.sum(weights**2 * judged.own_noise))
    judges = max((LEAST_NOISE - 1) * noise, _judges(judged, weights, cells))
    return noise, judges, judged.ratings.judges_of(weights != 0) - 1.0


# Parts of a variance, and the degrees of freedom of each.
Parts = tuple[Floats, Floats]


def _satterthwaite(parts: Sequence[Parts]) -> tuple[float, float]:
    """The sum of all, at least 0, and its degrees of freedom; what came out below 0 has none."""
    values, freedoms = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    seen = np.maximum(values, 0.0)
    below = float(np.sum(seen**2 / np.maximum(freedoms, 1)))
    return max(0.0, float(values.sum())), float(seen.sum()) ** 2 / below if below > 0 else 0.0


def _between(judged: Judged, weights: Floats, region: Region) -> Parts:
    groups, size = region.groups, int(region.groups.max()) + 1
    here = weights != 0
    drawn = np.bincount(groups[here], minlength=size)
    # Each sentence counts alike: about a weighed mean the sentence that stands for most would hardly vary.
    means = np.bincount(groups, np.where(here, judged.item_means, 0.0), size) / np.maximum(drawn, 1)
    residuals = weights * (judged.item_means - means[groups])
    squares = np.bincount(groups, residuals**2, size) * drawn / np.maximum(drawn - 1, 1)
    noise = np.bincount(groups, weights**2 * judged.own_noise, size)
    return np.asarray(_missing(judged, region, here) * (squares - noise)), np.asarray(drawn - 1, dtype=np.float64)


def _missing(judged: Judged, region: Region, here: Bools) -> Floats:
    """Per group how much of the spread between its sentences counts: the part that was not drawn.

    Where a sentence has one judge its noise is part of that spread, drawn completely or not.
    """
    groups, size = region.groups, int(region.groups.max()) + 1
    drawn, stands_for = np.bincount(groups, here, size), np.bincount(groups, np.where(here, region.stands_for, 0), size)
    unknown = np.bincount(groups, here & (judged.per_item == 1), size) > 0
    return np.where(unknown, 1.0, np.clip(1 - drawn / np.maximum(stands_for, 1e-300), 0, 1))


def _alike(judged: Judged, region: Region) -> Bools:
    """Which of the region's sentences are of a cell in each of whose groups judgements are alike, or alone in it.

    Of a group that was rated completely those of each sentence are enough: how sentences differ is then no variance.
    """
    groups, inside = region.groups, region.inside
    sums, counts = np.bincount(groups, np.where(inside, judged.item_means, 0.0)), np.bincount(groups, inside)
    gaps = judged.item_means - (sums / np.maximum(counts, 1))[groups]
    sampled = _missing(judged, region, inside)[groups] > 1e-9
    differ = np.bincount(groups, inside & (judged.spread + np.where(sampled, gaps**2, 0) > 1e-18)) > 0
    cells_differ = np.bincount(region.cells, inside & differ[groups]) > 0
    alone = np.bincount(region.cells, inside)[region.cells] == 1
    return np.asarray(inside & (~cells_differ[region.cells] | (alone & (region.stands_for > 1 + 1e-9))))


def _unseen(judged: Judged, weights: Floats, region: Region, alike: Bools, limits: tuple[float, float]) -> Parts:
    """The variance of what is alike: per cell and score, as if there were `ADDED` more at each end of the scale."""
    scores, place = np.unique(np.round(judged.item_means[alike], 9), return_inverse=True)
    kinds = region.cells[alike] * scores.size + place
    n, totals = np.bincount(kinds), np.bincount(kinds, weights[alike])
    ends, score = np.array(limits), np.resize(scores, n.size)
    middle = (n * score + ADDED * ends.sum()) / (n + 2 * ADDED)
    squares = n * (score - middle) ** 2 + ADDED * np.sum((ends[:, None] - middle) ** 2, axis=0)
    return totals**2 * squares / (n + 2 * ADDED) ** 2, np.asarray(n + 2 * ADDED - 1, dtype=np.float64)


def _judges(judged: Judged, weights: Floats, cells: Ints) -> float:
    each = weights / judged.per_item
    sums = each @ judged.deviation_table
    alone = float(each**2 @ judged.squared_deviations)
    single = _single_judgements(judged, weights, cells)
    total = float(np.sum((sums + single.sums) ** 2)) - alone - single.squares
    return total * _correction(judged.ratings, np.abs(each), single)


@dataclass(frozen=True)
class _Single:
    """Of sentences with one judge: per judge the deviations added up and the weights, and what `_correction` needs."""

    sums: Floats
    weights: Floats
    squares: float = 0.0
    squared_weights: float = 0.0
    extra: float = 0.0


def _single_judgements(judged: Judged, weights: Floats, cells: Ints) -> _Single:
    """Each such judgement less the mean of the sentences of its cell that other judges rated."""
    ratings, count = judged.ratings, judged.ratings.judge_count
    single = (judged.per_item == 1) & (weights != 0)
    if not single.any():
        return _Single(np.zeros(count), np.zeros(count))
    rows = single[ratings.items]
    items, judges = ratings.items[rows], ratings.judges[rows]
    different, codes = np.unique(cells, return_inverse=True)
    shape, places = (different.size, count), codes[items] * count + judges
    own, totals = (
        (np.bincount(places, part[items], different.size * count).reshape(shape), np.bincount(codes, part))
        for part in (weights, weights * judged.item_means)
    )
    others = own[1][:, None] - own[0]
    # Of a cell that a judge rated alone a last digit is left, and sets may be very large.
    has_others = np.abs(others) > 1e-9 * np.abs(own[1])[:, None]
    references = np.divide(totals[1][:, None] - totals[0], others, out=np.zeros(shape), where=has_others)
    known = np.where(has_others, own[0], 0.0)
    kept = known.ravel()[places] != 0
    gaps = np.where(kept, weights[items] * (judged.item_means[items] - references.ravel()[places]), 0.0)
    heard = np.abs(np.where(kept, weights[items], 0.0))
    shares = np.divide(known, others, out=np.zeros(shape), where=has_others)
    rest = (known**2).sum(axis=1, keepdims=True) - known**2
    return _Single(
        np.asarray(np.bincount(judges, gaps, count), dtype=np.float64),
        np.asarray(np.bincount(judges, heard, count), dtype=np.float64),
        float(np.sum(gaps**2)),
        float(np.sum(heard**2)),
        float(np.sum(shares**2 * rest)),
    )


def _correction(table: Ratings, each: Floats, single: _Single) -> float:
    """A judge's deviation from the others has their spread too: by how much less the judges' own part is.

    Two sentences with O judges in common lend each of them 1 + (O - 1) / ((k - 1) (k' - 1)) of a judge's variance.
    """
    k = table.per_item.astype(np.float64)
    rest = np.where(k > 1, each / np.maximum(k - 1, 1), 0.0)
    own = np.where(k > 1, each, 0.0)
    judged, beside = (table.sums_by_judge(part) for part in (own, rest))
    wanted = float(np.sum((judged + single.weights) ** 2) - np.sum(own**2 * k)) - single.squared_weights
    # A set of thousands of judges shares so little that the correction is as good as 1.
    if table.judge_count > 2_000 or wanted <= 0:
        return 1.0
    common = _weighed_overlaps(table, rest)
    extra = float(np.sum(common**2) - np.sum(beside**2) - np.sum(rest**2 * k * (k - 1)))
    return wanted / (wanted + max(extra, 0.0) + single.extra)


def _weighed_overlaps(table: Ratings, weights: Floats) -> Floats:
    """judges x judges: the weights of the sentences that both rated, added up."""
    who, kinds = table.panels
    sums = np.bincount(kinds, weights, who.shape[0])
    overlaps = who.T @ (who * sums[:, None])
    return np.asarray(overlaps if isinstance(overlaps, np.ndarray) else overlaps.toarray())


def share(judged: Judged, region: Region, level: float = 0.95) -> Figure:
    """The share of judgements about the region's sentences that accept; n is the number of rated sentences."""
    reason = why_unknown(region)
    if reason:
        return Figure.undefined(reason)
    weights = region.weights / region.size
    value = min(max(judged.total(weights), 0.0), 1.0)
    if reason := _why_no_interval(judged, region):
        return Figure(value, n=region.rated, reason=reason)
    if value in (0.0, 1.0) or min(value, 1 - value) < 1e-12:
        return Figure(round(value), *degenerate_bounds(value, region.weights, level), n=region.rated)
    found = variance(judged, weights, region)
    ends = wilson(value, found.total, quantile(found.freedom, level))
    return Figure(value, *ends, n=region.rated, reason=PARTS_ALIKE if found.has_unseen else "")


def mean(judged: Judged, region: Region, limits: tuple[float, float], level: float = 0.95) -> Figure:
    """The mean score over the region's sentences; `limits` are the ends of the scale."""
    reason = why_unknown(region)
    if reason:
        return Figure.undefined(reason)
    weights = region.weights / region.size
    value = judged.total(weights)
    if reason := _why_no_interval(judged, region):
        return Figure(value, n=region.rated, reason=reason)
    found = variance(judged, weights, region, limits)
    return Figure(value, *on_a_scale(value, found, region.weights, limits, level), n=region.rated)


def why_unknown(region: Region) -> str:
    if not region.size:
        return EMPTY_SET
    return "" if region.rated else NOTHING_RATED


def _why_no_interval(judged: Judged, region: Region) -> str:
    if judges_of(judged, region) < 2:
        return ONE_JUDGE
    # For the mean over pairs a set counts by its pairs, though the sentence stands for others of its pair.
    return ONE_SENTENCE if region.rated == 1 < round(float(region.stands_for.sum()), 9) else ""


def judges_of(judged: Judged, region: Region) -> int:
    return judged.ratings.judges_of(region.inside)


def wilson(value: float, variance: float, t: float) -> tuple[float, float]:
    """Wilson's interval of a share at the size that has this variance, with Student's quantile.

    >>> [round(x, 4) for x in wilson(0.8, 0.016, 1.959964)]
    [0.4902, 0.9433]
    """
    z2 = t * t * variance / (value * (1 - value)) if variance > 0 else 0.0
    middle = (value + z2 / 2) / (1 + z2)
    reach = sqrt(max(value * (1 - value) * z2 + z2 * z2 / 4, 0.0)) / (1 + z2)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def on_a_scale(
    value: float, found: Variance, weights: Floats, limits: tuple[float, float], level: float = 0.95
) -> tuple[float, float]:
    """The interval of a weighed mean between the ends of a scale, near which it is skewed as a share is.

    >>> [round(x, 2) for x in on_a_scale(0.5, Variance(0.04, 60, False, 0, 0, 5), np.ones(61), (0, 5))]
    [0.22, 1.04]
    """
    low, width = limits[0], limits[1] - limits[0]
    place = (value - low) / width
    if not 1e-9 < place < 1 - 1e-9:
        ends = degenerate_bounds(place, weights, level)
    else:
        ends = wilson(place, found.total / width**2, quantile(found.freedom, level))
    return low + width * ends[0], low + width * ends[1]


def degenerate_bounds(value: float, weights: Floats, level: float = 0.95) -> tuple[float, float]:
    """Where all judgements about some sentences are alike: the exact bound on what the weighed share could be.

    Of all shares p_i under which the chance of what was seen, the product of 1 - p_i, is no less than half of what the
    level leaves, those with the greatest weighed sum: 1 - p_i is the same over each weight, or 1 for small ones.

    >>> round(degenerate_bounds(0.0, np.ones(10))[1], 3), round(degenerate_bounds(0.0, np.array([1e4, 1, 1]))[1], 3)
    (0.308, 0.975)
    """
    largest = -np.sort(-weights[weights > 0])
    logs = (np.log((1 - level) / 2) + np.cumsum(np.log(largest))) / np.arange(1, largest.size + 1)
    # The first number of sentences such that the next one is too small to be otherwise.
    number = int(np.argmax(np.exp(logs) >= np.append(largest[1:], 0.0))) + 1
    bound = float((largest[:number] - np.exp(logs[number - 1])).sum() / largest.sum())
    return (0.0, bound) if value < 0.5 else (1 - bound, 1.0)


def quantile(freedom: float, level: float) -> float:
    """Student's two-sided quantile."""
    from scipy.special import stdtrit

    return float(stdtrit(max(freedom, 1.0), 0.5 + level / 2))
