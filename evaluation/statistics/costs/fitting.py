"""The model of costs, fitted: what each constraint costs all judges and each group of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite

import numpy as np

from evaluation.statistics.clmm import Estimate, Fit, fit, likelihood_ratio
from evaluation.statistics.costs.columns import CostDesign, cost_design, degrees_of_freedom, has_judge_slope
from evaluation.statistics.costs.contexts import Context, context_of
from evaluation.statistics.costs.data import CostData
from evaluation.statistics.costs.points import ScaleMeans, figure_of
from evaluation.statistics.figure import Figure
from evaluation.statistics.permutation import holm

ONE_JUDGE = "one judge only: nothing follows about others"
NOTHING_BROKEN = "no rated sentence breaks a constraint clearly: draw matched pairs by constraint"
ALIASED = "it cannot be told from switch points, pairs or other constraints in these sentences"
SEPARATED = "ratings part completely along it, so its size is unknown"
NOT_CONVERGED = "the model could not be fitted to these ratings"


@dataclass(frozen=True)
class Cost:
    """What breaking a constraint costs a group of judges ("": all), or the reason why that is not known.

    `context` is what else is broken on both sides. `these_judges`: they have no slopes, so nothing follows for others.
    """

    constraint: str
    group: str
    logits: Figure
    points: Figure
    context: tuple[str, ...] = ()
    error: float | None = None
    freedom: float | None = None
    p: float | None = None
    p_holm: float | None = None
    these_judges: bool = False
    sentences: int = 0
    pairs: int = 0
    judges: int = 0
    ratings: int = 0
    # The coefficients that it is made of.
    weights: Mapping[str, float] = field(default_factory=dict, repr=False)

    @property
    def reason(self) -> str:
        return self.logits.reason

    @property
    def weight(self) -> float | None:
        """In a community's grammar: costs below 0 count as 0, for with them the sets would not be nested."""
        return None if self.logits.value is None else max(0.0, self.logits.value)


@dataclass(frozen=True)
class CostFit:
    """Costs in the order of the theory's constraints, group by group; without a fit all have the same reason."""

    data: CostData
    costs: list[Cost]
    fitted: Fit | None = None
    design: CostDesign | None = None

    @property
    def aliased(self) -> list[str]:
        return self.design.aliased if self.design else []

    def cost(self, constraint: str, group: str = "") -> Cost:
        return next(one for one in self.costs if (one.constraint, one.group) == (constraint, group))


def fit_costs(data: CostData, *, switches: bool = True, points: bool = True, like: CostFit | None = None) -> CostFit:
    """One model for all ratings; with groups, each has its own intercept and costs. `like`: where the search begins."""
    reason = _why_not(data)
    if reason:
        return CostFit(data, _without(data, reason))
    design = cost_design(data, switches=switches)
    fitted = fit(design.design, like=like.fitted if like else None)
    if isinstance(fitted, Figure):
        return CostFit(data, _without(data, fitted.reason), design=design)
    costs = _Costs(data, design, fitted, points=points)
    found = [costs.of(constraint, group) for group in data.groups for constraint in data.constraints]
    return CostFit(data, with_holm(found), fitted, design)


def additivity(found: CostFit, *, switches: bool = True) -> Figure:
    """The p value of additive costs against one level per broken set, by likelihood ratio; n degrees of freedom."""
    if found.fitted is None or found.design is None:
        return Figure.undefined(NOT_CONVERGED)
    smaller = cost_design(found.data, switches=switches, additive=True)
    if len(smaller.design.names) >= len(found.design.design.names):
        return Figure.undefined("no constraints were broken together, so there is nothing to test")
    additive = fit(smaller.design, errors=False, like=found.fitted)
    return additive if isinstance(additive, Figure) else likelihood_ratio(found.fitted, additive)


def _why_not(data: CostData) -> str:
    if not data.broken_sets:
        return NOTHING_BROKEN
    return ONE_JUDGE if np.unique(data.judges).size < 2 else ""


def _without(data: CostData, reason: str) -> list[Cost]:
    unknown = Figure.undefined(reason)
    return [Cost(constraint, group, unknown, unknown) for group in data.groups for constraint in data.constraints]


class _Costs:
    def __init__(self, data: CostData, design: CostDesign, fitted: Fit, *, points: bool) -> None:
        self.data, self.design, self.fitted, self.points = data, design, fitted, points

    def of(self, constraint: str, group: str) -> Cost:
        data = self.data.of_group(group) if group else self.data
        context = context_of(data, constraint)
        if isinstance(context, Figure):
            return Cost(constraint, group, context, context)
        about = np.isin(data.items, context.violators(data))
        pairs = len(data.pairs_with(context.broken))
        judges = int(np.unique(data.judges[about]).size)
        has_slope = has_judge_slope(self.data, constraint)
        cost = Cost(
            constraint,
            group,
            Figure.undefined(""),
            Figure.undefined(""),
            context=tuple(one for one in data.constraints if one in context.repaired),
            these_judges=not has_slope,
            sentences=int(np.unique(data.items[about]).size),
            pairs=pairs,
            judges=judges,
            ratings=int(about.sum()),
            freedom=degrees_of_freedom(judges, pairs, has_slope=has_slope),
            weights=context.weights(data.constraints, group),
        )
        reason = self._why_unknown(cost)
        if reason:
            return replace(cost, logits=Figure.undefined(reason), points=Figure.undefined(reason))
        return self._estimated(cost, data, context)

    def _why_unknown(self, cost: Cost) -> str:
        if set(cost.weights) & set(self.design.aliased):
            return ALIASED
        estimate = self.fitted.combination(cost.constraint, cost.weights)
        if estimate.is_separated or set(cost.weights) & set(self.fitted.separated):
            return SEPARATED
        return "" if self.fitted.settled and isfinite(estimate.error) and estimate.error > 0 else NOT_CONVERGED

    def _estimated(self, cost: Cost, data: CostData, context: Context) -> Cost:
        found = replace(self.fitted.combination(cost.constraint, cost.weights), freedom=cost.freedom or 1.0)
        points = self._points(cost, data, context) if self.points else Figure.undefined("")
        return replace(cost, logits=_figure(found, cost.ratings), points=points, error=found.error, p=found.p)

    def _points(self, cost: Cost, data: CostData, context: Context) -> Figure:
        violators = np.array(context.violators(data), dtype=np.int64)
        means = ScaleMeans(self.fitted, cost.freedom or 1.0)
        broken, repaired = (
            means.means(self.design.rows(violators, cost.group, [one] * violators.size))
            for one in (context.broken, context.repaired)
        )
        return figure_of(repaired - broken, cost.ratings)


def _figure(estimate: Estimate, n: int) -> Figure:
    low, high = estimate.interval()
    return Figure(estimate.value, low, high, n)


def with_holm(costs: list[Cost]) -> list[Cost]:
    """A family is the constraints of one theory on one criterion, in one group; what is not known is no test."""
    found = list(costs)
    for group in {one.group for one in costs}:
        tested = [place for place, one in enumerate(costs) if one.group == group and one.p is not None]
        for place, p in zip(tested, holm([costs[place].p or 0.0 for place in tested]), strict=True):
            found[place] = replace(costs[place], p_holm=p)
    return found
