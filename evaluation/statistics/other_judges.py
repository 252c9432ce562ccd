"""Whether ratings can tell at all how far other judges would agree: one rule for the intervals of alpha and of ICC."""

from __future__ import annotations

import numpy as np

from evaluation.statistics.rating_table import Ratings

ONE_PAIR = "with two judges nothing follows for others"
UNANIMOUS = "all judges agreed throughout, so nothing varies that would tell how far others do"
FEWEST_JUDGES = 3


def why_no_interval(ratings: Ratings) -> str:
    """The reason why nothing follows for other judges, or none.

    >>> why_no_interval(Ratings.of([1, 1, 2, 2], ["asha", "ravi"] * 2, [1, 2, 4, 4]))
    'with two judges nothing follows for others'
    """
    if _judges_beside_others(ratings) < FEWEST_JUDGES:
        return ONE_PAIR
    return UNANIMOUS if is_unanimous(ratings) else ""


def is_unanimous(ratings: Ratings) -> bool:
    """Whether each item has one score from all its judges."""
    return bool(np.all(np.count_nonzero(ratings.counts, axis=1) == 1))


def _judges_beside_others(ratings: Ratings) -> int:
    """How many judges rated an item that another rated too."""
    paired = ratings.per_item >= 2
    if paired.all():
        return ratings.judge_count
    return int(np.count_nonzero(np.bincount(ratings.judges[paired[ratings.items]])))
