"""Ratings of mixed sentences of which it is known which constraints of one theory they break."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from evaluation.statistics.figure import Bools, Floats, Ints

Broken = frozenset[str]
CLEAN: Broken = frozenset()


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """A sentence with one broken set (empty: clean), its pair, its switch points and its match, if any."""

    pair: Hashable
    broken: Broken
    switches: int
    match: Hashable = None


@dataclass(frozen=True)
class CostData:
    """`items` and `judges` are positions in `sentences` and `judge_groups`, one of each per rating.

    `judge_groups` names the group of each judge ("" for all, where no groups are compared).
    """

    constraints: tuple[str, ...]
    sentences: Sequence[JudgedSentence]
    items: Ints
    judges: Ints
    values: Floats
    judge_groups: Sequence[str]

    @property
    def groups(self) -> list[str]:
        return sorted(set(self.judge_groups))

    @cached_property
    def broken_sets(self) -> list[Broken]:
        """Those that were rated and are not empty, small ones first, in the order of the theory's constraints."""
        rated = {self.sentences[place].broken for place in np.unique(self.items)}
        return sorted(rated - {CLEAN}, key=lambda one: (len(one), [c not in one for c in self.constraints]))

    @cached_property
    def has_clean(self) -> bool:
        return any(self.sentences[place].broken == CLEAN for place in np.unique(self.items))

    @cached_property
    def broken_constraints(self) -> list[str]:
        return [one for one in self.constraints if any(one in broken for broken in self.broken_sets)]

    def breaks(self, constraint: str) -> Bools:
        """Per rating: whether its sentence breaks it."""
        of_sentence = np.array([constraint in one.broken for one in self.sentences], dtype=bool)
        return np.asarray(of_sentence[self.items])

    def has_set(self, broken: Broken) -> Bools:
        """Per rating: whether its sentence has exactly this broken set."""
        of_sentence = np.array([one.broken == broken for one in self.sentences], dtype=bool)
        return np.asarray(of_sentence[self.items])

    def pairs_with(self, broken: Broken) -> set[Hashable]:
        return {self.sentences[place].pair for place in np.unique(self.items[self.has_set(broken)])}

    def of_group(self, group: str) -> CostData:
        """The ratings of one group's judges alone."""
        kept = np.array([one == group for one in self.judge_groups], dtype=bool)[self.judges]
        return replace(self, items=self.items[kept], judges=self.judges[kept], values=self.values[kept])

    def without_groups(self) -> CostData:
        return replace(self, judge_groups=[""] * len(self.judge_groups))


def set_name(broken: Broken, constraints: Sequence[str]) -> str:
    """
    >>> set_name(frozenset({"positions", "fragments"}), ["fragments", "positions"])
    'fragments+positions'
    """
    return "+".join(one for one in constraints if one in broken)
