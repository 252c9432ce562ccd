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
from math import erfc, inf, sqrt

import numpy as np

from evaluation.statistics.cumulative_link import Thresholds
from evaluation.statistics.effects_grouping import Grouping
from evaluation.statistics.figure import Bools, Figure, Floats, Ints
from evaluation.statistics.laplace import Laplace

NO_VARIATION = "every judgement is the same, so there is nothing to explain"
TOO_FEW_RATINGS = "there are fewer ratings than things to estimate"
SMALLEST_LOG_SIGMA = -8.0
LARGEST_LOG_SIGMA = 4.0
# On the logit scale: no difference between rated sentences is as large as that.
SEPARATED = 10.0


@dataclass(frozen=True)
class Design:
    """Ratings with their fixed effects (`x`, one named column each) and their judge, pair and sentence.

    A column of `x` must not be constant: the thresholds are the intercept. With `conditions`, a pair has an effect for
    each condition (where that can be told from its sentences'); with `slopes`, a judge has one for each of its columns.
    """

    values: Sequence[float]
    x: Floats
    names: Sequence[str]
    judges: Sequence[Hashable]
    pairs: Sequence[Hashable]
    sentences: Sequence[Hashable]
    conditions: Sequence[Hashable] | None = None
    slopes: Floats | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """A parameter on the latent (logit) scale with its standard error, Wald statistic and two-sided p.

    With few judges the statistic follows Student's t rather than the normal: `freedom` is judges - 1, or infinite.
    """

    name: str
    value: float
    error: float
    freedom: float = inf

    @property
    def z(self) -> float:
        return self.value / self.error if self.error > 0 else float("nan")

    @property
    def p(self) -> float:
        from scipy.special import stdtr

        return erfc(abs(self.z) / sqrt(2)) if self.freedom == inf else float(2 * stdtr(self.freedom, -abs(self.z)))

    @property
    def is_separated(self) -> bool:
        """The ratings part completely along this term: its estimate runs away and its Wald test means nothing."""
        return abs(self.value) > SEPARATED or self.error > SEPARATED

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
    converged: bool
    covariance: Floats = field(repr=False)

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


def fit(design: Design, *, tolerance: float = 1e-4) -> Fit | Figure:
    """The fitted model, or a Figure without a value that says why there is none."""
    from scipy.optimize import minimize

    n = len(design.values)
    problem = _Problem(design)
    if problem.objective.thresholds.count < 1:
        return Figure.undefined(NO_VARIATION, n=n)
    if n <= problem.size:
        return Figure.undefined(TOO_FEW_RATINGS, n=n)
    found = minimize(
        problem.value,
        problem.start(),
        jac=True,
        method="L-BFGS-B",
        bounds=problem.bounds(),
        options={"maxiter": 500, "gtol": tolerance, "ftol": 1e-14, "maxcor": 30},
    )
    return problem.report(np.asarray(found.x, dtype=np.float64))


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
    """A design in the optimiser's parameters: first threshold, log gaps, beta, log sigmas."""

    def __init__(self, design: Design) -> None:
        self.names = list(design.names)
        self.points, categories = np.unique(np.asarray(design.values, dtype=np.float64), return_inverse=True)
        grouping, self.effects, order = _grouping(design)
        x = np.asarray(design.x, dtype=np.float64).reshape(len(order), len(self.names))[order]
        self.objective = Laplace(Thresholds(categories[order].astype(np.int64), len(self.points) - 1), x, grouping)

    @property
    def size(self) -> int:
        return self.objective.thresholds.count + len(self.names) + len(self.effects)

    def start(self) -> Floats:
        """Thresholds from the shares of the scale points, no fixed effects, moderate random ones."""
        thresholds = self.objective.thresholds
        shares = np.bincount(thresholds.categories, minlength=thresholds.count + 1)
        below = np.cumsum(shares)[:-1] / shares.sum()
        logits = 1.3 * np.log(below / (1 - below))
        sigmas = np.full(len(self.effects), -0.5)
        return np.concatenate((logits[:1], np.log(np.diff(logits)), np.zeros(len(self.names)), sigmas))

    def bounds(self) -> list[tuple[float | None, float | None]]:
        free: list[tuple[float | None, float | None]] = [(None, None)] * (self.size - len(self.effects))
        return free + [(SMALLEST_LOG_SIGMA, LARGEST_LOG_SIGMA)] * len(self.effects)

    def value(self, parameters: Floats) -> tuple[float, Floats]:
        value, gradient = self.objective(self.natural(parameters))
        count = self.objective.thresholds.count
        tails = np.cumsum(gradient[:count][::-1])[::-1]
        return value, np.concatenate((tails[:1], tails[1:] * np.exp(parameters[1:count]), gradient[count:]))

    def natural(self, parameters: Floats) -> Floats:
        """The same point with the thresholds themselves in place of log gaps."""
        count = self.objective.thresholds.count
        gaps = np.concatenate((parameters[:1], np.exp(parameters[1:count])))
        return np.concatenate((np.cumsum(gaps), parameters[count:]))

    def report(self, parameters: Floats) -> Fit:
        natural, count = self.natural(parameters), self.objective.thresholds.count
        value, gradient = self.objective(natural)
        # A sigma of (almost) zero lies on the edge of what is possible: flat there, and no part of the curvature.
        free, groups = np.ones(self.size, dtype=bool), len(self.effects)
        free[-groups:] = parameters[-groups:] > SMALLEST_LOG_SIGMA / 2
        covariance, curved = _inverse(self._hessian(natural, free))
        errors = np.sqrt(np.maximum(np.diag(covariance), 0))
        names = [f"{a:g}|{b:g}" for a, b in zip(self.points[:-1], self.points[1:], strict=True)] + self.names
        estimates = [Estimate(name, float(v), float(e)) for name, v, e in zip(names, natural, errors, strict=False)]
        judges = max(1.0, self.objective.grouping.judge_count - 1.0)
        estimates[count:] = [replace(one, freedom=judges) for one in estimates[count:]]
        runs_away = any(one.is_separated for one in estimates[count:])
        largest, sizes = float(np.abs(gradient[free]).max()), self.objective.grouping.sizes
        return Fit(
            thresholds=tuple(estimates[:count]),
            coefficients=tuple(estimates[count:]),
            sigmas={
                name: float(sigma) if kept else 0.0
                for name, sigma, kept in zip(self.effects, np.exp(natural[-groups:]), free[-groups:], strict=True)
            },
            log_likelihood=-value,
            ratings=int(self.objective.grouping.judges.size),
            groups=dict(zip(self.effects, sizes, strict=True)),
            converged=curved and largest < 0.05 and not runs_away,
            covariance=covariance[count : count + len(self.names), count : count + len(self.names)],
        )

    def _hessian(self, natural: Floats, free: Bools) -> Floats:
        """By central differences of the exact gradient, over the free parameters."""
        rows = []
        for index in np.flatnonzero(free):
            step = np.zeros(self.size)
            step[index] = 1e-4 * max(1.0, abs(natural[index]))
            up, down = self.objective(natural + step)[1], self.objective(natural - step)[1]
            rows.append((up - down)[free] / (2 * step[index]))
        hessian = np.array(rows)
        return np.asarray((hessian + hessian.T) / 2)


