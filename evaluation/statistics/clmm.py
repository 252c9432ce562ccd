"""Cumulative link mixed model: rating ~ fixed effects + judges (and their slopes) + pairs + sentences, logit link.

Judges differ not only in how strict they are but also in what they are strict about. For what is tested they have
slopes of their own, one variance for all of them: for conditions `(1 | judge) + (1 | judge:condition)`, and pairs
likewise `(1 | pair) + (1 | pair:condition)`.

The same model and the same approximation as R's `ordinal::clmm` (Christensen 2019): see `laplace` for the likelihood.
The optimum is found by L-BFGS on the exact gradient, with the gaps between thresholds and the sigmas on the log scale;
standard errors come from differences of the gradient at the optimum.

Treating ordinal ratings as metric gives false alarms, misses and inversions (Liddell and Kruschke 2018); this is the
comparison that does not.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import erfc, exp, inf, log, sqrt

import numpy as np

from evaluation.statistics.cumulative_link import Thresholds
from evaluation.statistics.design import Design, grouping_of
from evaluation.statistics.figure import Bools, Figure, Floats
from evaluation.statistics.laplace import Laplace

NO_VARIATION = "every judgement is the same, so there is nothing to explain"
TOO_FEW_RATINGS = "there are fewer ratings than things to estimate"
SMALLEST_LOG_SIGMA = -8.0
LARGEST_LOG_SIGMA = 4.0
BEGINNING_LOG_SIGMA = -0.5
# Effects that should have left zero: tried with a deviation of 0.05 or half as much again as they have, and begun again
# with 0.2 if that gains anything.
SMALL_LOG_SIGMA, MODERATE_LOG_SIGMA = -3.0, -1.6
LARGER = log(1.5)
WORTH_A_RESTART = 1e-6
# Of a standard error: how far apart the gradients are whose differences give the curvature.
DIFFERENCE = 1e-3
# On the logit scale: no difference between rated sentences is as large as that.
SEPARATED = 10.0
# Of a standard error, about: how far from the optimum a fit may have ended.
SETTLED = 0.05


@dataclass(frozen=True, slots=True)
class Estimate:
    """A parameter on the latent (logit) scale with its standard error, Wald statistic `t` and two-sided p.

    With few judges the statistic follows Student's t rather than the normal: `freedom` is judges - 1, or infinite.
    `span` is how far apart rated sentences are in the term: 1 for a property that some have and others have not.
    """

    name: str
    value: float
    error: float
    freedom: float = inf
    span: float = 1.0

    @property
    def t(self) -> float:
        return self.value / self.error if self.error > 0 else float("nan")

    @property
    def p(self) -> float:
        from scipy.special import stdtr

        return erfc(abs(self.t) / sqrt(2)) if self.freedom == inf else float(2 * stdtr(self.freedom, -abs(self.t)))

    @property
    def is_separated(self) -> bool:
        """The ratings part completely along this term: its estimate runs away and its Wald test means nothing."""
        return max(abs(self.value), self.error) * self.span > SEPARATED

    def interval(self) -> tuple[float, float]:
        """The 95 % Wald interval."""
        from scipy.special import stdtrit

        reach = (1.959964 if self.freedom == inf else float(stdtrit(self.freedom, 0.975))) * self.error
        return self.value - reach, self.value + reach


@dataclass(frozen=True)
class Fit:
    """A fitted model: positive coefficients mean better ratings; `sigmas` are the random effects' deviations."""

    thresholds: tuple[Estimate, ...]
    coefficients: tuple[Estimate, ...]
    sigmas: dict[str, float]
    log_likelihood: float
    ratings: int
    groups: dict[str, int]
    # The search ended at an optimum, curved in every direction.
    settled: bool
    covariance: Floats = field(repr=False)
    # Of thresholds, coefficients and log sigmas together; a sigma of zero has none.
    joint: Floats = field(repr=False, default_factory=lambda: np.zeros((0, 0)))
    judge_effects: Mapping[Hashable, float] = field(repr=False, default_factory=dict)

    @property
    def parameters(self) -> int:
        return len(self.thresholds) + len(self.coefficients) + len(self.sigmas)

    @property
    def aic(self) -> float:
        return 2 * self.parameters - 2 * self.log_likelihood

    def contrast(self, first: str, second: str) -> Estimate:
        """`first` less `second`; a name without a coefficient is the reference level."""
        return self.combination(f"{first} - {second}", {first: 1.0, second: -1.0})

    def combination(self, name: str, wanted: Mapping[str, float]) -> Estimate:
        """A weighted sum of coefficients; the weights of levels add up to 0, so that the reference is accounted for."""
        weights = np.array([wanted.get(c.name, 0.0) for c in self.coefficients], dtype=np.float64)
        value = float(weights @ np.array([c.value for c in self.coefficients]))
        error = sqrt(max(float(weights @ self.covariance @ weights), 0.0))
        return Estimate(name, value, error, self.freedom)

    @property
    def freedom(self) -> float:
        return max(1.0, self.groups["judge"] - 1.0)

    @property
    def separated(self) -> list[str]:
        return [estimate.name for estimate in self.coefficients if estimate.is_separated]

    @property
    def converged(self) -> bool:
        """Settled, and nothing runs away."""
        return self.settled and not self.separated


