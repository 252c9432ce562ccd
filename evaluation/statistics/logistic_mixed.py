"""A logistic mixed model of preferences: logit P(y = 1) = x beta + judge + pair, both random.

What R's ``lme4::glmer(y ~ x + (1 | judge) + (1 | pair), family = binomial)`` fits: maximum likelihood by Laplace's
approximation, with the standard errors from the Hessian of the deviance (Bates et al. 2015). Effects are written as
sigma times standardised ones (u), and the deviance is -2 log p(y | u) + |u|^2 + log det H at the best u, H being its
Hessian there.

Tests are Student's. With judges - 1 degrees of freedom they are too careful (five judges: about 1 % of tests of nothing
reject instead of 5 %), since pairs and single choices have their part in the error; with Satterthwaite's, from the
estimated spreads, too sure (8 %), since that of few judges is often estimated as 0. The harmonic mean of both is taken.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.statistics.figure import Figure, Floats, Ints

FEWEST = 2
# An estimate or error beyond this, in logits, is separation: somewhere everybody chose the same.
FARTHEST = 10.0
NO_VARIATION = "everybody chose the same: there is nothing to estimate"
TOO_FEW = "too few judges: at least 2 are needed"
SEPARATED = "separation: for some of the sentences everybody chose the same, so the estimate has no end"


@dataclass(frozen=True)
class Preferences:
    """Choices (1 or 0) with the columns of ``x``, the first being the intercept, by judge and pair."""

    chosen: Sequence[int]
    x: Floats
    names: Sequence[str]
    judges: Sequence[Hashable]
    pairs: Sequence[Hashable]


@dataclass(frozen=True)
class Coefficient:
    name: str
    value: float
    error: float
    degrees: float

    @property
    def p(self) -> float:
        """Two-sided, by Student's t."""
        from scipy.special import stdtr

        return float(2 * stdtr(self.degrees, -abs(self.value / self.error)))

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        from scipy.special import stdtrit

        reach = float(stdtrit(self.degrees, 0.5 + level / 2)) * self.error
        return self.value - reach, self.value + reach


@dataclass(frozen=True)
class LogisticFit:
    coefficients: list[Coefficient]
    judge_sigma: float
    # None: every pair has one choice, or there is one pair.
    pair_sigma: float | None
    log_likelihood: float
    choices: int
    judges: int
    pairs: int


def fit_preferences(data: Preferences) -> LogisticFit | Figure:
    """The fit, or the reason why there is none."""
    if len(set(data.chosen)) < FEWEST:
        return Figure.undefined(NO_VARIATION, n=len(data.chosen))
    if len(set(data.judges)) < FEWEST:
        return Figure.undefined(TOO_FEW, n=len(data.chosen))
    groups = [_codes(data.judges)]
    pairs = _codes(data.pairs)
    if FEWEST <= pairs.max() + 1 < len(pairs):
        groups.append(pairs)
    fitted = _Deviance(np.asarray(data.chosen, dtype=np.float64), data.x, groups).minimised()
    if np.any(np.abs(fitted.beta) > FARTHEST) or np.any(~(fitted.errors < FARTHEST)):
        return Figure.undefined(SEPARATED, n=len(data.chosen))
    judges = int(groups[0].max()) + 1
    degrees = _degrees(groups, fitted)
    return LogisticFit(
        coefficients=[
            Coefficient(name, float(value), float(error), degrees)
            for name, value, error in zip(data.names, fitted.beta, fitted.errors, strict=True)
        ],
        judge_sigma=float(fitted.sigmas[0]),
        pair_sigma=float(fitted.sigmas[1]) if len(groups) > 1 else None,
        log_likelihood=-fitted.deviance / 2,
        choices=len(data.chosen),
        judges=judges,
        pairs=int(pairs.max()) + 1,
    )


def _degrees(groups: Sequence[Ints], fitted: _Minimum) -> float:
    """Between judges - 1 and Satterthwaite's: each part of the intercept's variance has its groups less one."""
    sizes = [int(codes.max()) + 1 for codes in groups]
    parts = [float(sigma) ** 2 / size for sigma, size in zip(fitted.sigmas, sizes, strict=True)]
    whole = float(fitted.errors[0]) ** 2
    below = sum(part**2 / (size - 1) for part, size in zip(parts, sizes, strict=True))
    below += max(0.0, whole - sum(parts)) ** 2 / groups[0].size
    return 2 / (1 / (sizes[0] - 1) + min(1.0, below / whole**2))


def _codes(labels: Sequence[Hashable]) -> Ints:
    places = {label: place for place, label in enumerate(dict.fromkeys(labels))}
    return np.array([places[label] for label in labels], dtype=np.int64)


@dataclass(frozen=True)
class _Minimum:
    beta: Floats
    sigmas: Floats
    errors: Floats
    deviance: float


