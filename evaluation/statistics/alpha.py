"""Krippendorff's alpha: agreement beyond chance, for any number of judges, missing cells allowed.

alpha = 1 - observed disagreement / expected disagreement. A unit u with m_u values lends each ordered pair of them the
weight 1 / (m_u - 1); units with one value pair with nothing. Source: K. Krippendorff (2011), Computing Krippendorff's
alpha-reliability; the customary marks are .667 and .800.

Distances are in `disagreement`, the interval in `alpha_interval`.
"""

from __future__ import annotations

import numpy as np

from evaluation.statistics.alpha_interval import with_interval
from evaluation.statistics.disagreement import METRICS, Distances, Metric, observed
from evaluation.statistics.figure import Figure
from evaluation.statistics.rating_table import Ratings

NOTHING_PAIRS = "no sentence has been rated by two judges"
NO_VARIATION = "every judgement is the same, so there is nothing to agree about"


def krippendorff_alpha(
    ratings: Ratings, metric: Metric = "ordinal", *, rng: np.random.Generator | None = None, level: float = 0.95
) -> Figure:
    """Alpha over the pairable values (their number is `n`), with an interval when `rng` is given.

    >>> krippendorff_alpha(Ratings.of([1, 1, 2, 2], ["a", "b", "a", "b"], [1, 1, 2, 2])).value
    1.0
    """
    if metric not in METRICS:
        raise ValueError(f"unknown metric {metric!r}: one of {', '.join(METRICS)}")
    units = ratings.counts[ratings.per_item >= 2]
    pairable = int(units.sum())
    if not pairable:
        return Figure.undefined(NOTHING_PAIRS)
    whole = units.sum(axis=0, keepdims=True)
    distances = Distances(whole[0], ratings.points, metric)
    expected = float(distances.within(whole)[1][0])
    if expected < 1e-9:
        return Figure.undefined(NO_VARIATION, n=pairable)
    value = 1 - (pairable - 1) * observed(*distances.within(units)) / expected
    figure = Figure(value, n=pairable)
    return figure if rng is None else with_interval(figure, ratings, metric, rng, level)