def fit(design: Design, *, tolerance: float = 1e-4, errors: bool = True, like: Fit | None = None) -> Fit | Figure:
    """The fitted model, or a Figure without a value that says why there is none; without `errors` in half the time.

    `like`: a fit of a similar model to similar ratings, where the search begins.
    """
    n = len(design.values)
    if not n:
        return Figure.undefined(TOO_FEW_RATINGS)
    problem = _Problem(design)
    if problem.objective.thresholds.count < 1:
        return Figure.undefined(NO_VARIATION, n=n)
    if n <= problem.size:
        return Figure.undefined(TOO_FEW_RATINGS, n=n)
    found = problem.minimum(problem.start(like), tolerance)
    again = problem.off_the_edge(found)
    if again is not None:
        found = min(found, problem.minimum(again, tolerance), key=lambda one: problem.value(one)[0])
    return problem.report(problem.scale @ found, errors=errors)


def independent_columns(x: Floats, names: Sequence[str]) -> tuple[Floats, list[str], list[str]]:
    """The columns that the ones before them (and the intercept) do not already say, and the names of the others.

    >>> independent_columns(np.array([[0.0, 1.0], [1.0, 0.0], [1.0, 0.0]]), ["ML0", "not ML0"])[1:]
    (['ML0'], ['not ML0'])
    """
    kept: list[int] = []
    basis = [np.full(len(x), 1 / sqrt(max(len(x), 1)))]
    for place in range(len(names)):
        column = x[:, place].astype(np.float64)
        rest = column - sum((one @ column) * one for one in basis)
        size = float(np.linalg.norm(rest))
        if size > 1e-8 * max(1.0, float(np.linalg.norm(column))):
            kept.append(place)
            basis.append(rest / size)
    aliased = [name for place, name in enumerate(names) if place not in kept]
    return x[:, kept], [names[place] for place in kept], aliased


def condition_columns(conditions: Sequence[str]) -> tuple[Floats, list[str]]:
    """One 0/1 column per condition but the first in the alphabet, which is the reference.

    >>> condition_columns(["EC1", "ML0", "EC1"])[1]
    ['ML0']
    """
    levels = sorted(set(conditions))
    given = np.array(conditions)
    columns = [given == level for level in levels[1:]]
    return np.array(columns, dtype=np.float64).T.reshape(len(given), len(columns)), levels[1:]


def likelihood_ratio(full: Fit, smaller: Fit) -> Figure:
    """The p-value of the terms that `full` has and `smaller` has not; n is the degrees of freedom.

    As with Wald's tests few judges are allowed for: F with judges - 1 degrees of freedom below instead of chi squared.
    """
    from scipy.special import fdtrc

    freedom = full.parameters - smaller.parameters
    statistic = max(0.0, 2 * (full.log_likelihood - smaller.log_likelihood))
    return Figure(float(fdtrc(freedom, full.freedom, statistic / freedom)), n=freedom)


