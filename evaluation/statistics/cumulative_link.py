"""The likelihood of a cumulative logit model: P(y <= k) = logistic(threshold_k - eta).

For one rating between the thresholds `upper` and `lower` put a = upper - eta and b = lower - eta. The logistic F has
F(a) - F(b) = F(a) (1 - F(b)) (1 - exp(-(a - b))), so the log-likelihood splits into a part of a, a part of b and a part
of the two thresholds alone. Its derivatives in eta need no division by a small probability, and the second one,
F(a)(1 - F(a)) + F(b)(1 - F(b)), is always positive: the inner problem of the mixed model is convex.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evaluation.statistics.figure import Floats, Ints


@dataclass(frozen=True)
class LinkTerms:
    """Each rating's negative log-likelihood and derivatives at a given eta and thresholds.

    `width`: 1 - exp(-(a - b)), the part of the two thresholds alone.
    """

    upper: Floats
    lower: Floats
    width: Floats
    eta: Floats

    @cached_property
    def above(self) -> Floats:
        """F(a); 1 for the highest category."""
        return _logistic(self.upper - self.eta)

    @cached_property
    def not_below(self) -> Floats:
        """1 - F(b); 1 for the lowest category."""
        return _logistic(self.eta - self.lower)

    @property
    def below(self) -> Floats:
        return 1 - self.not_below

    @cached_property
    def above_density(self) -> Floats:
        return self.above * (1 - self.above)

    @cached_property
    def below_density(self) -> Floats:
        return self.below * self.not_below

    def total(self) -> float:
        """The negative log-likelihood of all ratings; infinite where one is too unlikely for a number."""
        with np.errstate(divide="ignore"):
            return -float(np.sum(np.log(self.above * self.not_below * self.width)))

    @property
    def slope(self) -> Floats:
        return 1 - self.above - self.below

    @property
    def curvature(self) -> Floats:
        return self.above_density + self.below_density

    @property
    def curvature_slope(self) -> Floats:
        return -self.upper_curvature - self.lower_curvature

    @property
    def upper_slope(self) -> Floats:
        """The derivative in the upper threshold (meaningless, and masked by the caller, where there is none)."""
        return self.above - 1 - self._width_slope

    @property
    def lower_slope(self) -> Floats:
        return self.below + self._width_slope

    @property
    def upper_curvature(self) -> Floats:
        """How the curvature changes with the upper threshold."""
        return self.above_density * (1 - 2 * self.above)

    @property
    def lower_curvature(self) -> Floats:
        return self.below_density * (1 - 2 * self.below)

    @property
    def width_curvature(self) -> Floats:
        """What moving both thresholds apart has of curvature beyond theirs to eta; 0 for the outer categories."""
        return self._width_slope * (1 + self._width_slope)

    @cached_property
    def _width_slope(self) -> Floats:
        return 1 / np.expm1(np.minimum(self.upper - self.lower, 700))


@dataclass(frozen=True)
class Thresholds:
    """Where on the latent scale each category ends; `categories` (0-based) says which category each rating is in."""

    categories: Ints
    count: int

    def terms(self, thresholds: Floats, eta: Floats) -> LinkTerms:
        edges = np.concatenate(([-np.inf], thresholds, [np.inf]))
        widths = -np.expm1(-np.diff(edges))
        return LinkTerms(edges[self.categories + 1], edges[self.categories], widths[self.categories], eta)

    def gather(self, upper: Floats, lower: Floats) -> Floats:
        """Per threshold, the sum of `upper` over ratings just below it and of `lower` over ratings just above it."""
        ends = np.bincount(self.categories, upper, self.count + 1)[: self.count]
        starts = np.bincount(self.categories, lower, self.count + 1)[1:]
        return np.asarray(ends + starts)

    def information(self, terms: LinkTerms) -> tuple[Floats, Floats]:
        """Second derivatives: of all ratings in the thresholds, and ratings x thresholds in eta and each threshold."""
        width, rows = terms.width_curvature, np.arange(self.categories.size)
        table = np.zeros((rows.size, self.count + 2))
        table[rows, self.categories + 1] = -terms.above_density
        table[rows, self.categories] = -terms.below_density
        inner = slice(1, self.count + 1)
        diagonal = np.bincount(self.categories + 1, terms.above_density + width, self.count + 2)
        diagonal += np.bincount(self.categories, terms.below_density + width, self.count + 2)
        beside = np.diag(np.bincount(self.categories, width, self.count + 1)[1 : self.count], 1)
        return np.asarray(np.diag(diagonal[inner]) - beside - beside.T, dtype=np.float64), table[:, inner]


def _logistic(x: Floats) -> Floats:
    from scipy.special import expit

    return np.asarray(expit(x))
