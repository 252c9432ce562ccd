"""Beside which broken set a constraint's cost is measured: none, or the one it seldom occurs without."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.statistics.costs.columns import in_group
from evaluation.statistics.costs.data import CLEAN, Broken, CostData, set_name
from evaluation.statistics.figure import Figure

FEWEST_PAIRS = 5
NO_VIOLATORS = "no rated sentence breaks it clearly: draw matched pairs for it"
NO_CLEAN = "no clean sentence was rated, so there is nothing to compare with"
FEW_PAIRS = "it is broken in fewer than 5 sentence pairs, alone or beside what was rated without it"


@dataclass(frozen=True)
class Context:
    """The cost of `constraint` is that of `broken` against `repaired`, which lacks it alone."""

    constraint: str
    repaired: Broken

    @property
    def broken(self) -> Broken:
        return self.repaired | {self.constraint}

    def weights(self, constraints: tuple[str, ...], group: str = "") -> dict[str, float]:
        """The coefficients that make up the cost."""
        found = {in_group(set_name(self.broken, constraints), group): -1.0}
        if self.repaired:
            found[in_group(set_name(self.repaired, constraints), group)] = 1.0
        return found

    def violators(self, data: CostData) -> list[int]:
        """The sentences that the cost is about."""
        return [int(place) for place in np.unique(data.items[data.has_set(self.broken)])]


def context_of(data: CostData, constraint: str) -> Context | Figure:
    """Alone where it is so in 5 pairs, else beside the set that it is broken with in most pairs; or why not at all."""
    if not any(constraint in broken for broken in data.broken_sets):
        return Figure.undefined(NO_VIOLATORS)
    rated = {*data.broken_sets, *([CLEAN] if data.has_clean else [])}
    contexts = [Context(constraint, broken - {constraint}) for broken in data.broken_sets if constraint in broken]
    contexts = [one for one in contexts if one.repaired in rated]
    if not contexts:
        return Figure.undefined(NO_CLEAN)
    pairs = {one.repaired: len(data.pairs_with(one.broken)) for one in contexts}
    alone = [one for one in contexts if not one.repaired and pairs[CLEAN] >= FEWEST_PAIRS]
    best = alone[0] if alone else max(contexts, key=lambda one: pairs[one.repaired])
    return best if pairs[best.repaired] >= FEWEST_PAIRS else Figure.undefined(FEW_PAIRS)
