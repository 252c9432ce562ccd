"""Intraclass correlations ICC(2,1) and ICC(2,k): absolute agreement of judges who are a sample of judges.

rating = mean + item + judge + residual. ICC(2,1) = item / (item + judge + residual) is how far one judge's score can be
trusted, ICC(2,k) = item / (item + (judge + residual) / k) how far the mean of k judges can; with missing cells k is the
harmonic mean of the judges per item (ten Hove, Jorgensen and van der Ark 2022). When every judge rated every item the
variances come from Shrout and Fleiss's (1979) mean squares; otherwise they are estimated by restricted maximum
likelihood (`two_way_reml`), with very many judges by Henderson's (1953) first set of moment equations. No variance is
negative, whatever the estimator, so an ICC is from 0 to 1.

Intervals: McGraw and Wong's (1996) F interval for a complete design; for an incomplete one a parametric bootstrap that
draws new ratings for the same cells from the estimated variances, each solved by the moment equations, which are quick.
What lies outside 0 to 1 is cut off. Like that of alpha they take three judges who do not agree throughout.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.statistics.figure import Figure, Floats
from evaluation.statistics.other_judges import is_unanimous, why_no_interval
from evaluation.statistics.rating_table import Ratings
from evaluation.statistics.two_way_reml import reml_components

Interval = tuple[float, float]
TOO_FEW_JUDGES = "it takes two judges to compare"
TOO_FEW_ITEMS = "it takes two items to compare"
NO_VARIATION = "every judgement is the same, so there is nothing to agree about"
ITEMS_ALIKE = "the sentences differ too little for an interval"
NOT_LINKED = "items and judges do not overlap enough to tell their effects apart"
MEAN_SQUARES, REML, MOMENTS = "mean squares", "REML", "moments"
# A trial of REML costs a matrix of the judges.
MOST_JUDGES = 300


@dataclass(frozen=True, slots=True)
class Components:
    """The variance of items, of judges and of what is left."""

    item: float
    judge: float
    residual: float

    def icc(self, judges: float) -> float:
        """The correlation of a mean over `judges` judges with another such mean; nan without any variance."""
        total = self.item + (self.judge + self.residual) / judges
        return self.item / total if total > 1e-12 else float("nan")


@dataclass(frozen=True, slots=True)
class Icc:
    """ICC(2,1), ICC(2,k), the k meant and the variances behind them."""

    single: Figure
    average: Figure
    judges_per_item: float
    components: Components | None
    estimator: str = MEAN_SQUARES


def icc(ratings: Ratings, *, rng: np.random.Generator, draws: int = 1000, level: float = 0.95) -> Icc:
    reason = _why_undefined(ratings)
    if reason:
        return _undefined(reason, len(ratings))
    system = _Moments(ratings)
    if not system.is_solvable:
        return _undefined(NOT_LINKED, len(ratings))
    is_complete = len(ratings) == ratings.item_count * ratings.judge_count
    estimator = MEAN_SQUARES if is_complete else REML if ratings.judge_count <= MOST_JUDGES else MOMENTS
    components = _components(ratings, system, estimator)
    judges = round(float(1 / np.mean(1 / ratings.per_item)), 9)
    values = components.icc(1), components.icc(judges)
    reason = why_no_interval(ratings)
    if reason:
        single, average = (Figure(value, n=len(ratings), reason=reason) for value in values)
        return Icc(single, average, judges, components, estimator)
    if is_complete:
        intervals = _complete_intervals(ratings, system, components, level)
    else:
        intervals = _simulated_intervals(ratings, system, components, judges, draws, level, rng)
    single, average = (_figure(value, *ends, len(ratings)) for value, ends in zip(values, intervals, strict=True))
    return Icc(single, average, judges, components, estimator)


def _components(ratings: Ratings, system: _Moments, estimator: str) -> Components:
    if is_unanimous(ratings):
        return Components(float(ratings.item_means.var(ddof=1)), 0.0, 0.0)
    found = system.solve(ratings.values)
    if estimator != REML:
        return found
    residual = max(found.residual, 1e-9)
    return Components(*reml_components(ratings, (found.item / residual, found.judge / residual)))


def _figure(value: float, low: float, high: float, n: int) -> Figure:
    """With the interval as far as it is possible; one that has no width would say too much."""
    low, high = max(0.0, min(low, value)), min(1.0, max(high, value))
    if high - low < 1e-9:
        return Figure(value, n=n, reason=ITEMS_ALIKE)
    return Figure(value, low, high, n)


def _undefined(reason: str, n: int) -> Icc:
    return Icc(Figure.undefined(reason, n), Figure.undefined(reason, n), float("nan"), None)


def _why_undefined(ratings: Ratings) -> str:
    if ratings.judge_count < 2 or not np.any(ratings.per_item >= 2):
        return TOO_FEW_JUDGES
    if ratings.item_count < 2:
        return TOO_FEW_ITEMS
    return NO_VARIATION if ratings.points.size == 1 else ""


class _Moments:
    """Henderson's method I for the two-way crossed design given by the cells of `ratings`."""

    def __init__(self, ratings: Ratings) -> None:
        self.items, self.judges, self.n = ratings.items, ratings.judges, len(ratings)
        self.per_item = ratings.per_item
        self.per_judge = np.bincount(self.judges, minlength=ratings.judge_count)
        items, judges, n = ratings.item_count, ratings.judge_count, self.n
        by_items = float(np.sum(self.per_item.astype(float) ** 2)) / n
        by_judges = float(np.sum(self.per_judge.astype(float) ** 2)) / n
        # Rows: E[between items], E[between judges], E[total], each less the correction for the mean;
        # columns: item, judge, residual. A cell holds one rating, so sum_j n_ij^2 / n_i = 1 for each item.
        self.expectations = np.array(
            [
                [n - by_items, items - by_judges, items - 1],
                [judges - by_items, n - by_judges, judges - 1],
                [n - by_items, n - by_judges, n - 1],
            ],
            dtype=np.float64,
        )
        self.is_solvable = bool(np.linalg.cond(self.expectations) <= 1e10)
        # What a variance adds to a mean square.
        self.weights = np.array([n / items, n / judges, 1.0])

    def sums(self, values: Floats) -> Floats:
        """Sums of squares: between items, between judges, in all."""
        centred = values - values.mean()
        between_items = np.sum(np.bincount(self.items, centred) ** 2 / self.per_item)
        between_judges = np.sum(np.bincount(self.judges, centred) ** 2 / self.per_judge)
        return np.array([between_items, between_judges, np.sum(centred**2)])

    def solve(self, values: Floats) -> Components:
        """The variances. One below 0 becomes 0, and the equations without it and its sum give the others.

        In a complete table that is what REML finds: the least mean square below that of the residual is pooled with it.
        """
        sums, kept, found = self.sums(values), [0, 1, 2], np.zeros(3)
        while kept:
            solved = np.linalg.solve(self.expectations[np.ix_(kept, kept)], sums[kept])
            if min(solved) >= 0:
                found[kept] = solved
                break
            kept.pop(int(np.argmin(solved * self.weights[kept])))
        return Components(*found.tolist())


