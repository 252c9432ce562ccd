"""The tree while it is projected, from L1's parse to the shared one; ``projection/__init__.py`` has the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cswitch_core.projection.alignment import Unit
from cswitch_core.projection.trees import ParseTree

UNALIGNED_TAG = "FUNC"
CONTENT_TAGS = frozenset({"NN", "NNS", "NNP", "NNPS", "JJ", "JJR", "JJS", "RB", "RBR", "RBS", "CD", "FW", "UH"})
FRAGMENT_ROOT = "FRAG"


class Orders(NamedTuple):
    """A node's children in the order of each language."""

    l1: list[int]
    l2: list[int]


@dataclass(slots=True)
class WorkingNode:
    """A node while the tree changes.

    ``shared`` counts the units below that have words in both languages; ``first`` and ``last`` are where the first and
    the last of them begin in L2. ``adopted`` are children that are null in L1.
    """

    label: str
    children: list[int] = field(default_factory=list)
    unit: int | None = None
    shared: int = 0
    first: int = 0
    last: int = 0
    adopted: list[int] = field(default_factory=list)

    def hold(self, child: WorkingNode) -> None:
        if child.shared:
            self.first = min(self.first, child.first) if self.shared else child.first
            self.last = max(self.last, child.last) if self.shared else child.last
            self.shared += child.shared


class WorkingTree:
    """Nodes by number, children before parents at the start; ``units`` are those of the pair, the L1 ones first."""

    def __init__(self, parse: ParseTree, units: Sequence[Unit]) -> None:
        self.units = units
        self.nodes: list[WorkingNode] = []
        self.leaves: list[int] = []
        first_words = {unit.l1[0] for unit in units if unit.l1}
        pruned = parse.without({leaf for place, leaf in enumerate(parse.leaves) if place not in first_words})
        for bracket in pruned.nodes:
            if bracket.children:
                self._add_constituent(bracket.label, list(bracket.children))
            else:
                unit = len(self.leaves)
                self.leaves.append(self._add_leaf(_head_tag(parse, units[unit].l1), unit))
        self.root = len(self.nodes) - 1
        starts = sorted(unit.l2[0] for unit in units if unit.is_shared)
        self._rank = {start: rank for rank, start in enumerate(starts)}

    def dissolve(self) -> None:
        """Let go of every constituent that L2 does not keep together; its children move up."""
        for node in self.nodes:
            node.children = [moved for child in node.children for moved in self._stays_or_dissolves(child)]

    def adopt_unaligned(self) -> None:
        """Give each L2 word without a counterpart to the smallest constituent that holds its neighbours in L2."""
        if all(unit.l1 for unit in self.units):
            return
        if not self.nodes[self.root].children:
            self._add_constituent(FRAGMENT_ROOT, [self.root])
            self.root = len(self.nodes) - 1
        parents = self._parents()
        neighbours: list[int] = []
        waiting: list[int] = []
        for number in sorted((n for n, unit in enumerate(self.units) if unit.l2), key=lambda n: self.units[n].l2):
            if not self.units[number].l1:
                waiting.append(number)
                continue
            neighbours = [*neighbours[-1:], self.leaves[number]]
            self._adopt(waiting, neighbours, parents)
            waiting = []
        self._adopt(waiting, neighbours[-1:], parents)

    def orders(self, number: int) -> Orders:
        node = self.nodes[number]
        if node.unit is not None:
            return Orders([], [])
        anchors = {child for child in node.children if self.nodes[child].shared}
        in_l2 = sorted([*anchors, *node.adopted], key=lambda child: self.nodes[child].first)
        if len(anchors) == len(node.children) and not node.adopted:
            return Orders(node.children, in_l2)
        return Orders(_with_nulls(node.children, in_l2, anchors), _with_nulls(in_l2, node.children, anchors))

    def _add_leaf(self, label: str, unit: int) -> int:
        is_shared, l2 = self.units[unit].is_shared, self.units[unit].l2 or (0,)
        self.nodes.append(WorkingNode(label, unit=unit, shared=int(is_shared), first=l2[0], last=l2[0]))
        return len(self.nodes) - 1

    def _add_constituent(self, label: str, children: list[int]) -> None:
        node = WorkingNode(label, children)
        for child in children:
            node.hold(self.nodes[child])
        self.nodes.append(node)

    def _stays_or_dissolves(self, child: int) -> Sequence[int]:
        node = self.nodes[child]
        if node.shared < 2 or self._rank[node.last] - self._rank[node.first] + 1 == node.shared:
            return (child,)
        return node.children

    def _parents(self) -> dict[int, int]:
        """The parent of every node still in the tree."""
        parents: dict[int, int] = {}
        waiting = [self.root]
        while waiting:
            number = waiting.pop()
            parents.update((child, number) for child in self.nodes[number].children)
            waiting.extend(self.nodes[number].children)
        return parents

    def _adopt(self, orphans: Iterable[int], neighbours: Sequence[int], parents: dict[int, int]) -> None:
        for unit in orphans:
            home = self.nodes[_smallest_constituent(neighbours, parents)]
            home.adopted.append(self._add_leaf(UNALIGNED_TAG, unit))


def _head_tag(parse: ParseTree, positions: Sequence[int]) -> str:
    """Return the tag of a unit's head: its last content word, else its last verb or modal, else its last word.

    What only leans on another word (``n't``, ``'s``) is no head, unless nothing else is there.
    """
    if len(positions) == 1:
        return parse.tags[positions[0]]
    upright = [place for place in positions if not _is_clitic(parse.words[place])] or positions
    tags = [parse.tags[place] for place in reversed(upright)]
    content = [tag for tag in tags if tag in CONTENT_TAGS]
    verbs = [tag for tag in tags if tag.startswith("VB") or tag == "MD"]
    return [*content, *verbs, *tags][0]


def _is_clitic(word: str) -> bool:
    plain = word.casefold().replace("’", "'")
    return plain == "n't" or plain.startswith("'")


def _smallest_constituent(leaves: Sequence[int], parents: dict[int, int]) -> int:
    """Return the lowest constituent above all these leaves; the root has no parent."""
    above_first = _ancestors(leaves[0], parents)
    above_last = set(_ancestors(leaves[-1], parents))
    return next(number for number in above_first if number in above_last)


def _ancestors(number: int, parents: dict[int, int]) -> list[int]:
    ancestors = []
    while number in parents:
        number = parents[number]
        ancestors.append(number)
    return ancestors


def _with_nulls(own: Sequence[int], theirs: Sequence[int], anchors: Collection[int]) -> list[int]:
    """Put the children that only the other language has words for among this language's own.

    ``own`` has words in this language and ``theirs`` in the other, each in order; ``anchors`` have both.

    >>> _with_nulls(own=[1, 2], theirs=[2, 9, 1, 8], anchors={1, 2})
    [9, 1, 8, 2]
    """
    before: dict[int, list[int]] = {}
    last, run = None, list[int]()
    for child in theirs:
        if child in anchors:
            before[child], last, run = run, child, []
        else:
            run.append(child)
    if last is None:
        return [*own, *run]
    placed: list[int] = []
    for child in own:
        placed += [*before.get(child, ()), child, *(run if child == last else ())]
    return placed
