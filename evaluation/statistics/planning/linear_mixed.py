"""A linear mixed model with crossed effects, fitted in milliseconds: what planning uses in place of the full model.

y = X b + sum_k Z_k u_k + e, the effects u_k with variances g_k times that of e. All is done on the cross products of
the columns [Z X y]: with W the inverse of I + sum_k g_k Z_k Z_k', their products through W are one Cholesky
decomposition away. The g_k are found by Fisher scoring on the likelihood, as R's `lme4::lmer(REML = FALSE)` finds
them; a g_k that would be negative is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from evaluation.statistics.figure import Floats, Ints

# Ratios to begin with, and when to stop: by steps, and by what a step gains.
START, STEPS = 0.3, 30
SETTLED = 1e-4


@dataclass(frozen=True)
class Effect:
    """A random effect: which level each row has, and by what the effect is multiplied there (1: an intercept)."""

    levels: Ints
    weights: Floats

    @property
    def size(self) -> int:
        return int(self.levels.max(initial=-1)) + 1


@dataclass(frozen=True)
class LinearFit:
    """The fixed effects with their covariance; `ratios` are the effects' variances over that of the residual."""

    coefficients: Floats
    covariance: Floats
    ratios: Floats
    residual: float


def fit_linear(y: Floats, x: Floats, effects: Sequence[Effect]) -> LinearFit:
    """The fit by maximum likelihood; the columns of `x` (the intercept among them) must be independent."""
    problem = _Problem(y, x, effects)
    return problem.report(problem.climb(np.full(len(effects), START)))


class _Problem:
    def __init__(self, y: Floats, x: Floats, effects: Sequence[Effect]) -> None:
        self.n, self.effects = y.size, effects
        sizes = [one.size for one in effects]
        ends = np.cumsum([0, *sizes])
        self.parts = [slice(int(a), int(b)) for a, b in pairwise(ends)]
        self.owner = np.repeat(np.arange(len(effects)), sizes)
        self.q, self.p = int(ends[-1]), x.shape[1]
        self.products = self._cross_products(np.column_stack([x, y]))

    def _cross_products(self, fixed: Floats) -> Floats:
        q, size = self.q, self.q + fixed.shape[1]
        found = np.zeros((size, size))
        for one, part in zip(self.effects, self.parts, strict=True):
            for other, beside in zip(self.effects, self.parts, strict=True):
                cells, shape = one.levels * other.size + other.levels, (one.size, other.size)
                found[part, beside] = np.bincount(cells, one.weights * other.weights, shape[0] * shape[1]).reshape(
                    shape
                )
            for column in range(fixed.shape[1]):
                found[part, q + column] = np.bincount(one.levels, one.weights * fixed[:, column], one.size)
        found[q:, :q] = found[:q, q:].T
        found[q:, q:] = fixed.T @ fixed
        return found

    def _through(self, ratios: Floats) -> tuple[Floats, float]:
        """The cross products through W, and the logarithm of the determinant of its inverse."""
        from scipy.linalg import solve_triangular

        roots = np.sqrt(ratios)[self.owner]
        inner = roots[:, None] * self.products[: self.q, : self.q] * roots + np.eye(self.q)
        lower = np.linalg.cholesky(inner)
        half = solve_triangular(lower, roots[:, None] * self.products[: self.q], lower=True, check_finite=False)
        return self.products - half.T @ half, 2 * float(np.log(np.diag(lower)).sum())

    def _swept(self, through: Floats) -> tuple[Floats, float]:
        """Z'P y and y'P y, the fixed effects being taken out."""
        q, p = self.q, self.p
        solved = np.linalg.solve(through[q : q + p, q : q + p], through[q : q + p, -1])
        rest = through[-1, -1] - through[-1, q : q + p] @ solved
        return through[:q, -1] - through[:q, q : q + p] @ solved, float(rest)

    def _deviance(self, ratios: Floats) -> tuple[float, Floats, Floats, float]:
        through, determinant = self._through(ratios)
        scores, rest = self._swept(through)
        return determinant + self.n * float(np.log(rest)), through, scores, rest

    def climb(self, ratios: Floats) -> Floats:
        """Fisher scoring with halved steps; ratios at 0 that would fall further stay there."""
        deviance, through, scores, rest = self._deviance(ratios)
        for _ in range(STEPS):
            step = self._step(ratios, through, scores, rest)
            tried = self._deviance(np.maximum(ratios + step, 0))
            while tried[0] > deviance + 1e-9 and np.abs(step).max() > SETTLED / 10:
                step = step / 2
                tried = self._deviance(np.maximum(ratios + step, 0))
            gained, ratios = deviance - tried[0], np.maximum(ratios + step, 0)
            deviance, through, scores, rest = tried
            if gained < SETTLED:
                break
        return ratios

    def _step(self, ratios: Floats, through: Floats, scores: Floats, rest: float) -> Floats:
        among = through[: self.q, : self.q]
        starts = [part.start for part in self.parts]
        traces = np.add.reduceat(np.diag(among), starts)
        squares = np.add.reduceat(scores**2, starts)
        slope = (self.n * squares / rest - traces) / 2
        known = np.add.reduceat(np.add.reduceat(among**2, starts, axis=0), starts, axis=1) / 2
        known -= np.outer(traces, traces) / (2 * self.n)
        free = (ratios > 0) | (slope > 0)
        step = np.zeros(ratios.size)
        if free.any():
            step[free] = np.linalg.lstsq(known[np.ix_(free, free)], slope[free], rcond=1e-10)[0]
        return step

    def report(self, ratios: Floats) -> LinearFit:
        through, _determinant = self._through(ratios)
        q, p = self.q, self.p
        residual = self._swept(through)[1] / self.n
        inverse: Floats = np.asarray(np.linalg.inv(through[q : q + p, q : q + p]), dtype=np.float64)
        covariance = np.asarray(residual * inverse, dtype=np.float64)
        return LinearFit(inverse @ through[q : q + p, -1], covariance, ratios, residual)