class _Problem:
    """A design in the optimiser's parameters: first threshold, log gaps, scaled beta, log sigmas.

    The optimiser sees all of them in units of about one standard error (`scale` turns them back): otherwise columns
    that resemble each other would take it several times as many steps.
    """

    def __init__(self, design: Design) -> None:
        self.names = list(design.names)
        self.points, categories = np.unique(np.asarray(design.values, dtype=np.float64), return_inverse=True)
        grouping, self.effects, order = grouping_of(design)
        self.judge_labels = list(dict.fromkeys(design.judges))
        x = np.asarray(design.x, dtype=np.float64).reshape(len(order), len(self.names))[order]
        self.objective = Laplace(Thresholds(categories[order].astype(np.int64), len(self.points) - 1), x, grouping)

    @property
    def threshold_names(self) -> list[str]:
        return [f"{a:g}|{b:g}" for a, b in zip(self.points[:-1], self.points[1:], strict=True)]

    @property
    def size(self) -> int:
        return self.objective.thresholds.count + len(self.names) + len(self.effects)

    def start(self, like: Fit | None = None) -> Floats:
        """Where the search begins, in the units: at a similar fit, or with moderate random and no fixed effects."""
        if like is None:
            beta, sigmas = [0.0] * len(self.names), [BEGINNING_LOG_SIGMA] * len(self.effects)
        else:
            known = {one.name: one.value for one in like.coefficients}
            beta = [known.get(name, 0.0) for name in self.names]
            # What had no spread there may have one here.
            least = exp(MODERATE_LOG_SIGMA)
            sigmas = [log(max(like.sigmas.get(name, 0.0), least)) for name in self.effects]
        logits = self._thresholds(like)
        plain = np.concatenate((logits[:1], np.log(np.diff(logits)), beta, sigmas))
        self.scale = self._scale(plain)
        return np.asarray(np.linalg.solve(self.scale, plain))

    def _thresholds(self, like: Fit | None) -> Floats:
        """Those of a similar fit to the same points of the scale, or from the points' shares."""
        if like is not None and [one.name for one in like.thresholds] == self.threshold_names:
            return np.array([one.value for one in like.thresholds])
        thresholds = self.objective.thresholds
        shares = np.bincount(thresholds.categories, minlength=thresholds.count + 1)
        below = np.cumsum(shares)[:-1] / shares.sum()
        return np.asarray(1.3 * np.log(below / (1 - below)))

    def _scale(self, plain: Floats) -> Floats:
        """What a step of one in each of the optimiser's directions means."""
        last = self.size - len(self.effects)
        units = np.full(self.size, 1 / sqrt(self.objective.grouping.sentences.size))
        units[last:] = 1 / np.sqrt(np.array(self.objective.grouping.sizes) / 2)
        scale = np.diag(np.minimum(units, 1.0))
        natural = self._natural_slopes(plain)[:last, :last]
        known = natural.T @ self.objective.information(self.natural(plain)) @ natural
        if np.linalg.eigvalsh(known).min() > 1e-6:
            scale[:last, :last] = np.linalg.inv(np.linalg.cholesky(known)).T
        return np.asarray(scale)

    def minimum(self, start: Floats, tolerance: float) -> Floats:
        from scipy.optimize import minimize

        found = minimize(
            self.value,
            start,
            jac=True,
            method="L-BFGS-B",
            bounds=self.bounds(),
            options={"maxiter": 500, "gtol": tolerance, "ftol": 1e-14, "maxcor": 30},
        )
        return np.asarray(found.x, dtype=np.float64)

    def off_the_edge(self, found: Floats) -> Floats | None:
        """Where to start again if a small sigma should be larger; else None.

        In logarithms the likelihood is flat near zero, so that the optimiser, once there, does not come back by itself.
        """
        groups, here = len(self.effects), self.value(found)[0]
        units, again = np.diag(self.scale)[-groups:], found.copy()
        for place in np.flatnonzero(found[-groups:] * units <= MODERATE_LOG_SIGMA) - groups:
            trial = found.copy()
            trial[place] = max(SMALL_LOG_SIGMA, found[place] * units[place] + LARGER) / units[place]
            if self.value(trial)[0] < here - WORTH_A_RESTART:
                again[place] = MODERATE_LOG_SIGMA / units[place]
        return None if np.array_equal(again, found) else again

    def bounds(self) -> list[tuple[float | None, float | None]]:
        free: list[tuple[float | None, float | None]] = [(None, None)] * (self.size - len(self.effects))
        units = np.diag(self.scale)[-len(self.effects) :]
        return free + [(SMALLEST_LOG_SIGMA / unit, LARGEST_LOG_SIGMA / unit) for unit in units]

    def value(self, scaled: Floats) -> tuple[float, Floats]:
        parameters = self.scale @ scaled
        value, gradient = self.objective(self.natural(parameters))
        return value, np.asarray(self.scale.T @ self._natural_slopes(parameters).T @ gradient)

    def natural(self, parameters: Floats) -> Floats:
        """The same point with the thresholds themselves in place of log gaps."""
        count = self.objective.thresholds.count
        gaps = np.concatenate((parameters[:1], np.exp(parameters[1:count])))
        return np.concatenate((np.cumsum(gaps), parameters[count:]))

    def _natural_slopes(self, parameters: Floats) -> Floats:
        """How that point moves with each parameter: a gap moves all thresholds above it."""
        count, slopes = self.objective.thresholds.count, np.eye(self.size)
        slopes[:count, :count] = np.tril(np.ones((count, count)))
        slopes[:count, 1:count] *= np.exp(parameters[1:count])
        return slopes

    def report(self, parameters: Floats, *, errors: bool = True) -> Fit:
        natural, count = self.natural(parameters), self.objective.thresholds.count
        value, gradient = self.objective(natural)
        left = self.scale.T @ self._natural_slopes(parameters).T @ gradient
        # A sigma of (almost) zero lies on the edge of what is possible: flat there, and no part of the curvature.
        free, groups = np.ones(self.size, dtype=bool), len(self.effects)
        free[-groups:] = parameters[-groups:] > SMALLEST_LOG_SIGMA / 2
        joint, curved = self._joint_covariance(parameters, free) if errors else (np.zeros((self.size, self.size)), True)
        deviations = np.sqrt(np.maximum(np.diag(joint), 0))
        names = self.threshold_names + self.names
        estimates = [Estimate(name, float(v), float(e)) for name, v, e in zip(names, natural, deviations, strict=False)]
        judges = max(1.0, len(self.judge_labels) - 1.0)
        spans = np.ptp(self.objective.x, axis=0).tolist()
        estimates[count:] = [
            replace(one, freedom=judges, span=span) for one, span in zip(estimates[count:], spans, strict=True)
        ]
        return Fit(
            thresholds=tuple(estimates[:count]),
            coefficients=tuple(estimates[count:]),
            sigmas={
                name: float(sigma) if kept else 0.0
                for name, sigma, kept in zip(self.effects, np.exp(natural[-groups:]), free[-groups:], strict=True)
            },
            log_likelihood=-value,
            ratings=int(self.objective.grouping.sentences.size),
            groups=dict(zip(self.effects, self.objective.grouping.sizes, strict=True)),
            settled=curved and float(np.abs(left[free]).max()) < SETTLED,
            covariance=joint[count : count + len(self.names), count : count + len(self.names)],
            joint=joint,
            judge_effects=self._judge_effects(np.exp(natural[-groups:])),
        )

    def _judge_effects(self, sigmas: Floats) -> dict[Hashable, float]:
        """The mode of each judge's own effect."""
        place = self.effects.index("judge")
        effects = sigmas[place] * self.objective.grouping.split(self.objective.mode)[place]
        return dict(zip(self.judge_labels, effects.tolist(), strict=True))

    def _joint_covariance(self, parameters: Floats, free: Bools) -> tuple[Floats, bool]:
        """From differences of the exact gradient along directions of about one standard error each."""
        natural, directions = self.natural(parameters), (self._natural_slopes(parameters) @ self.scale)[:, free]
        here, mode, last = self.objective(natural)[1], self.objective.mode, self.size - len(self.effects)
        hessian = np.zeros((directions.shape[1], directions.shape[1]))
        for place, direction in enumerate(directions.T):
            # How the gradient in sigmas moves with the fixed parameters is seen the other way round.
            size = self.size if place >= last else last
            self.objective.mode = mode
            moved = self.objective(natural + DIFFERENCE * direction, sigmas=size > last)[1]
            hessian[place] = (moved - here[:size]) / DIFFERENCE @ directions[:size]
        self.objective.mode = mode
        hessian[:last, last:] = hessian[last:, :last].T
        covariance, curved = _inverse((hessian + hessian.T) / 2)
        return np.asarray(directions @ covariance @ directions.T), curved


def _inverse(hessian: Floats) -> tuple[Floats, bool]:
    """The covariance of the estimates, and whether the optimum is a proper one (curved in every direction)."""
    smallest = float(np.linalg.eigvalsh(hessian).min())
    return np.asarray(np.linalg.pinv(hessian), dtype=np.float64), smallest > 0
