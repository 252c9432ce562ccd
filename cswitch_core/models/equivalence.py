"""The rules of EC0 and EC1, the equivalence constraint: where the language may change (algorithms 3 to 8).

A node's state is (label, label carried up, first edge, last edge). A partial is (children placed, as bits; label so
far; carried so far; last edge; what the leftmost child requires of its neighbour; the leftmost child's label after the
steps).

Each constraint is a predicate with a name and can be switched off by it:

========== ========================= ============================================================================
fragments  ``grammar.fits``          neighbours of one language follow each other directly in that language
positions  ``label_taken``           a child stands where its language's rule puts it (algorithm 6)
junctions  ``junction_is_balanced``  before a switch between children both rules have the same children (algorithm 7)
agreement  ``labels_agree``          children and place do not give a node two languages (only ``EC0(strict)``)
========== ========================= ============================================================================

Without ``positions`` a child may stand anywhere among its siblings and a mixed child takes a label only where
exactly one rule puts it; the number of orders of a flat node is then exponential, and so is the work.

A constraint that is ``tolerated`` is kept track of and not enforced; ``tolerance`` counts where it is broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from cswitch_core.grammar import (
    NOTHING,
    Frame,
    Partial,
    State,
    edge,
    first_edge,
    fits,
    last_edge,
    left_requirement,
)
from cswitch_core.shared_tree import L1, L2, Language, SharedTree

MIXED, EITHER = 2, 3
SUBSTITUTABLE = 1


def joined(label: int, another: int) -> int:
    """Return the label of a node with children of these two labels (algorithms 5 and 8).

    >>> joined(L1, L1), joined(L1, L2) == MIXED, joined(EITHER, L2) == L2, joined(MIXED, EITHER) == MIXED
    (0, True, True, True)
    """
    if label in (another, EITHER):
        return another
    return label if another == EITHER else MIXED


def label_taken(frame: Frame, child: int, label: int, place: int) -> int | None:
    """Return a child's label once its place is known, or None if no rule puts it there (algorithm 6)."""
    l1_order, l2_order = frame.orders
    if label == L1:
        return L1 if l1_order[place] == child else None
    if label == L2:
        return L2 if l2_order[place] == child else None
    if l1_order[place] == child:
        return MIXED if l2_order[place] == child else L1
    return L2 if l2_order[place] == child else None


def label_anywhere(frame: Frame, child: int, label: int, place: int) -> int:
    """Return a child's label where positions are not tested."""
    if label in (L1, L2):
        return label
    taken = label_taken(frame, child, label, place)
    return MIXED if taken is None else taken


def is_junction(label: int, another: int) -> bool:
    return label + another == L1 + L2 and label != another


def junction_is_balanced(frame: Frame, place: int, left: int, right: int) -> bool:
    """Say whether a switch after the child in this place is one at which both rules have had the same children."""
    return frame.balanced[place + 1] or not is_junction(left, right)


def labels_agree(taken: int, carried: int) -> bool:
    """Say whether a node's place and its children do not give it different languages."""
    return not is_junction(taken, carried)


@dataclass(frozen=True)
class Equivalence:
    """The grammar of EC0 and its relatives, each constraint a switch."""

    substitutable: frozenset[str] = frozenset()
    fragments: bool = True
    positions: bool = True
    junctions: bool = True
    agreement: bool = False
    tolerated: str = ""
    broken_as_a_whole: ClassVar[frozenset[str]] = frozenset({"positions"})

    def tolerating(self, constraint: str) -> Equivalence:
        """Return the grammar that keeps track of this constraint without enforcing it."""
        return replace(self, tolerated=constraint)

    def features(self, tree: SharedTree) -> Sequence[int]:
        if not self.substitutable:
            return [0] * len(tree.nodes)
        return [int(node.slot is not None and node.label in self.substitutable) for node in tree.nodes]

    def leaf(self, feature: int, language: Language) -> Iterable[State]:
        end = edge(language, flush=True) if self.fragments else 0
        label = EITHER if feature == SUBSTITUTABLE else language
        return [(label, label if self.agreement else 0, end, end)]

    def start(self, frame: Frame) -> Iterable[Partial]:
        return [(0, EITHER, EITHER if self.agreement else 0, 0, NOTHING, MIXED)]

    def candidates(self, frame: Frame, partial: Partial) -> Iterable[int]:
        placed = partial[0]
        place = frame.size - 1 - placed.bit_count()
        if place < 0:
            return ()
        if not self._enforces_positions():
            return [child for child in range(frame.size) if not placed >> child & 1]
        one, another = frame.orders[L1][place], frame.orders[L2][place]
        if one == another:
            return () if placed >> one & 1 else (one,)
        return [child for child in (one, another) if not placed >> child & 1]

    def extend(self, frame: Frame, partial: Partial, child: int, state: State) -> Partial | None:
        placed, label, carried, last, requirement, right = partial
        place = frame.size - 1 - placed.bit_count()
        if self.agreement:
            own = self.label_after(frame, child, state, place)
        else:
            own = self.label_by_place(frame, child, state[0], place)
        if own is None:
            return None
        if own != right and self.junctions and not junction_is_balanced(frame, place, own, right):  # noqa: SIM102
            if self.tolerated != "junctions":
                return None
        if self.fragments:
            if requirement == NOTHING:
                last = 0 if frame.is_root else last_edge(frame, child, state[3])
            elif not fits(requirement, child, state[3]) and self.tolerated != "fragments":
                return None
            requirement = left_requirement(frame, child, state[2])
        if not frame.is_root:
            label = joined(label, state[0])
            carried = joined(carried, own) if self.agreement else 0
        return placed | 1 << child, label, carried, last, requirement, own if self.junctions else MIXED

    def label_after(self, frame: Frame, child: int, state: State, place: int) -> int | None:
        """Return the child's label after the steps that come before the junctions, or None if they refuse it."""
        taken = self.label_by_place(frame, child, state[0], place)
        if taken is None or not self.agreement:
            return taken
        carried = MIXED if state[1] == EITHER else state[1]
        if not labels_agree(taken, carried) and self.tolerated != "agreement":
            return None
        return carried if taken == MIXED else taken

    @cached_property
    def label_by_place(self) -> Callable[[Frame, int, int, int], int | None]:
        """What gives a child its label once its place is known."""
        return label_taken if self._enforces_positions() else label_anywhere

    def _enforces_positions(self) -> bool:
        return self.positions and self.tolerated != "positions"

    def placed(self, partial: Partial) -> int:
        return partial[0].bit_count()

    def finish(self, frame: Frame, partial: Partial) -> State | None:
        placed, label, carried, last, requirement, _ = partial
        if placed.bit_count() < frame.size:
            return None
        if frame.is_root or not self.fragments:
            return label, carried, 0, 0
        return label, carried, first_edge(requirement), last

    def accepts(self, state: State) -> bool:
        return True
