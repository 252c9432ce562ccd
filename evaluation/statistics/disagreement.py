"""Krippendorff's distances between points of a scale, added up over the pairs of values in a group.

The ordinal distance between two points c < k is (n_c/2 + n_c+1 + ... + n_k/2) squared, which is the squared difference
of their midranks. So the ordinal and the interval metric share one form, the squared difference of `scores`, whose sum
over the pairs of a group is m * sum(score squared) - (sum of score) squared; no table of pairs is ever built.

Where alpha is needed of many parts of the same values, those are summed up in a table of coincidences: how often two
points stand side by side, each ordered pair of values of a unit with the weight 1 / (m_u - 1). Such tables can be added
and subtracted, whatever the distances are.
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
        self.scores = {"ordinal": _midranks(marginals), "interval": points, "nominal": None}[metric]

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


def coincidences(units: Floats) -> Floats:
    """Of points x units: how often each point occurs in units of two values or more, and below, how often with each
    point, pairs of one and the same value included.

    >>> coincidences(np.array([[1.0, 2.0, 0.0], [1.0, 0.0, 1.0]])).tolist()
    [[3.0, 1.0], [5.0, 1.0], [1.0, 1.0]]
    """
    sizes = units.sum(axis=0)
    paired = (sizes >= 2).astype(np.float64)
    return np.vstack([units @ paired, (units * (paired / np.maximum(sizes - 1, 1))) @ units.T])


def squared_distances(marginals: Floats, points: Floats, metric: Metric) -> Floats:
    """Between every two points; of several distributions of all values at once (tables x points)."""
    if metric == "nominal":
        return np.broadcast_to(1.0 - np.eye(points.size), (len(marginals), points.size, points.size))
    scores = _midranks(marginals) if metric == "ordinal" else np.broadcast_to(points, marginals.shape)
    return np.asarray((scores[:, :, None] - scores[:, None, :]) ** 2)


def _midranks(marginals: Floats) -> Floats:
    """Taken about the middle of all ranks so that squares stay small."""
    return np.asarray(np.cumsum(marginals, axis=-1) - marginals / 2 - marginals.sum(axis=-1, keepdims=True) / 2)
