"""Two models, one procedure: what only the first makes and judges accept, less the same of the second.

D = accepted(A - B) - accepted(B - A), in sentences, and the same as a difference of completeness within the union,
R = D / accepted(A or B), in points. R = r is tested by the total of D - r * accepted(A or B), which is linear in the
judgements (Fieller 1954), with the variance that it has if R = r (`hypothesised_shares`); its interval reaches to the
farthest values of r that are not rejected. The p value is the largest of those of 0 and of what lies beyond 0, so the
interval at 95 % leaves 0 out exactly if p < .05. D = d is tested in the same way, D = 0 being the test of R = 0, and
its interval is made to leave 0 out exactly if that of R does. No interval goes beyond what is possible: D lies between
-N(B - A) and N(A - B), and R between -1 and 1, or 0 on the side of a model that has no sentence of its own. Where
nothing was accepted of a part, the ends reach as far as its exact bound, as that of completeness does.

Three verdicts: *equivalent* if the 90 % interval lies within the margin (two one-sided tests at 5 %, Schuirmann 1987),
else *different* if the 95 % interval leaves 0 out, else *undecided*. A difference that is there and smaller than the
margin is equivalent: the margin says what matters. `differs` says that it is there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evaluation.statistics.figure import Figure, Floats
from evaluation.statistics.hypothesised_shares import Shares
from evaluation.statistics.strata import Region
from evaluation.statistics.stratified import (
    LEAST_NOISE,
    NOTHING_RATED,
    ONE_JUDGE,
    ONE_SENTENCE,
    Judged,
    between_judges,
    between_sentences,
    degenerate_bounds,
    judges_of,
)

UNDECIDED, EQUIVALENT, DIFFERENT, UNKNOWN = "undecided", "equivalent", "different", "unknown"
NOTHING_ACCEPTED = "no judgement accepted a sentence of either model"
STEPS = 200
# To make an end exact: steps between two of those before, and how often.
PARTS, ROUNDS = 128, 3


@dataclass(frozen=True)
class ModelDifference:
    """D in sentences, R in shares of 1 (at 95 % and at 90 %), the p value of no difference, and the verdict."""

    sentences: Figure
    completeness: Figure
    completeness_90: Figure
    p: Figure
    margin: float
    verdict: str

    @property
    def direction(self) -> int:
        """1: the first has more, -1: the second has."""
        return int(np.sign(self.sentences.value or 0))

    @property
    def differs(self) -> bool:
        """The 95 % interval leaves 0 out, be the difference smaller than the margin or not."""
        return self.completeness.low is not None and _leaves_0_out(self.completeness.low, self.completeness.high)


def model_difference(
    judged: Judged, only_first: Region, only_second: Region, both: Region, *, margin: float
) -> ModelDifference:
    """From the three regions of the union, which share no sentence."""
    regions = [only_first, only_second, both]
    reason = _why_unknown(judged, regions)
    if reason:
        return unknown_difference(reason, margin)
    line = _Line(judged, regions)
    if line.accepted <= 0:
        return unknown_difference(NOTHING_ACCEPTED, margin)
    least, most = -min(only_second.size, 1.0), min(only_first.size, 1.0)
    ratio = _NotRejected(line.p, (-1.0, 1.0), line.value)
    wide, narrow = (
        _widened(_within(found, least, most), line.bounds_of_ratio(level))
        for found, level in zip(ratio.intervals(0.95, 0.90), (0.95, 0.90), strict=True)
    )
    p, rated, value = ratio.p_of_none(), sum(region.rated for region in regions), line.value
    sentences = _of_sentences(line, (-only_second.size, only_first.size), differs=_leaves_0_out(*wide))
    sentences = _within(_widened(sentences, line.bounds(0.95)), -only_second.size, only_first.size)
    return ModelDifference(
        sentences=Figure(line.difference, *sentences, n=rated),
        completeness=Figure(value, *wide, n=rated),
        completeness_90=Figure(value, *narrow, n=rated),
        p=Figure(p, n=rated),
        margin=margin,
        verdict=verdict(wide, narrow, margin),
    )


def verdict(wide: tuple[float, float], narrow: tuple[float, float], margin: float) -> str:
    """
    >>> verdict((-0.04, 0.06), (-0.03, 0.05), 0.1), verdict((-0.04, 0.16), (-0.03, 0.15), 0.1)
    ('equivalent', 'undecided')
    >>> verdict((0.01, 0.06), (0.02, 0.05), 0.1), verdict((0.01, 0.16), (0.02, 0.15), 0.1)
    ('equivalent', 'different')
    """
    if -margin < narrow[0] and narrow[1] < margin:
        return EQUIVALENT
    return DIFFERENT if _leaves_0_out(*wide) else UNDECIDED


def _within(ends: tuple[float, float], least: float, most: float) -> tuple[float, float]:
    """No farther than `least` and `most`, between which 0 lies: it is left out afterwards exactly if it was before.

    >>> _within((-385.3, -290.7), -338, 114), _within((-3.0, 5.0), -338, 0)
    ((-338, -290.7), (-3.0, 0))
    """
    return max(ends[0], least), min(ends[1], most)


def _widened(ends: tuple[float, float], bounds: tuple[float, float]) -> tuple[float, float]:
    """As far as the bounds at least; an end beyond 0 stays there.

    >>> _widened((-0.08, 0.0), (-0.13, 0.0)), _widened((0.1, 0.3), (-0.1, 0.2))
    ((-0.13, 0.0), (0.1, 0.3))
    """
    (low, high), (least, most) = ends, bounds
    return low if low > 0 else min(low, least), high if high < 0 else max(high, most)


def _leaves_0_out(low: float, high: float | None) -> bool:
    return low > 0 or (high is not None and high < 0)


def _of_sentences(line: _Line, edges: tuple[float, float], *, differs: bool) -> tuple[float, float]:
    """The interval of D, which leaves 0 out exactly if the two models differ."""
    if differs:
        edges = (0.0, edges[1]) if line.difference > 0 else (edges[0], 0.0)
    ((low, high),) = _NotRejected(line.p_of_sentences, edges, line.difference).intervals(0.95)
    return (low, high) if differs else (min(low, 0.0), max(high, 0.0))


def _why_unknown(judged: Judged, regions: list[Region]) -> str:
    if any(region.size and not region.rated for region in regions):
        return NOTHING_RATED
    if not any(region.rated for region in regions):
        return NOTHING_RATED
    heard = max(judges_of(judged, region) for region in regions)
    if heard < 2:
        return ONE_JUDGE
    return ONE_SENTENCE if any(region.rated == 1 < region.size for region in regions) else ""


def unknown_difference(reason: str, margin: float) -> ModelDifference:
    none = Figure.undefined(reason)
    return ModelDifference(none, none, none, none, margin=margin, verdict=UNKNOWN)


class _Line:
    """The total D - r * accepted as a function of r; its variance is quadratic in r, so three values fix it."""

    def __init__(self, judged: Judged, regions: list[Region]) -> None:
        self.judged, self.regions = judged, regions
        first, second, both = (region.weights for region in regions)
        self.union = together(regions)
        # Sums of weights may be off by a last digit.
        self.difference = float(np.clip(judged.total(first - second), -regions[1].size, regions[0].size))
        self.accepted = judged.total(first + second + both)
        # Sentences of the three regions are independent of each other, judges are the same.
        of_sentences = [between_sentences(judged, region.weights, region) for region in regions]
        self.between, self.between_freedom = np.array([found[:2] for found in of_sentences])[:, :, None].swapaxes(0, 1)
        low, middle, high = (np.array(self._between_judges(r)) for r in (-1.0, 0.0, 1.0))
        self.judge_freedom = max(1.0, low[2], middle[2], high[2])
        # Of noise and judges: at 0, times r, times r squared.
        self.curves = np.column_stack([middle, (high - low) / 2, (high + low - 2 * middle) / 2])[:2]
        self.sizes = np.array([region.size for region in regions])
        self.totals = np.array([judged.total(region.weights) for region in regions])
        seen = np.divide(self.totals, self.sizes, out=np.zeros(3), where=self.sizes > 0)
        self.shares = Shares(np.clip(seen, 0, 1), np.array([max(region.rated, 1.0) for region in regions]))

    @property
    def value(self) -> float:
        return min(max(self.difference / self.accepted, -1.0), 1.0)

    def bounds(self, level: float) -> tuple[float, float]:
        """Of D, were as many accepted as the exact bound allows of a part of which none was."""
        first, second, _both = self.totals
        most_first, most_second = self._most(level)
        return float(first - most_second), float(most_first - second)

    def bounds_of_ratio(self, level: float) -> tuple[float, float]:
        """The same of R."""
        first, second, both = self.totals
        most_first, most_second = self._most(level)
        low, high = self.bounds(level)
        wholes = first + most_second + both, most_first + second + both
        return float(low / wholes[0]), float(high / wholes[1])

    def _most(self, level: float) -> tuple[float, float]:
        """What may be accepted of the two parts: what was, or its bound."""
        first, second = (
            region.size * degenerate_bounds(0.0, region.weights, level)[1] if region.rated and total <= 0 else total
            for region, total in zip(self.regions[:2], self.totals[:2], strict=True)
        )
        return float(first), float(second)

    def _between_judges(self, r: float) -> tuple[float, float, float]:
        weights = sum(factor * region.weights for factor, region in zip(_factors(r), self.regions, strict=True))
        return between_judges(self.judged, np.asarray(weights), self.union.cells)

    def spread_at(self, r: Floats) -> tuple[Floats, Floats]:
        """The variance of D - r * accepted as it was seen, and its degrees of freedom."""
        noise, judges = (at_0 + r * slope + r * r * bend for at_0, slope, bend in self.curves)
        # What is 0 may come out as a little less from the three values.
        shared = np.maximum(np.maximum(noise + judges, LEAST_NOISE * noise), 0)
        between = np.stack(_factors(r)) ** 2 * self.between
        below = (between**2 / np.maximum(self.between_freedom, 1)).sum(axis=0) + shared**2 / self.judge_freedom
        total = between.sum(axis=0) + shared
        return total, np.divide(total**2, below, out=np.ones_like(total), where=below > 0)

    def p(self, r: Floats) -> Floats:
        """Of the test of R = r."""
        return self._p(r, self.difference - r * self.accepted, np.zeros_like(r))

    def p_of_sentences(self, d: Floats) -> Floats:
        """Of the test of D = d; that of 0 is the test of R = 0."""
        return self._p(np.zeros_like(d), self.difference - d, d)

    def _p(self, r: Floats, gap: Floats, wanted: Floats) -> Floats:
        """Of the test that D - r * accepted is `wanted`, from which it is `gap` away."""
        from scipy.special import stdtr

        seen, freedom = self.spread_at(r)
        total = seen * self.shares.stretch(np.stack(_factors(r)) * self.sizes[:, None], wanted)
        # Without any variance, whatever is not the estimate itself is rejected.
        none = np.where(np.abs(gap) < 1e-9 * self.accepted, 0.0, np.inf)
        t = np.divide(np.abs(gap), np.sqrt(np.maximum(total, 0)), out=none, where=total > 0)
        return np.asarray(2 * stdtr(np.maximum(freedom, 1), -t))


def _factors(r: Floats | float) -> tuple[Floats | float, Floats | float, Floats | float]:
    """What only the first, only the second and both generate in D - r * accepted."""
    return 1 - r, -1 - r, -r


class _NotRejected:
    """Which values a test does not reject, from each of two edges to the estimate."""

    def __init__(self, p: Callable[[Floats], Floats], edges: tuple[float, float], value: float) -> None:
        self.p, self.edges, self.value = p, edges, value

    def p_of_none(self) -> float:
        """Of no difference: the largest p value of 0 and of differences the other way, as the interval is formed."""
        edge = self.edges[0] if self.value > 0 else self.edges[1]
        tried, p = self._tried[edge]
        return float(p[np.abs(tried - edge) <= abs(edge)].max())

    def intervals(self, *levels: float) -> list[tuple[float, float]]:
        """For each level the least and the greatest value between the edges that are not rejected."""
        sides = [(edge, 1 - level) for level in levels for edge in self.edges]
        rejected, kept = np.array([self._around(edge, alpha) for edge, alpha in sides]).T
        ends = self._narrowed(rejected, kept, np.array([alpha for _edge, alpha in sides])).reshape(-1, 2)
        return [(low, high) for low, high in ends.tolist()]

    @cached_property
    def _tried(self) -> dict[float, tuple[Floats, Floats]]:
        """Per edge some values from there to the estimate, 0 among them if it lies between, and their p values."""
        found = []
        for edge in self.edges:
            tried = np.linspace(edge, self.value, STEPS)
            if min(self.value, edge) < 0 < max(self.value, edge):
                tried = np.insert(tried, int(np.sum(np.abs(tried - edge) < abs(edge))), 0.0)
            found.append(tried)
        p = np.split(self.p(np.concatenate(found)), [found[0].size])
        return dict(zip(self.edges, zip(found, p, strict=True), strict=True))

    def _around(self, edge: float, alpha: float) -> tuple[float, float]:
        """From the edge inwards the last value before the first that is not rejected, and that one."""
        tried, p = self._tried[edge]
        kept = p >= alpha
        first = int(np.argmax(kept)) if kept.any() else tried.size - 1
        return float(tried[max(first - 1, 0)]), float(tried[first])

    def _narrowed(self, rejected: Floats, kept: Floats, alphas: Floats) -> Floats:
        """Each end made exact by trying ever smaller steps."""
        sides = np.arange(kept.size)
        for _ in range(ROUNDS):
            tried = np.linspace(rejected, kept, PARTS + 1, axis=1)
            holds = self.p(tried[:, 1:].ravel()).reshape(kept.size, PARTS) >= alphas[:, None]
            # The last one is kept.
            holds[:, -1] = True
            first = np.argmax(holds, axis=1)
            rejected, kept = tried[sides, first], tried[sides, first + 1]
        return kept


def together(regions: list[Region]) -> Region:
    """Regions that share no sentence as one, their groups and cells kept apart."""
    groups = cells = np.zeros(regions[0].groups.size, dtype=np.int64)
    weights: Floats = np.zeros(groups.size)
    for place, region in enumerate(regions):
        groups = np.where(region.inside, region.groups * len(regions) + place + 1, groups)
        cells = np.where(region.inside, region.cells * len(regions) + place + 1, cells)
        weights = weights + region.weights
    inside = np.any([region.inside for region in regions], axis=0)
    codes = np.unique(groups, return_inverse=True)[1].astype(np.int64)
    return Region(sum(region.size for region in regions), inside, weights, codes, cells)
