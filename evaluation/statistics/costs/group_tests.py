"""Whether a constraint costs groups of judges alike; and which groups are large enough to be asked about."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from evaluation.statistics.costs.data import CostData
from evaluation.statistics.costs.fitting import Cost, CostFit
from evaluation.statistics.figure import Figure
from evaluation.statistics.permutation import holm

SMALLEST_GROUP = 8
ONE_GROUP = "two groups of at least 8 judges each are needed"


@dataclass(frozen=True)
class GroupTest:
    """The p value of equal costs in all groups; for two groups also the difference, first less second."""

    constraint: str
    p: Figure
    difference: Figure
    p_holm: float | None = None


def large_groups(data: CostData) -> tuple[CostData | Figure, dict[str, int]]:
    """The ratings of groups with enough judges, and how many judges the groups left out have."""
    rated = {int(judge) for judge in np.unique(data.judges)}
    sizes = Counter(data.judge_groups[judge] for judge in rated)
    left_out = {group: size for group, size in sorted(sizes.items()) if size < SMALLEST_GROUP or not group}
    large = [group for group in sizes if group not in left_out]
    if len(large) < 2:
        return Figure.undefined(ONE_GROUP), left_out
    kept = np.array([group in large for group in data.judge_groups], dtype=bool)
    which = kept[data.judges]
    groups = [group if group in large else large[0] for group in data.judge_groups]
    found = replace(data, items=data.items[which], judges=data.judges[which], values=data.values[which])
    return replace(found, judge_groups=groups), left_out


def group_tests(found: CostFit) -> list[GroupTest]:
    """A second family of tests: one per constraint."""
    tests = [_test(found, constraint) for constraint in found.data.constraints]
    tested = [place for place, one in enumerate(tests) if one.p.value is not None]
    for place, p in zip(tested, holm([tests[place].p.value or 0.0 for place in tested]), strict=True):
        tests[place] = replace(tests[place], p_holm=p)
    return tests


def _test(found: CostFit, constraint: str) -> GroupTest:
    from scipy.special import fdtrc, stdtrit

    costs = [found.cost(constraint, group) for group in found.data.groups]
    reason = next((one.reason for one in costs if one.reason), "")
    reason = reason or ("" if len({one.context for one in costs}) == 1 else "groups saw it in different contexts")
    if reason or found.fitted is None:
        return GroupTest(constraint, Figure.undefined(reason), Figure.undefined(reason))
    names = [one.name for one in found.fitted.coefficients]
    weights = np.array([[one.weights.get(name, 0.0) for name in names] for one in costs])
    contrasts = weights[0] - weights[1:]
    values = contrasts @ np.array([one.value for one in found.fitted.coefficients])
    covariance = contrasts @ found.fitted.covariance @ contrasts.T
    freedom = _freedom(costs)
    statistic = float(values @ np.linalg.pinv(covariance) @ values) / len(values)
    p = Figure(float(fdtrc(len(values), freedom, statistic)), n=len(values))
    if len(values) > 1:
        return GroupTest(constraint, p, Figure.undefined("more than two groups"))
    reach = float(stdtrit(freedom, 0.975)) * float(np.sqrt(covariance[0, 0]))
    value = float(values[0])
    return GroupTest(constraint, p, Figure(value, value - reach, value + reach, sum(one.ratings for one in costs)))


def _freedom(costs: list[Cost]) -> float:
    """Pairs are shared by the groups; judges are not."""
    return float(max(1, sum(one.judges for one in costs) - len(costs)))
