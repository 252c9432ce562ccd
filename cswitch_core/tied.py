"""A grammar that keeps to another's rules and also says every unpaired word with the word it belongs to.

The ties of a tree (see ``unpaired``) want some slots to be in one language. What a node must remember of them is the
language of those of its slots that are tied to a slot outside of it. Slots that must agree form a *cell*; where only
missing words are refused, or only doubled ones, every slot is a cell and cells are joined by *edges* (a, b): not a in
L1 while b is in L2.

A node's state is the inner grammar's, followed by the languages of the cells it hands up, a bit each. A partial is
the inner one, followed by the children placed that have cells (as bits) and the languages of the node's cells, two
bits each: unknown, L1 or L2. A language is forgotten as soon as nothing can contradict it any more, so that what is
placed later does not multiply. Cells are numbered within a node, and a node's *knot* (which child has which cells,
the edges, what is handed up) travels with its children's features: constituents of one shape stay one packed
constituent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from cswitch_core.grammar import Feature, Frame, Grammar, Partial, State
from cswitch_core.shared_tree import L1, L2, Language, SharedTree
from cswitch_core.unpaired import Tie, ties_of
from cswitch_core.word_lists import WordLists

Edge = tuple[int, int]
Cells = tuple[int, ...]


class Knot(NamedTuple):
    """What the cells of one node have to do with each other, in the node's own numbering.

    ``carriers[cell]`` are the children that have it, as bits; ``handed_up`` are the cells with ties outside the node.
    """

    carriers: tuple[int, ...] = ()
    edges: tuple[Edge, ...] = ()
    handed_up: Cells = ()


class TiedFeature(NamedTuple):
    """A node's feature: the inner grammar's, its cells in its parent's numbering, and the parent's knot."""

    inner: Feature
    cells: Cells
    knot: Knot


@dataclass(frozen=True)
class Tied:
    """What the inner grammar generates, without sentences that miss a word, or double one, or (by default) either."""

    inner: Grammar
    words: WordLists
    missing: bool = True
    doubled: bool = True

    def features(self, tree: SharedTree) -> Sequence[Feature]:
        cells, knots = _tree_ties(tree, self.words).knots(missing=self.missing, doubled=self.doubled)
        return [
            TiedFeature(inner, cells[number], knots[-1 if parent is None else parent])
            for number, (inner, parent) in enumerate(zip(self.inner.features(tree), tree.parents, strict=True))
        ]

    def leaf(self, feature: Feature, language: Language) -> Iterable[State]:
        kept = language if feature.cells else 0
        return [(*state, kept) for state in self.inner.leaf(feature.inner, language)]

    def start(self, frame: Frame) -> Iterable[Partial]:
        return [(*partial, 0, 0) for partial in self.inner.start(_inside(frame))]

    def candidates(self, frame: Frame, partial: Partial) -> Iterable[int]:
        return self.inner.candidates(_inside(frame), partial[:-2])

    def extend(self, frame: Frame, partial: Partial, child: int, state: State) -> Partial | None:
        feature: TiedFeature = frame.features[child]
        placed, values = partial[-2:]
        if feature.cells:
            placed |= 1 << child
            known = _with_child(feature, values, state[-1])
            if known is None:
                return None
            values = known & _remembered(feature.knot, placed)
        inner = self.inner.extend(_inside(frame), partial[:-2], child, state[:-1])
        return None if inner is None else (*inner, placed, values)

    def placed(self, partial: Partial) -> int:
        return self.inner.placed(partial[:-2])

    def finish(self, frame: Frame, partial: Partial) -> State | None:
        inner = self.inner.finish(_inside(frame), partial[:-2])
        if inner is None:
            return None
        handed_up = frame.features[0].knot.handed_up
        return (*inner, sum((partial[-1] >> 2 * cell + 1 & 1) << bit for bit, cell in enumerate(handed_up)))

    def accepts(self, state: State) -> bool:
        return self.inner.accepts(state[:-1])


def tied(grammar: Grammar, words: WordLists, *, missing: bool, doubled: bool) -> Grammar:
    """Tie a grammar, unless it is tied wholly by these lists already."""
    is_whole = isinstance(grammar, Tied) and grammar == Tied(grammar.inner, words)
    return grammar if is_whole else Tied(grammar, words, missing, doubled)


def has_ties(tree: SharedTree, words: WordLists) -> bool:
    """Say whether some word of the tree is tied to another; without ties every sentence is whole."""
    return bool(_tree_ties(tree, words).ties)


@lru_cache(maxsize=4096)
def _inside(frame: Frame) -> Frame:
    """Return the frame as the inner grammar knows it."""
    return frame.at(tuple(feature.inner for feature in frame.features), is_root=frame.is_root)


def _with_child(feature: TiedFeature, values: int, languages: int) -> int | None:
    """Note the languages of a child's cells beside those known, or refuse them."""
    for bit, cell in enumerate(feature.cells):
        language = (languages >> bit & 1) + 1
        known = values >> 2 * cell & 3
        if known and known != language:
            return None
        values |= language << 2 * cell
    if any(values >> 2 * one & 3 == L1 + 1 and values >> 2 * two & 3 == L2 + 1 for one, two in feature.knot.edges):
        return None
    return values