def _inverse(hessian: Floats) -> tuple[Floats, bool]:
    """The covariance of the estimates, and whether the optimum is a proper one (curved in every direction)."""
    smallest = float(np.linalg.eigvalsh(hessian).min())
    return np.asarray(np.linalg.pinv(hessian), dtype=np.float64), smallest > 0


def _grouping(design: Design) -> tuple[Grouping, list[str], Ints]:
    """Who and what each rating belongs to, the names of the effects, and the order of the ratings by sentence."""
    sentences, sentence_count = _codes(design.sentences)
    judges, judge_count = _codes(design.judges)
    pairs, _ = _codes(design.pairs)
    levels = [("pair", pairs)]
    if design.conditions is not None:
        both = list(zip(design.pairs, design.conditions, strict=True))
        levels.insert(0, ("pair:condition", _codes(both)[0]))
    names, parents, sizes, below = ["sentence"], [], [sentence_count], sentences
    for name, codes in levels:
        parent = _parents(below, codes, sizes[-1], name)
        # Groups of one member each say what their members already say.
        if int(codes.max()) + 1 < sizes[-1]:
            names.append(name)
            parents.append(parent)
            sizes.append(int(codes.max()) + 1)
            below = codes
    order = np.argsort(sentences, kind="stable")
    slopes = np.zeros((len(order), 0)) if design.slopes is None else np.asarray(design.slopes, dtype=np.float64)
    if not _tells_judges_apart(slopes, judges, judge_count):
        slopes = slopes[:, :0]
    names += ["judge", "judge:slope"] if slopes.shape[1] else ["judge"]
    grouping = Grouping(sentences[order], parents, sizes, judges[order], judge_count, slopes[order])
    return grouping, names, order


def _tells_judges_apart(slopes: Floats, judges: Ints, judge_count: int) -> bool:
    """Whether some judge met more than one kind of rating; else slopes cannot be told from the judges' own effects."""
    kinds = np.unique(np.column_stack([judges, slopes]), axis=0) if slopes.shape[1] else np.zeros((0, 1))
    return len(kinds) > judge_count


def _parents(below: Ints, above: Ints, count: int, name: str) -> Ints:
    found = np.zeros(count, dtype=np.int64)
    found[below] = above
    if not np.array_equal(found[below], above):
        raise ValueError(f"a sentence belongs to one {name}: name its appearances in two apart")
    return found


def _codes(labels: Sequence[Hashable]) -> tuple[Ints, int]:
    positions: dict[Hashable, int] = {}
    codes = np.array([positions.setdefault(label, len(positions)) for label in labels], dtype=np.int64)
    return codes, len(positions)
