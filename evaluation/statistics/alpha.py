"""Krippendorff's alpha: agreement beyond chance, for any number of judges, missing cells allowed.

alpha = 1 - observed disagreement / expected disagreement. A unit u with m_u values lends each ordered pair of them the
weight 1 / (m_u - 1); units with one value pair with nothing. Source: K. Krippendorff (2011), Computing Krippendorff's
alpha-reliability; the customary marks are .667 and .800.

The ordinal distance between two points c < k is (n_c/2 + n_c+1 + ... + n_k/2) squared, which is the squared difference
of their midranks. So the ordinal and the interval metric share one form, the squared difference of `scores`, whose sum
over a unit's pairs is m * sum(score squared) - (sum of score) squared; no table of pairs is ever built, and a bootstrap
over units is two matrix products.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from evaluation.statistics.bootstrap import draw_chunks, resampled_weights
from evaluation.statistics.figure import Figure, Floats
from evaluation.statistics.rating_table import Ratings

Metric = Literal["nominal", "ordinal", "interval"]
METRICS: tuple[Metric, ...] = ("nominal", "ordinal", "interval")
NOTHING_PAIRS = "no item has been rated by two judges"
NO_VARIATION = "every judgement is the same, so there is nothing to agree about"


def krippendorff_alpha(
    ratings: Ratings,
    metric: Metric = "ordinal",
    *,
    rng: np.random.Generator | None = None,
    draws: int = 1000,
    level: float = 0.95,
) -> Figure:
    """Alpha over the pairable values (their number is `n`), with a bootstrap interval over items when `rng` is given.

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
    return figure.with_interval(_bootstrap(counts, ratings.points, metric, draws, rng), level)


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
