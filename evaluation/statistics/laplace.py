"""Laplace's approximation to the likelihood of a cumulative link mixed model, with its exact gradient.

The likelihood integrates over the random effects; the approximation replaces the integrand by a Gaussian around its
mode: -log L = f(mode) + 1/2 log det H(mode), f the joint negative log-likelihood of the ratings and the standardised
effects, H its Hessian. The mode moves with the parameters, d mode = -H^-1 d(grad f), and the gradient follows it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.statistics.cumulative_link import LinkTerms, Thresholds
from evaluation.statistics.effects_grouping import Grouping
from evaluation.statistics.effects_hessian import EffectsHessian
from evaluation.statistics.figure import Floats

# The search for the mode ends where the next step would gain less than this share of the joint likelihood.
CONVERGED = 1e-18
# Of what a step gained the next one may gain so much before the Hessian is factored anew.
LEFT_OVER = 0.01


@dataclass(frozen=True)
class _Point:
    """One value of the parameters: thresholds, the fixed part of eta, and one sigma for each group of effects."""

    thresholds: Floats
    fixed: Floats
    sigmas: Floats


class Laplace:
    """The objective for ratings in `categories` with fixed effects `x` and random effects by `grouping`.

    It remembers the last mode it found and the Hessian there, with which the next search starts.
    """

    def __init__(self, thresholds: Thresholds, x: Floats, grouping: Grouping) -> None:
        self.thresholds, self.x, self.grouping = thresholds, x, grouping
        self.mode = np.zeros(sum(grouping.sizes))
        self.hessian: EffectsHessian | None = None

    def __call__(self, parameters: Floats, *, sigmas: bool = True) -> tuple[float, Floats]:
        """The negative log-likelihood and its gradient at (thresholds, beta, log sigmas), or without that in sigmas."""
        count, groups = self.thresholds.count, len(self.grouping.sizes)
        point = _Point(parameters[:count], self.x @ parameters[count:-groups], np.exp(parameters[-groups:]))
        self.mode, terms, hessian = self._find_mode(point)
        value = terms.total() + float(self.mode @ self.mode) / 2 + hessian.log_determinant / 2
        return value, self._gradient(point, terms, hessian, with_sigmas=sigmas)

    def _gradient(self, point: _Point, terms: LinkTerms, hessian: EffectsHessian, *, with_sigmas: bool) -> Floats:
        """What reaches the objective directly, through the determinant (`spreads`) and through the mode (`moved`)."""
        group, sigmas = self.grouping, point.sigmas
        spreads = hessian.spreads()
        pull = spreads * terms.curvature_slope / 2
        move = hessian.solve(group.project(pull, sigmas))
        moved = group.total(move, sigmas)
        of_eta = terms.slope + pull - moved * terms.curvature
        upper = terms.upper_slope + spreads * terms.upper_curvature / 2 + moved * terms.above_density
        lower = terms.lower_slope + spreads * terms.lower_curvature / 2 + moved * terms.below_density
        of_fixed = np.concatenate((self.thresholds.gather(upper, lower), self.x.T @ of_eta))
        if not with_sigmas:
            return of_fixed
        of_sigmas = np.array([share @ of_eta for share in group.contributions(self.mode, sigmas)])
        slopes = group.split(group.project(terms.slope, sigmas))
        of_sigmas -= [part @ slope for part, slope in zip(group.split(move), slopes, strict=True)]
        of_sigmas += np.array(group.sizes) - hessian.inverse_traces()
        return np.concatenate((of_fixed, of_sigmas))

    def information(self, parameters: Floats) -> Floats:
        """How sure the ratings are about thresholds and beta there, the random effects being unknown as well."""
        count, groups = self.thresholds.count, len(self.grouping.sizes)
        point = _Point(parameters[:count], self.x @ parameters[count:-groups], np.exp(parameters[-groups:]))
        self.mode, terms, hessian = self._find_mode(point)
        of_thresholds, pulls_of_thresholds = self.thresholds.information(terms)
        felt = np.hstack([pulls_of_thresholds, self.x * terms.curvature[:, None]])
        known = np.zeros((felt.shape[1], felt.shape[1]))
        known[:count, :count] = of_thresholds
        known[count:] = self.x.T @ felt
        known[:count, count:] = known[count:, :count].T
        pulls = np.array([self.grouping.project(column, point.sigmas) for column in felt.T])
        return np.asarray(known - pulls @ np.array([hessian.solve(pull) for pull in pulls]).T)

    def _find_mode(self, point: _Point) -> tuple[Floats, LinkTerms, EffectsHessian]:
        """Newton's method with halved steps; the joint likelihood is convex in the effects.

        Factoring the Hessian is what takes time, and parameters seldom move far at once: an earlier one is used as long
        as each step leaves little to the next. The one that is returned is that of the mode.
        """
        mode, value, terms = self.mode, *self._joint(self.mode, point)
        hessian, is_new, before = self.hessian, False, np.inf
        for _ in range(100):
            gradient = mode + self.grouping.project(terms.slope, point.sigmas)
            step = hessian.solve(gradient) if hessian else gradient
            decrement = float(gradient @ step)
            if decrement < CONVERGED * max(1.0, abs(value)):
                break
            if hessian is None or (decrement > LEFT_OVER * before and not is_new):
                hessian, is_new, before = EffectsHessian(self.grouping, terms.curvature, point.sigmas), True, np.inf
                continue
            mode, value, terms = self._descend(mode, step, value, point)
            is_new, before = False, decrement
        self.hessian = EffectsHessian(self.grouping, terms.curvature, point.sigmas)
        return mode, terms, self.hessian

    def _descend(self, mode: Floats, step: Floats, value: float, point: _Point) -> tuple[Floats, float, LinkTerms]:
        """The longest of the steps 1, 1/2, 1/4 ... that does not climb."""
        for halvings in range(40):
            trial = mode - step / 2**halvings
            trial_value, terms = self._joint(trial, point)
            if trial_value <= value + 1e-12 * abs(value):
                break
        return trial, trial_value, terms

    def _joint(self, mode: Floats, point: _Point) -> tuple[float, LinkTerms]:
        eta = point.fixed + self.grouping.total(mode, point.sigmas)
        terms = self.thresholds.terms(point.thresholds, eta)
        return terms.total() + float(mode @ mode) / 2, terms