class _Deviance:
    """The deviance as a function of (sigmas, beta); it remembers the last effects, where the next search starts."""

    def __init__(self, chosen: Floats, x: Floats, groups: Sequence[Ints]) -> None:
        self.chosen, self.x, self.groups = chosen, x, groups
        self.sizes = [int(codes.max()) + 1 for codes in groups]
        self.effects = np.zeros(sum(self.sizes))

    def minimised(self) -> _Minimum:
        from scipy.optimize import minimize

        many = len(self.groups)
        start = np.concatenate((np.full(many, 0.5), np.zeros(self.x.shape[1])))
        bounds = [(0.0, None)] * many + [(None, None)] * self.x.shape[1]
        found = minimize(self, start, method="L-BFGS-B", bounds=bounds, options={"ftol": 1e-13, "gtol": 1e-7})
        # L-BFGS-B stops a little early on numeric slopes; Nelder and Mead's method goes the rest of the way.
        finer = minimize(self.mirrored, found.x, method="Nelder-Mead", options={"xatol": 1e-7, "fatol": 1e-10})
        best = np.asarray(finer.x, dtype=np.float64)
        best[:many] = np.abs(best[:many])
        return _Minimum(best[many:], best[:many], self._errors(best), float(finer.fun))

    def mirrored(self, parameters: Floats) -> float:
        """The same for sigmas of either sign: there is no edge to get stuck at."""
        many = len(self.groups)
        return self(np.concatenate((np.abs(parameters[:many]), parameters[many:])))

    def __call__(self, parameters: Floats) -> float:
        many = len(self.groups)
        sigmas, fixed = parameters[:many], self.x @ parameters[many:]
        for _ in range(100):
            eta = fixed + self._contribution(self.effects, sigmas)
            probability = 1 / (1 + np.exp(-eta))
            slope = self._project(self.chosen - probability, sigmas) - self.effects
            hessian = self._hessian(probability * (1 - probability), sigmas)
            step = np.asarray(np.linalg.solve(hessian, slope), dtype=np.float64)
            self.effects = self._climbed(step, fixed, sigmas)
            if float(slope @ step) < 1e-16:
                break
        sign, log_determinant = np.linalg.slogdet(hessian)
        return 2 * self._joint(self.effects, fixed, sigmas) + float(sign * log_determinant)

    def _climbed(self, step: Floats, fixed: Floats, sigmas: Floats) -> Floats:
        before = self._joint(self.effects, fixed, sigmas)
        for halvings in range(30):
            trial = self.effects + step / 2**halvings
            if self._joint(trial, fixed, sigmas) <= before + 1e-12 * abs(before):
                break
        return np.asarray(trial)

    def _joint(self, effects: Floats, fixed: Floats, sigmas: Floats) -> float:
        """Half of -2 log p(y | u) + |u|^2."""
        eta = fixed + self._contribution(effects, sigmas)
        return float(np.logaddexp(0, eta).sum() - self.chosen @ eta + effects @ effects / 2)

    def _contribution(self, effects: Floats, sigmas: Floats) -> Floats:
        parts = np.split(effects, np.cumsum(self.sizes)[:-1])
        rows = zip(parts, self.groups, sigmas, strict=True)
        return np.asarray(sum(sigma * part[codes] for part, codes, sigma in rows))

    def _project(self, values: Floats, sigmas: Floats) -> Floats:
        rows = zip(self.groups, self.sizes, sigmas, strict=True)
        return np.concatenate([sigma * np.bincount(codes, values, size) for codes, size, sigma in rows])

    def _hessian(self, weights: Floats, sigmas: Floats) -> Floats:
        """Of the joint likelihood in the effects, with the sign changed."""
        diagonal = self._project(weights, sigmas) * np.repeat(sigmas, self.sizes) + 1
        hessian = np.diag(diagonal)
        if len(self.groups) > 1:
            rows, columns = self.sizes
            crossed = np.bincount(self.groups[0] * columns + self.groups[1], weights, rows * columns)
            hessian[:rows, rows:] = sigmas[0] * sigmas[1] * crossed.reshape(rows, columns)
            hessian[rows:, :rows] = hessian[:rows, rows:].T
        return np.asarray(hessian)

    def _errors(self, best: Floats) -> Floats:
        """From the numeric Hessian of the deviance; a sigma at 0, the edge of what is possible, is held there."""
        many = len(self.groups)
        free = np.array([place for place in range(len(best)) if place >= many or best[place] > 1e-3])
        hessian = np.array([[self._second_difference(best, i, j) for j in free] for i in free])
        with np.errstate(invalid="ignore"):
            errors = np.sqrt(np.diag(np.linalg.pinv(hessian / 2)))
        return np.asarray(errors[free >= many])

    def _second_difference(self, point: Floats, i: int, j: int, step: float = 1e-3) -> float:
        total = 0.0
        for one in (1, -1):
            for other in (1, -1):
                moved = point.copy()
                moved[i] += one * step
                moved[j] += other * step
                total += one * other * self(moved)
        return total / (4 * step * step)
