"""One simulated study and what its analysis says: the estimate with its interval."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from evaluation.statistics.choice_shares import clustered_share
from evaluation.statistics.clmm import independent_columns
from evaluation.statistics.costs.columns import degrees_of_freedom, has_judge_slope
from evaluation.statistics.costs.data import CostData
from evaluation.statistics.costs.simulated import TrueStudy, dealt, simulated_with_costs
from evaluation.statistics.figure import Floats, Ints
from evaluation.statistics.planning.design import CHOICES, COST, PlannedStudy
from evaluation.statistics.planning.linear_mixed import Effect, fit_linear

NOTHING = 0.0
EVEN = 0.5


@dataclass(frozen=True)
class Outcome:
    """In points (or a share of choices); without an interval nothing was found.

    `these_judges`: the answer holds for them alone, and `truth` is what it in truth costs them.
    """

    value: float
    low: float
    high: float
    these_judges: bool = False
    truth: float | None = None

    def finds(self, nothing: float) -> bool:
        """Whether the interval leaves out what would be no effect."""
        return self.low > nothing or self.high < nothing

    @property
    def width(self) -> float:
        return self.high - self.low


def outcome(design: PlannedStudy, rng: np.random.Generator) -> Outcome | None:
    """What one such study would say; None if its ratings do not allow an estimate."""
    true = design.true_study
    if design.compared == CHOICES:
        return _of_choices(true, rng)
    data, costs = simulated_with_costs(true, rng)
    found = of_ratings(data, matched=design.compared == COST, matches=design.matches)
    if found is None or not found.these_judges:
        return found
    return replace(found, truth=design.in_unit(float(costs.mean())))


def of_ratings(data: CostData, *, matched: bool, matches: int) -> Outcome | None:
    """By the linear mixed model with the effects of the full one, as far as they can be told apart.

    With one match a pair, the effects of pairs and matches are the same, and slopes of pairs are part of how sentences
    differ. Whether judges have slopes is decided as for the results of a cost; two models are always compared with
    them. Student's t has the degrees of freedom that the full model is given.
    """
    from scipy.special import stdtrit

    (constraint,) = data.constraints
    x: Floats = np.where(data.breaks(constraint), 0.5, -0.5)
    pairs = _codes(np.array([one.pair for one in data.sentences])[data.items])
    columns = _columns(data, x, pairs, switches=matched)
    if columns is None or data.values.min() == data.values.max():
        return None
    has_slope = not matched or has_judge_slope(data, constraint)
    effects = _effects(data, x, pairs, matched=matched, matches=matches, has_slope=has_slope)
    found = fit_linear(data.values, columns, effects)
    freedom = _freedom(data, constraint, matched=matched, has_slope=has_slope)
    value, error = -float(found.coefficients[-1]), float(np.sqrt(found.covariance[-1, -1]))
    reach = float(stdtrit(freedom, 0.975)) * error
    return Outcome(value, value - reach, value + reach, these_judges=not has_slope)


def _freedom(data: CostData, constraint: str, *, matched: bool, has_slope: bool) -> float:
    if not matched:
        return float(max(1, np.unique(data.judges).size - 1))
    judges = np.unique(data.judges[data.breaks(constraint)]).size
    return degrees_of_freedom(judges, len(data.pairs_with(frozenset({constraint}))), has_slope=has_slope)


def _columns(data: CostData, x: Floats, pairs: Ints, *, switches: bool) -> Floats | None:
    """Intercept, switch points, the pairs' means of x, and x last; None if x cannot be told from the others."""
    levels = np.array([one.switches for one in data.sentences])[data.items]
    means = (np.bincount(pairs, x) / np.bincount(pairs))[pairs]
    named = {f"switches {level}": levels == level for level in (2, 3, 4) if switches} | {"mean": means, "x": x}
    table = np.array(list(named.values()), dtype=np.float64).T
    kept, names, _aliased = independent_columns(table, list(named))
    return np.column_stack([np.ones(x.size), kept]) if names[-1:] == ["x"] else None


def _effects(data: CostData, x: Floats, pairs: Ints, *, matched: bool, matches: int, has_slope: bool) -> list[Effect]:
    one, judges = np.ones(x.size), _codes(data.judges)
    slopes = [Effect(judges, x)] if has_slope else []
    found = [Effect(judges, one), *slopes, Effect(pairs, one), Effect(_codes(data.items), one)]
    if matches > 1:
        found.append(Effect(pairs, x))
        if matched:
            of_sentence = np.array([int(str(sentence.match)) for sentence in data.sentences])
            found.append(Effect(_codes(of_sentence[data.items]), one))
    return found


def _codes(labels: Ints) -> Ints:
    return np.asarray(np.unique(labels, return_inverse=True)[1], dtype=np.int64)


def _of_choices(true: TrueStudy, rng: np.random.Generator) -> Outcome | None:
    """By the interval that the site gives shares of choices, for other judges and pairs."""
    spreads, couples = true.spreads, true.pairs * true.matches
    items, judges = dealt(true, couples, rng)
    pairs = items // true.matches
    of_couple = rng.normal(0, spreads.sentence, (2, couples)).sum(axis=0)
    eta = (
        true.costs["effect"]
        + of_couple[items]
        + rng.normal(0, spreads.judge_slope, true.judges)[judges]
        + rng.normal(0, spreads.pair_slope, true.pairs)[pairs]
    )
    found = clustered_share(eta + rng.logistic(size=eta.size) > 0, judges, pairs)
    if found.value is None or found.low is None or found.high is None:
        return None
    return Outcome(found.value, found.low, found.high)
