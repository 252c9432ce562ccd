"""Krippendorff's alpha: agreement beyond chance, for any number of judges, missing cells allowed.

alpha = 1 - observed disagreement / expected disagreement. A unit u with m_u values lends each ordered pair of them the
weight 1 / (m_u - 1); units with one value pair with nothing. Source: K. Krippendorff (2011), Computing Krippendorff's
alpha-reliability; the customary marks are .667 and .800.

The ordinal distance between two points c < k is (n_c/2 + n_c+1 + ... + n_k/2) squared, which is the squared difference
of their midranks. So the ordinal and the interval metric share one form, the squared difference of `scores`, whose sum
over a unit's pairs is m * sum(score squared) - (sum of score) squared; no table of pairs is ever built, and a bootstrap
over units is two matrix products.

The interval is for other items and for other judges like these. On the scale of log(1 - alpha), where disagreements
multiply, the variance is that of a bootstrap over items, and that of leaving out one judge after the other (jackknife;
many judges in groups), less that of leaving out single ratings, which both have in them (Cameron, Gelbach and Miller
2011, "Robust inference with multiway clustering"). Student's t has Satterthwaite's degrees of freedom. Resampling items
alone holds for these judges only; drawing judges with replacement makes copies, who agree with themselves.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Literal

import numpy as np

from evaluation.statistics.bootstrap import draw_chunks, resampled_weights
from evaluation.statistics.figure import Figure, Floats, Ints
from evaluation.statistics.rating_table import Ratings

Metric = Literal["nominal", "ordinal", "interval"]
METRICS: tuple[Metric, ...] = ("nominal", "ordinal", "interval")
NOTHING_PAIRS = "no item has been rated by two judges"
NO_VARIATION = "every judgement is the same, so there is nothing to agree about"
ONE_PAIR = "with two judges nothing follows for others"
# More judges are left out in so many groups.
MOST_GROUPS = 50


def krippendorff_alpha(
    ratings: Ratings,
    metric: Metric = "ordinal",
    *,
    rng: np.random.Generator | None = None,
    draws: int = 1000,
    level: float = 0.95,
) -> Figure:
    """Alpha over the pairable values (their number is `n`), with an interval when `rng` is given.

    >>> krippendorff_alpha(Ratings.of([1, 1, 2, 2], ["a", "b", "a", "b"], [1, 1, 2, 2])).value
    1.0
    """
    if metric not in METRICS:
        raise ValueError(f"unknown metric {metric!r}: one of {', '.join(METRICS)}")
    counts = ratings.counts[ratings.per_item >= 2]
    pairable = int(counts.sum())
    if not pairable:
        return Figure.undefined(NOTHING_PAIRS)
    value = float(_alphas(counts, np.ones((1, len(counts))), ratings.points, metric)[0])
    if not np.isfinite(value):
        return Figure.undefined(NO_VARIATION, n=pairable)
    figure = Figure(value, n=pairable)
    if rng is None:
        return figure
    return _with_interval(figure, ratings, metric, _bootstrap(counts, ratings.points, metric, draws, rng), level, rng)


def _with_interval(
    figure: Figure, ratings: Ratings, metric: Metric, by_items: Floats, level: float, rng: np.random.Generator
) -> Figure:
    from scipy.special import stdtrit

    value, groups = figure.value or 0.0, min(ratings.judge_count, MOST_GROUPS)
    if value >= 1 - 1e-12:
        return Figure(value, value, value, figure.n)
    if groups < 3:
        return Figure(value, n=figure.n, reason=ONE_PAIR)
    items = _log_variance(by_items)
    judges = _jackknife(ratings, metric, (rng.permutation(ratings.judge_count) % groups)[ratings.judges])
    single = _jackknife(ratings, metric, rng.permutation(len(ratings)) % MOST_GROUPS)
    total = max(items + judges - single, items, judges)
    if not np.isfinite(items + judges + single):
        return figure
    below = items**2 / (ratings.item_count - 1) + (total - items) ** 2 / (groups - 1)
    t = float(stdtrit(total**2 / below if below > 0 else 1.0, 0.5 + level / 2))
    centre, reach = log(1 - value), t * sqrt(total)
    return Figure(value, 1 - exp(centre + reach), 1 - exp(centre - reach), figure.n)


def _jackknife(ratings: Ratings, metric: Metric, groups: Ints) -> float:
    """The variance of log(1 - alpha) by leaving out one group of ratings after the other."""
    cells = ratings.items * ratings.points.size + ratings.given
    order, found = np.argsort(groups.astype(np.uint8), kind="stable"), []
    ends = np.cumsum(np.bincount(groups))
    for own in np.split(cells[order], ends[:-1]):
        left_out = np.bincount(own, minlength=ratings.counts.size).reshape(ratings.counts.shape)
        counts = ratings.counts - left_out
        counts = counts[counts.sum(axis=1) >= 2]
        found.append(float(_alphas(counts, np.ones((1, len(counts))), ratings.points, metric)[0]))
    return _log_variance(np.array(found)) * (len(found) - 1)


def _log_variance(alphas: Floats) -> float:
    """The variance (over n) of log(1 - alpha), without draws that had no variation."""
    apart = 1 - alphas[np.isfinite(alphas)]
    logs = np.log(apart[apart > 1e-12])
    return float(np.mean((logs - logs.mean()) ** 2)) if logs.size * 2 > alphas.size else float("nan")


def _bootstrap(counts: Floats, points: Floats, metric: Metric, draws: int, rng: np.random.Generator) -> Floats:
    blocks = draw_chunks(len(counts), draws)
    return np.concatenate(
        [_alphas(counts, resampled_weights(len(counts), size, rng), points, metric) for size in blocks]
    )


def _alphas(counts: Floats, weights: Floats, points: Floats, metric: Metric) -> Floats:
    """One alpha per row of `weights` (draws x units); nan where no variation was drawn."""
    marginals = weights @ counts
    observed, expected = (
        _nominal(counts, weights, marginals)
        if metric == "nominal"
        else _metric(
            counts,
            weights,
            marginals,
            _midranks(marginals) if metric == "ordinal" else np.broadcast_to(points, marginals.shape),
        )
    )
    total = marginals.sum(axis=1)
    ratio = np.divide(observed, expected, out=np.full_like(observed, np.nan), where=expected > 1e-9)
    return np.asarray(1 - (total - 1) * ratio)


def _nominal(counts: Floats, weights: Floats, marginals: Floats) -> tuple[Floats, Floats]:
    sizes = counts.sum(axis=1)
    per_unit = (sizes**2 - np.sum(counts**2, axis=1)) / (sizes - 1)
    return weights @ per_unit, marginals.sum(axis=1) ** 2 - np.sum(marginals**2, axis=1)


def _metric(counts: Floats, weights: Floats, marginals: Floats, scores: Floats) -> tuple[Floats, Floats]:
    """Observed and expected disagreement for the squared difference of `scores` (draws x points)."""
    sizes = counts.sum(axis=1)
    totals, squares = scores @ counts.T, (scores**2) @ counts.T
    observed = np.sum(weights * (sizes * squares - totals**2) / (sizes - 1), axis=1)
    expected = marginals.sum(axis=1) * np.sum(marginals * scores**2, axis=1) - np.sum(marginals * scores, axis=1) ** 2
    return 2 * observed, 2 * expected


def _midranks(marginals: Floats) -> Floats:
    """The middle rank of each point, about the middle of all ranks so that squares stay small."""
    return np.asarray(np.cumsum(marginals, axis=1) - marginals / 2 - marginals.sum(axis=1, keepdims=True) / 2)
