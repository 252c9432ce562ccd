"""The columns of the model of costs: broken sets, switch points, the pairs' means, groups; and its slopes."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evaluation.statistics.clmm import independent_columns
from evaluation.statistics.costs.data import CLEAN, Broken, CostData, set_name
from evaluation.statistics.design import Design
from evaluation.statistics.figure import Bools, Floats, Ints

MOST_SWITCHES = 4
# Judges with so many violators and clean sentences each are needed for a slope.
SLOPE_JUDGES, SLOPE_SENTENCES = 10, 3
# Pairs with both, and with more than one sentence of one kind, that a slope of pairs needs.
SLOPE_PAIRS = 5


def in_group(name: str, group: str) -> str:
    """The name of a coefficient that a group has of its own."""
    return f"{name} @ {group}" if group else name


@dataclass(frozen=True)
class FixedEffects:
    """The fixed part: what adjusts comes first, so that whatever cannot be told from it is named as not estimable.

    `additive`: one column per constraint instead of one per broken set.
    """

    data: CostData
    switches: bool = True
    additive: bool = False

    @cached_property
    def names(self) -> list[str]:
        groups = self.data.groups
        adjusting = [f"switches {self.switch_words(level)}" for level in self._switch_levels[1:]]
        adjusting += [f"pair mean of {one}" for one in self.data.broken_constraints]
        adjusting += [f"group {group}" for group in groups[1:]]
        return adjusting + [in_group(name, group) for name in self.set_names for group in groups]

    @cached_property
    def set_names(self) -> list[str]:
        if self.additive:
            return list(self.data.broken_constraints)
        return [set_name(one, self.data.constraints) for one in self.data.broken_sets]

    def table(self, items: Ints, groups: Sequence[str], broken: Sequence[Broken]) -> Floats:
        """One row for each of these sentences, as judged by somebody of that group, if it broke this set."""
        data, who = self.data, np.array(groups)
        levels = np.array([self._level(data.sentences[place].switches) for place in items], dtype=np.int64)
        columns = [levels == level for level in self._switch_levels[1:]]
        columns += [self._means[place] for place in self._mean_rows(items)]
        columns += [who == group for group in data.groups[1:]]
        for has in self._sets(broken):
            columns += [has & (who == group) for group in data.groups]
        return np.array(columns, dtype=np.float64).reshape(len(columns), len(items)).T

    @staticmethod
    def switch_words(level: int) -> str:
        return f"{level}+" if level == MOST_SWITCHES else str(level)

    def _sets(self, broken: Sequence[Broken]) -> list[Bools]:
        wanted = self.data.broken_constraints if self.additive else self.data.broken_sets
        return [np.array([one == w or (self.additive and w in one) for one in broken], dtype=bool) for w in wanted]

    def _level(self, switches: int) -> int:
        return min(switches, MOST_SWITCHES)

    @cached_property
    def _switch_levels(self) -> list[int]:
        rated = {self._level(self.data.sentences[place].switches) for place in np.unique(self.data.items)}
        return sorted(rated) if self.switches else [0]

    def _mean_rows(self, items: Ints) -> list[Ints]:
        pairs = np.array([self._pair_places[self.data.sentences[place].pair] for place in items], dtype=np.int64)
        return [pairs + start * len(self._pair_places) for start in range(len(self.data.broken_constraints))]

    @cached_property
    def _pair_places(self) -> dict[Hashable, int]:
        rated = [self.data.sentences[place].pair for place in np.unique(self.data.items)]
        return {pair: place for place, pair in enumerate(dict.fromkeys(rated))}

    @cached_property
    def _means(self) -> Floats:
        """Constraint by constraint, the share of each pair's ratings whose sentences break it."""
        data = self.data
        pairs = np.array([self._pair_places[data.sentences[place].pair] for place in data.items], dtype=np.int64)
        sizes = np.bincount(pairs)
        found = [np.bincount(pairs, data.breaks(one), sizes.size) / sizes for one in data.broken_constraints]
        return np.concatenate(found) if found else np.zeros(0)


@dataclass(frozen=True)
class CostDesign:
    """A design with the columns that can be estimated; `aliased` are the names of those that cannot."""

    effects: FixedEffects
    design: Design
    kept: list[int]
    aliased: list[str]

    def rows(self, items: Ints, group: str, broken: Sequence[Broken]) -> Floats:
        return self.effects.table(items, [group] * len(items), broken)[:, self.kept]


def cost_design(data: CostData, *, switches: bool = True, additive: bool = False) -> CostDesign:
    effects = FixedEffects(data, switches=switches, additive=additive)
    groups = [data.judge_groups[judge] for judge in data.judges]
    sentences = [data.sentences[place] for place in data.items]
    x = effects.table(data.items, groups, [one.broken for one in sentences])
    columns, names, aliased = independent_columns(x, effects.names)
    design = Design(
        values=data.values.tolist(),
        x=columns,
        names=names,
        judges=data.judges.tolist(),
        pairs=[one.pair for one in sentences],
        sentences=data.items.tolist(),
        # A sentence of no match is one of its own.
        matches=[(item, None) if s.match is None else s.match for item, s in zip(data.items, sentences, strict=True)],
        judge_slopes={one: _centred(data, one) for one in data.broken_constraints if has_judge_slope(data, one)},
        pair_slopes={one: _centred(data, one) for one in data.broken_constraints if has_pair_slope(data, one)},
    )
    return CostDesign(effects, design, [effects.names.index(name) for name in names], aliased)


def _centred(data: CostData, constraint: str) -> Floats:
    return np.where(data.breaks(constraint), 0.5, -0.5)


def has_judge_slope(data: CostData, constraint: str) -> bool:
    """Whether enough judges have rated enough violators and clean sentences; else the cost is "for these judges"."""
    counts = [np.bincount(data.judges[which]) for which in (data.breaks(constraint), data.has_set(CLEAN))]
    size = max(one.size for one in counts)
    both = np.min([np.pad(one, (0, size - one.size)) for one in counts], axis=0)
    return int(np.sum(both >= SLOPE_SENTENCES)) >= SLOPE_JUDGES


def degrees_of_freedom(judges: int, pairs: int, *, has_slope: bool) -> float:
    """Of a cost's test. Without slopes of judges it is for these judges, and only pairs are a sample of others."""
    return float(max(1, (min(judges, pairs) if has_slope else pairs) - 1))


def has_pair_slope(data: CostData, constraint: str) -> bool:
    """Whether slopes of pairs can be told from effects of pairs and of single sentences."""
    kinds: dict[Hashable, list[int]] = {}
    for place in np.unique(data.items):
        sentence = data.sentences[place]
        kinds.setdefault(sentence.pair, [0, 0])[constraint in sentence.broken] += 1
    return sum(min(one) > 0 and max(one) > 1 for one in kinds.values()) >= SLOPE_PAIRS
