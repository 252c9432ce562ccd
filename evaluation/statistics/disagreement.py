"""Krippendorff's distances between points of a scale, added up over the pairs of values in a group.

The ordinal distance between two points c < k is (n_c/2 + n_c+1 + ... + n_k/2) squared, which is the squared difference
of their midranks. So the ordinal and the interval metric share one form, the squared difference of `scores`, whose sum
over the pairs of a group is m * sum(score squared) - (sum of score) squared; no table of pairs is ever built.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from evaluation.statistics.figure import Floats

Metric = Literal["nominal", "ordinal", "interval"]
METRICS: tuple[Metric, ...] = ("nominal", "ordinal", "interval")


class Distances:
    """How far apart points are, where all values are distributed as `marginals` says."""

    def __init__(self, marginals: Floats, points: Floats, metric: Metric) -> None:
        # Midranks are taken about the middle of all ranks so that squares stay small.
        midranks = np.cumsum(marginals) - marginals / 2 - marginals.sum() / 2
        self.scores = {"ordinal": midranks, "interval": points, "nominal": None}[metric]

    def within(self, groups: Floats) -> tuple[Floats, Floats]:
        """Of each group (groups x points: how often it has each) its size, and the distances of its pairs added up."""
        if self.scores is None:
            sizes = groups @ np.ones(groups.shape[1])
            return sizes, (sizes**2 - np.sum(groups**2, axis=1)) / 2
        sizes, sums, squares = (groups @ np.array([np.ones_like(self.scores), self.scores, self.scores**2]).T).T
        return sizes, sizes * squares - sums**2


def observed(sizes: Floats, distances: Floats) -> float:
    """The distances within units, each pair with the weight 1 / (m_u - 1), added up.

    >>> observed(np.array([2.0, 1.0, 3.0]), np.array([1.0, 0.0, 4.0]))
    3.0
    """
    return float(np.sum(distances / np.maximum(sizes - 1, 1)))
