"""Selecting the classes of sentences at the root for which a formula holds, and finding sentences in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from sys import maxsize
from typing import NamedTuple

from cswitch_core.sentences import Steps
from cswitch_core.sets.automaton import compiler
from cswitch_core.sets.formulas import Accepting, Formula, any_of
from cswitch_core.sets.listing import Lister, Piece, StepLister
from cswitch_core.sets.numbering import Forest, PackedForest, Ref, kth, parse, rank
from cswitch_core.sets.packing import Packed
from cswitch_core.sets.switching import SwitchForest
from cswitch_core.sets.tracking import OUTER_LANGUAGES, SEEN_LANGUAGES, Tracking
from cswitch_core.shared_tree import SharedTree

BOTH_SEEN = 3


class RootClasses:
    """Some roots of a forest, and their sentences numbered from 0."""

    def __init__(self, packed: PackedForest, forest: Forest, roots: list[Ref]) -> None:
        self.packed, self.forest, self.roots = packed, forest, roots

    @cached_property
    def count(self) -> int:
        return sum(map(self.forest.count, self.roots))

    def counts_by_switches(self) -> dict[int, int]:
        """Return the counts by switch points, where the refs tell them."""
        counts: dict[int, int] = {}
        for root in self.roots:
            counts[root[2]] = counts.get(root[2], 0) + self.forest.count(root)
        return counts

    def kth(self, k: int) -> Steps:
        return kth(self.forest, self.roots, k)

    def holds(self, steps: Steps) -> bool:
        found = parse(self.packed, steps) if self.roots else None
        root = self.packed.tree.root
        return found is not None and self.forest.ref(root, found.items[root], steps) in self.roots

    def rank(self, steps: Steps) -> int | None:
        found = parse(self.packed, steps) if self.roots else None
        return None if found is None else rank(self.forest, self.roots, found, self.packed.tree.root)

    def slice(self, start: int, stop: int) -> Iterator[Steps]:
        """Yield the sentences with these numbers, going to the first at once."""
        lister = StepLister(self.forest)
        return self.listed(lister, start, stop)

    def listed(self, lister: Lister[Piece], start: int, stop: int) -> Iterator[Piece]:
        """Yield what the lister writes for the sentences with these numbers."""
        pieces = chain.from_iterable(lister.chunks(self.roots, start))
        return islice(pieces, min(stop - start, maxsize))


class RootClass(NamedTuple):
    """A class of sentences at the root: who generates them, and with how many switch points (or whether with any)."""

    ref: Ref
    accepting: Accepting
    switches: int


@dataclass(frozen=True)
class Compiled:
    """A formula's grammars compiled for a tree, and all classes at its root."""

    packed: PackedForest
    forest: Forest
    classes: list[RootClass]


def compile_formula(
    tree: SharedTree, formula: Formula, tracking: Tracking | None = None, leading: int | None = None
) -> Compiled:
    """Compile the formula's grammars; switch points are told apart as far as the formula, or the tracking, asks.

    Of sentences that none of the leading grammars generates nothing is said.
    """
    tracking = tracking or formula.tracking()
    grammars = formula.grammars()
    if not grammars:
        nothing = PackedForest(tree, [Packed.empty(0) for _ in tree.nodes])
        return Compiled(nothing, nothing, [])
    chosen = compiler(grammars, tracking, leading)
    packed = PackedForest(tree, chosen.compile(tree))
    accepting = {item: chosen.accepting(states) for item, states in packed.packed[-1].classes.items()}
    if tracking is OUTER_LANGUAGES:
        forest = SwitchForest(packed)
        return Compiled(packed, forest, _by_switches(forest, accepting))
    classes = [
        RootClass((tree.root, item), models, _is_mixed(packed, item, tracking)) for item, models in accepting.items()
    ]
    return Compiled(packed, packed, classes)


def select(tree: SharedTree, formula: Formula, tracking: Tracking | None = None) -> RootClasses:
    """Compile the formula's grammars and choose the classes at the root for which it holds."""
    leading = formula.leading()
    compiled = compile_formula(tree, formula, tracking, leading if leading < len(formula.grammars()) else None)
    roots = [ref for ref, models, switches in compiled.classes if formula.holds(models, switches)]
    return RootClasses(compiled.packed, compiled.forest, roots)


def _is_mixed(packed: PackedForest, item: int, tracking: Tracking) -> int:
    return int(tracking is SEEN_LANGUAGES and packed.packed[-1].traces[item] == BOTH_SEEN)


def joint_sizes(tree: SharedTree, formulas: Sequence[Formula]) -> Iterator[tuple[Accepting, int, int]]:
    """Yield the classes of these formulas' grammars together: who generates them, switch points, how many sentences.

    Switch points are told apart only as far as one of the formulas asks for them.
    """
    compiled = compile_formula(tree, any_of(formulas))
    for ref, models, switches in compiled.classes:
        yield models, switches, compiled.forest.count(ref)


def _by_switches(forest: SwitchForest, accepting: dict[int, Accepting]) -> list[RootClass]:
    root = forest.forest.tree.root
    return [
        RootClass((root, item, switches), models, switches)
        for item, models in accepting.items()
        for switches in range(forest.most(root, item) + 1)
        if forest.count((root, item, switches))
    ]
