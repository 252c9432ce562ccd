"""Intraclass correlations ICC(2,1) and ICC(2,k): absolute agreement of judges who are a sample of judges.

rating = mean + item + judge + residual. ICC(2,1) = item / (item + judge + residual) is how far one judge's score can be
trusted, ICC(2,k) = item / (item + (judge + residual) / k) how far the mean of k judges can; with missing cells k is the
harmonic mean of the judges per item (ten Hove, Jorgensen and van der Ark 2022). When every judge rated every item the
variances are Shrout and Fleiss's (1979) mean squares; otherwise they are estimated by restricted maximum likelihood
(`two_way_reml`), with very many judges by Henderson's (1953) first set of moment equations.

Intervals: McGraw and Wong's (1996) F interval for a complete design; for an incomplete one a parametric bootstrap that
draws new ratings for the same cells from the estimated variances, each solved by the moment equations, which are quick.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.statistics.figure import Figure, Floats
from evaluation.statistics.rating_table import Ratings
from evaluation.statistics.two_way_reml import reml_components

Interval = tuple[float | None, float | None]
TOO_FEW_JUDGES = "it takes two judges to compare"
TOO_FEW_ITEMS = "it takes two items to compare"
NO_VARIATION = "every judgement is the same, so there is nothing to agree about"
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
    components = system.solve(ratings.values)
    if components is None:
        return _undefined(NOT_LINKED, len(ratings))
    is_complete = len(ratings) == ratings.item_count * ratings.judge_count
    estimator = MEAN_SQUARES if is_complete else REML if ratings.judge_count <= MOST_JUDGES else MOMENTS
    if estimator == REML:
        residual = max(components.residual, 1e-9)
        start = components.item / residual, components.judge / residual
        components = Components(*reml_components(ratings, start))
    judges = float(1 / np.mean(1 / ratings.per_item))
    values = components.icc(1), components.icc(judges)
    if not np.all(np.isfinite(values)):
        return _undefined(NO_VARIATION, len(ratings))
    if is_complete:
        intervals = _complete_intervals(ratings, components, level)
    else:
        intervals = _simulated_intervals(ratings, system, components, judges, draws, level, rng)
    single, average = (Figure(v, *i, n=len(ratings)) for v, i in zip(values, intervals, strict=True))
    return Icc(single, average, judges, components, estimator)


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

    def solve(self, values: Floats) -> Components | None:
        centred = values - values.mean()
        between_items = np.sum(np.bincount(self.items, centred) ** 2 / self.per_item)
        between_judges = np.sum(np.bincount(self.judges, centred) ** 2 / self.per_judge)
        sums = np.array([between_items, between_judges, np.sum(centred**2)])
        if np.linalg.cond(self.expectations) > 1e10:
            return None
        item, judge, residual = np.linalg.solve(self.expectations, sums)
        return Components(float(item), float(judge), float(residual))


def _simulated_intervals(
    ratings: Ratings,
    system: _Moments,
    components: Components,
    judges: float,
    draws: int,
    level: float,
    rng: np.random.Generator,
) -> list[Interval]:
    sigmas = np.sqrt(np.maximum([components.item, components.judge, components.residual], 0))
    results = np.full((draws, 2), np.nan)
    for draw in range(draws):
        values = sigmas[0] * rng.standard_normal(ratings.item_count)[ratings.items]
        values += sigmas[1] * rng.standard_normal(ratings.judge_count)[ratings.judges]
        values += sigmas[2] * rng.standard_normal(len(ratings))
        drawn = system.solve(values)
        if drawn is not None:
            results[draw] = drawn.icc(1), drawn.icc(judges)
    single, average = (Figure(0.0).with_interval(column, level) for column in results.T)
    return [(single.low, single.high), (average.low, average.high)]


def _complete_intervals(ratings: Ratings, c: Components, level: float) -> list[Interval]:
    """McGraw and Wong (1996), table 7, case 2 absolute agreement (as in Shrout and Fleiss 1979, p. 424)."""
    from scipy.special import fdtri

    n, k = ratings.item_count, ratings.judge_count
    error, between, judges = c.residual, c.residual + k * c.item, c.residual + n * c.judge
    if error <= 1e-12:
        return [(c.icc(1), c.icc(1)), (c.icc(k), c.icc(k))] if c.judge <= 1e-12 else [(0.0, 1.0), (0.0, 1.0)]
    rho = c.icc(1)
    a, b = k * rho / (n * (1 - rho)), 1 + k * rho * (n - 1) / (n * (1 - rho))
    freedom = (a * judges + b * error) ** 2 / ((a * judges) ** 2 / (k - 1) + (b * error) ** 2 / ((n - 1) * (k - 1)))
    upper = float(fdtri(n - 1, freedom, 0.5 + level / 2))
    lower = float(fdtri(freedom, n - 1, 0.5 + level / 2))
    spread = k * judges + (k * n - k - n) * error
    low = n * (between - upper * error) / (upper * spread + n * between)
    high = n * (lower * between - error) / (spread + n * lower * between)
    return [(low, high), (k * low / (1 + (k - 1) * low), k * high / (1 + (k - 1) * high))]
