"""The mean of some ratings with an interval for other sentences and for other judges like these.

The sentences are taken as drawn from very many; the variance is that of `stratified`: between sentences, noise and
judges, with Student's t. (A crossed bootstrap says the same with many judges and is too sure with five.)
"""

from __future__ import annotations

import numpy as np

from evaluation.statistics.figure import Figure
from evaluation.statistics.rating_table import Ratings
from evaluation.statistics.strata import Region
from evaluation.statistics.stratified import ONE_JUDGE, ONE_SENTENCE, Judged, on_a_scale, variance

NO_RATINGS = "no ratings yet"
# Sentences that one rated sentence stands for: so many that those rated are none of them.
VERY_MANY = 1e12


def mean_interval(
    ratings: Ratings, limits: tuple[float, float], *, by_item: bool = False, level: float = 0.95
) -> Figure:
    """The mean over ratings, or over the items' means when `by_item`; `limits` are the ends of the scale."""
    if not len(ratings):
        return Figure.undefined(NO_RATINGS)
    count = ratings.item_count
    weights = np.full(count, 1 / count) if by_item else ratings.per_item / len(ratings)
    judged = Judged(ratings, ratings.points)
    value = judged.total(weights)
    if ratings.judge_count < 2 or count < 2:
        return Figure(value, n=len(ratings), reason=ONE_JUDGE if ratings.judge_count < 2 else ONE_SENTENCE)
    everything, one = np.ones(count, dtype=bool), np.zeros(count, dtype=np.int64)
    drawn = Region(VERY_MANY * count, everything, np.full(count, VERY_MANY), one, one)
    found = variance(judged, weights, drawn, limits)
    return Figure(value, *on_a_scale(value, found, count, limits, level), len(ratings))