def _simulated_intervals(
    ratings: Ratings,
    system: _Moments,
    components: Components,
    judges: float,
    draws: int,
    level: float,
    rng: np.random.Generator,
) -> list[Interval]:
    sigmas = np.sqrt([components.item, components.judge, components.residual])
    results = np.empty((draws, 2))
    for draw in range(draws):
        values = sigmas[0] * rng.standard_normal(ratings.item_count)[ratings.items]
        values += sigmas[1] * rng.standard_normal(ratings.judge_count)[ratings.judges]
        values += sigmas[2] * rng.standard_normal(len(ratings))
        drawn = system.solve(values)
        results[draw] = drawn.icc(1), drawn.icc(judges)
    tail = (1 - level) / 2
    lows, highs = np.quantile(results, [tail, 1 - tail], axis=0).tolist()
    return list(zip(lows, highs, strict=True))


def _complete_intervals(ratings: Ratings, system: _Moments, c: Components, level: float) -> list[Interval]:
    """McGraw and Wong (1996), table 7, case 2 absolute agreement (as in Shrout and Fleiss 1979, p. 424)."""
    from scipy.special import fdtri

    n, k, rho = ratings.item_count, ratings.judge_count, c.icc(1)
    of_items, of_judges, total = system.sums(ratings.values).tolist()
    between, judges = of_items / (n - 1), of_judges / (k - 1)
    error = max(0.0, total - of_items - of_judges) / ((n - 1) * (k - 1))
    if between + error <= 1e-12 * judges:
        return [(0.0, 0.0), (0.0, 0.0)]
    a, b = k * rho / (n * (1 - rho)), 1 + k * rho * (n - 1) / (n * (1 - rho))
    freedom = (a * judges + b * error) ** 2 / ((a * judges) ** 2 / (k - 1) + (b * error) ** 2 / ((n - 1) * (k - 1)))
    upper = float(fdtri(n - 1, freedom, 0.5 + level / 2))
    lower = float(fdtri(freedom, n - 1, 0.5 + level / 2))
    spread = k * judges + (k * n - k - n) * error
    low = max(0.0, n * (between - upper * error) / (upper * spread + n * between))
    high = max(0.0, n * (lower * between - error) / (spread + n * lower * between))
    return [(low, high), (k * low / (1 + (k - 1) * low), k * high / (1 + (k - 1) * high))]