@lru_cache(maxsize=4096)
def _remembered(knot: Knot, placed: int) -> int:
    """Return the bits of the cells whose languages still matter once these children have been placed."""
    kept = 0
    for cell, carriers in enumerate(knot.carriers):
        partners = [knot.carriers[two if one == cell else one] for one, two in knot.edges if cell in (one, two)]
        is_settled = not carriers & ~placed and all(placed & partner for partner in partners)
        if cell in knot.handed_up or not is_settled:
            kept |= 3 << 2 * cell
    return kept


def _tree_ties(tree: SharedTree, words: WordLists) -> _TreeTies:
    """Return the tree's ties by these lists, found once: they are the same for all models."""
    found: _TreeTies | None = tree.__dict__.get("_ties")
    if found is None or found.words is not words:
        found = tree.__dict__["_ties"] = _TreeTies(tree, words)
    return found


class _TreeTies:
    """The ties of one tree, and the knots they make."""

    def __init__(self, tree: SharedTree, words: WordLists) -> None:
        self.tree, self.words = tree, words
        self.ties = ties_of(tree, words)
        self._known: dict[tuple[bool, bool], tuple[list[Cells], list[Knot]]] = {}

    def knots(self, *, missing: bool, doubled: bool) -> tuple[list[Cells], list[Knot]]:
        """Return for each node its cells and its knot, as ``_Tying`` finds them."""
        found = self._known.get((missing, doubled))
        if found is None:
            found = _Tying(self.tree, self.ties, missing=missing, doubled=doubled).result()
            self._known[missing, doubled] = found
        return found


class _Tying:
    """Works out the knots of one tree."""

    def __init__(self, tree: SharedTree, ties: Sequence[Tie], *, missing: bool, doubled: bool) -> None:
        self.tree = tree
        self.cell_of = {slot: slot for tie in ties for slot in (tie.word, tie.host)}
        self.edges: list[Edge] = []
        for tie in ties:
            if missing and doubled:
                self._unite(tie.word, tie.host)
            else:
                # A missing word of L1 is in L2 while its host is in L1; one of L2 the other way round.
                host_first = (tie.language == L1) == missing
                self.edges.append((tie.host, tie.word) if host_first else (tie.word, tie.host))
        self.reach = self._reaches()

    def _unite(self, one: int, two: int) -> None:
        kept, gone = self.cell_of[one], self.cell_of[two]
        self.cell_of = {slot: kept if cell == gone else cell for slot, cell in self.cell_of.items()}

    def _reaches(self) -> dict[int, tuple[int, int]]:
        """Return for each cell the first and the last slot of itself and of its partners."""
        members: dict[int, set[int]] = {}
        for slot, cell in self.cell_of.items():
            members.setdefault(cell, set()).add(slot)
        for one, two in self.edges:
            members[one].add(two)
            members[two].add(one)
        return {cell: (min(slots), max(slots)) for cell, slots in members.items()}

    def result(self) -> tuple[list[Cells], list[Knot]]:
        """Return for each node its cells in its parent's numbering, and its own knot; the last knot is empty."""
        handed_up: list[list[int]] = []
        cells: list[Cells] = [()] * len(self.tree.nodes)
        knots: list[Knot] = []
        for number, node in enumerate(self.tree.nodes):
            children = node.children[L1]
            inside = [handed_up[child] for child in children]
            own = list(dict.fromkeys(cell for each in inside for cell in each))
            if node.slot is not None and node.slot in self.cell_of:
                own = [self.cell_of[node.slot]]
            handed_up.append([cell for cell in own if self._leads_out(cell, number)])
            local = {cell: place for place, cell in enumerate(own)}
            for child, each in zip(children, inside, strict=True):
                cells[child] = tuple(local[cell] for cell in each)
            knots.append(self._knot(local, inside, handed_up[-1]))
        return cells, [*knots, Knot()]

    def _leads_out(self, cell: int, node: int) -> bool:
        first, last = self.reach[cell]
        below = self.tree.slots_below[node]
        return first < below[0] or last > below[-1]

    def _knot(self, local: dict[int, int], inside: list[list[int]], handed_up: list[int]) -> Knot:
        carriers = tuple(sum((cell in each) << child for child, each in enumerate(inside)) for cell in local)
        edges = tuple((local[one], local[two]) for one, two in self.edges if one in local and two in local)
        return Knot(carriers, edges, tuple(local[cell] for cell in handed_up))
