"""From logits to what people speak of, and back: points of the scale, and shares of choices.

Effects of judges, pairs and sentences are integrated out, as the results do (`costs.points`): the scale has ends, so
the mean of many ratings is not the rating of the average judge.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np

from evaluation.statistics.costs.points import NODE_WEIGHTS, NODES
from evaluation.statistics.costs.simulated import Spreads
from evaluation.statistics.figure import Floats

SWITCH_LEVELS = 4
HALVINGS = 50


def thresholds_of(scale: int) -> tuple[float, ...]:
    """Evenly spaced; ratings in the middle of the scale are about as frequent as those at its ends.

    >>> thresholds_of(5)
    (-2.0, -0.6666666666666667, 0.6666666666666665, 2.0)
    """
    return (0.0,) if scale == 2 else tuple(float(one) for one in np.linspace(-2, 2, scale - 1))


def points_of(logits: float, spreads: Spreads, scale: int, switch_cost: float) -> float:
    """By how many points such an effect lowers the mean rating, over sentences with one to four switch points.

    >>> points_of(0.0, Spreads(), 5, 0.2)
    0.0
    """
    spread = sqrt(
        spreads.judge**2
        + spreads.pair**2
        + spreads.match**2
        + spreads.sentence**2
        + (spreads.judge_slope**2 + spreads.pair_slope**2) / 4
    )
    levels: Floats = np.linspace(0, -switch_cost * (SWITCH_LEVELS - 1), SWITCH_LEVELS)
    thresholds = np.array(thresholds_of(scale))
    before, after = (_expected(one, spread, thresholds) for one in (levels, np.asarray(levels - logits)))
    return float(np.mean(before - after))


def share_of(logits: float, spreads: Spreads) -> float:
    """How many of all choices the better sentence wins.

    >>> share_of(0.0, Spreads())
    0.5
    """
    spread = sqrt(spreads.judge_slope**2 + spreads.pair_slope**2 + 2 * spreads.sentence**2)
    return round(float(_expected(np.array([logits]), spread, np.zeros(1))[0]), 12)


def logits_of(effect: float, in_unit: Callable[[float], float], largest: float) -> float:
    """The logits that come to this effect; `in_unit` grows with them."""
    low, high = 0.0, largest
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if in_unit(middle) < effect else (low, middle)
    return high if effect > in_unit(0.0) else 0.0


def _expected(eta: Floats, spread: float, thresholds: Floats) -> Floats:
    """The expected number of thresholds passed, for each eta."""
    reach = eta[:, None, None] + spread * NODES[:, None] - thresholds
    passed = (1 / (1 + np.exp(-reach))).sum(axis=2)
    return np.asarray(passed @ (NODE_WEIGHTS / NODE_WEIGHTS.sum()))
