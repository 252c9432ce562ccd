"""A cost in points of the scale: the expected rating of violators as they are, and with the constraint repaired.

Effects of judges, pairs, matches and sentences are integrated out, not set to zero: the scale has ends, so the mean
rating of many is not the rating of the average one. With slopes coded ±1/2 the spread is the same on both sides.
Intervals come from draws of thresholds, coefficients and sigmas out of their joint covariance.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evaluation.statistics.clmm import Fit
from evaluation.statistics.figure import Figure, Floats

NODES, NODE_WEIGHTS = np.polynomial.hermite_e.hermegauss(15)
DRAWS = 1000


@dataclass(frozen=True)
class ScaleMeans:
    """Expected ratings of a fitted model, at its estimates (the first row) and at draws around them."""

    fitted: Fit
    freedom: float
    seed: int = 0

    @cached_property
    def points(self) -> Floats:
        names = [one.name.split("|") for one in self.fitted.thresholds]
        return np.array([float(names[0][0]), *(float(name[1]) for name in names)])

    @cached_property
    def draws(self) -> Floats:
        """1 + DRAWS rows of thresholds, coefficients and log sigmas; Student's t, as in the tests."""
        fitted, rng = self.fitted, np.random.default_rng(self.seed)
        sigmas = np.log(np.maximum(list(fitted.sigmas.values()), 1e-9))
        values = [one.value for one in (*fitted.thresholds, *fitted.coefficients)]
        centre = np.concatenate((values, sigmas))
        values_of, vectors = np.linalg.eigh(fitted.joint)
        root = vectors * np.sqrt(np.maximum(values_of, 0))
        noise = rng.standard_normal((DRAWS, centre.size)) @ root.T
        noise /= np.sqrt(rng.chisquare(self.freedom, DRAWS) / self.freedom)[:, None]
        # A sigma whose size is hardly known must not run away.
        noise[:, -sigmas.size :] = np.clip(noise[:, -sigmas.size :], -3, 1.5)
        return np.vstack([centre, centre + noise])

    @cached_property
    def thresholds(self) -> Floats:
        return np.asarray(np.maximum.accumulate(self.draws[:, : len(self.fitted.thresholds)], axis=1))

    @cached_property
    def coefficients(self) -> Floats:
        first = len(self.fitted.thresholds)
        return self.draws[:, first : first + len(self.fitted.coefficients)]

    @cached_property
    def spread(self) -> Floats:
        """Per draw the deviation of all random effects of a rating together."""
        names, logs = list(self.fitted.sigmas), self.draws[:, -len(self.fitted.sigmas) :]
        weights = np.array([0.25 if ":" in name else 1.0 for name in names])
        return np.asarray(np.sqrt(np.exp(2 * logs) @ weights))

    def at_least(self, x: Floats) -> Floats:
        """draws x thresholds: how likely a rating above each threshold is, averaged over the rows of `x`."""
        from scipy.special import expit

        rows, counts = np.unique(np.asarray(x, dtype=np.float64), axis=0, return_counts=True)
        found = np.zeros_like(self.thresholds)
        for row, count in zip(rows, counts, strict=True):
            eta = self.coefficients @ row
            for node, weight in zip(NODES, NODE_WEIGHTS / NODE_WEIGHTS.sum(), strict=True):
                reach = (eta + self.spread * node)[:, None] - self.thresholds
                found += count * weight * expit(reach)
        return np.asarray(found / counts.sum())

    def means(self, x: Floats) -> Floats:
        """Per draw the expected rating."""
        return np.asarray(self.points[0] + self.at_least(x) @ np.diff(self.points))

    def accepted(self, x: Floats, cut: float) -> Floats:
        """Per draw the share of judgements at or above the cut."""
        reached = np.flatnonzero(self.points >= cut)
        if not reached.size:
            return np.zeros(len(self.draws))
        if reached[0] == 0:
            return np.ones(len(self.draws))
        return np.asarray(self.at_least(x)[:, reached[0] - 1])


def figure_of(values: Floats, n: int = 0) -> Figure:
    """From the estimate (first) and the draws around it."""
    low, high = np.quantile(values[1:], [0.025, 0.975])
    return Figure(float(values[0]), float(low), float(high), n)
