"""The packed sentences of one tree: how many, the k-th, and the number of a given one, without listing them.

A *ref* names a packed set of yields within the tree: (node, item); yields and items are those of ``automaton``. A
forest says how many yields a ref has and into which disjoint halves (left, right) it divides, right being None where
nothing follows. The order of sentences is the
same everywhere: alternatives as they stand, and within one the left part varies slowest. There is no recursion,
since trees may be deep.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise, takewhile
from typing import Protocol

from cswitch_core.deadline import check_time
from cswitch_core.sentences import Step, Steps
from cswitch_core.sets.packing import END, Alternative, Packed
from cswitch_core.shared_tree import SharedTree

Ref = tuple[int, ...]
Halves = tuple[Ref, Ref | None]
Choice = tuple[Ref, int, Ref | None, int]  # two halves, each followed by the number of a yield within it
NO_WORDS: dict[int, Step] = {}
TOO_FEW = "there are fewer sentences than that"


class Divisible(Protocol):
    """Anything that divides into disjoint pairs of smaller sets."""

    def count(self, ref: Ref) -> int:
        """Return how many yields the ref has."""

    def divide(self, ref: Ref) -> Sequence[Halves]:
        """Return the disjoint alternatives of the ref."""

    def choose(self, ref: Ref, k: int) -> Choice:
        """Return the halves that the k-th yield of the ref is in."""

    def word(self, ref: Ref) -> Step | None:
        """Return the slot and language of a ref that is a single word."""


class Forest(Divisible, Protocol):
    """What divides, and finds a given sentence again."""

    def ref(self, node: int, item: int, steps: Sequence[Step]) -> Ref:
        """Return the ref that these steps, a yield of the node's item, belong to."""


class PackedForest:
    """The packed yields of one tree's nodes."""

    def __init__(self, tree: SharedTree, packed: Sequence[Packed]) -> None:
        self.tree, self.packed, self.children = tree, packed, tree.l1_children

    @cached_property
    def words(self) -> list[dict[int, Step]]:
        """For each node its items that are words; whoever only counts never asks."""
        words: list[dict[int, Step]] = []
        for node, own in zip(self.tree.nodes, self.packed, strict=True):
            if node.slot is None:
                words.append(NO_WORDS)
            else:
                # A word that looks alike in both languages is a single item, and goes by the first.
                languages = reversed(own.word_items.items())
                words.append({item: (node.slot, language) for language, item in languages})
        return words

    def count(self, ref: Ref) -> int:
        return self.packed[ref[0]].counts[ref[1]]

    def divide(self, ref: Ref) -> Sequence[Halves]:
        node, item = ref
        children = self.children[node]
        return [
            ((children[child], part), None if rest == END else (node, rest))
            for child, part, rest in self.packed[node].alternatives[item]
        ]

    def choose(self, ref: Ref, k: int) -> Choice:
        return chosen(self.divide(ref), self, k)

    def yield_of(self, ref: Ref, k: int) -> Steps:
        """Return the k-th yield of a ref: what ``choose`` would find step by step."""
        words, children, (all_counts, all_alternatives) = self.words, self.children, self._tables
        steps: list[Step] = []
        node, item = ref
        waiting: list[tuple[int, int, int]] = []
        while True:
            below = children[node]
            if not below:
                steps.append(words[node][item])
                if not waiting:
                    return tuple(steps)
                node, item, k = waiting.pop()
                continue
            counts = all_counts[node]
            for child, part, rest in all_alternatives[node][item]:
                rights = counts[rest]
                size = all_counts[below[child]][part] * rights
                if k < size:
                    break
                k -= size
            else:
                raise IndexError(TOO_FEW)
            if rest != END:
                k, within = divmod(k, rights)
                waiting.append((node, rest, within))
            node, item = below[child], part

    @cached_property
    def _tables(self) -> tuple[list[tuple[int, ...]], list[tuple[tuple[Alternative, ...], ...]]]:
        """For each node the counts of its items, and their alternatives."""
        return [own.counts for own in self.packed], [own.alternatives for own in self.packed]

    def word(self, ref: Ref) -> Step | None:
        return self.words[ref[0]].get(ref[1])

    def ref(self, node: int, item: int, steps: Sequence[Step]) -> Ref:
        return node, item


def kth(forest: Divisible, roots: Iterable[Ref], k: int) -> Steps:
    """Return the k-th sentence of these roots, counting from 0."""
    check_time()
    for root in roots:
        size = forest.count(root)
        if k < size:
            break
        k -= size
    else:
        raise IndexError(TOO_FEW)
    if isinstance(forest, PackedForest):
        return forest.yield_of(root, k)
    steps: list[Step] = []
    waiting = [(root, k)]
    while waiting:
        ref, k = waiting.pop()
        word = forest.word(ref)
        if word is not None:
            steps.append(word)
            continue
        left, above, right, within = forest.choose(ref, k)
        if right is not None:
            waiting.append((right, within))
        waiting.append((left, above))
    return tuple(steps)


def chosen(alternatives: Sequence[Halves], forest: Divisible, k: int) -> Choice:
    """Return the two halves of the alternative that the k-th yield is in, and its number within each."""
    for left, right in alternatives:
        rights = _size(forest, right)
        size = forest.count(left) * rights
        if k < size:
            return left, k // rights, right, k % rights
        k -= size
    raise IndexError(TOO_FEW)


@dataclass
class Parse:
    """How a sentence lies in the tree: per node its item and its span of steps, and which rest follows each child."""

    steps: Steps
    items: dict[int, int] = field(default_factory=dict)
    spans: dict[int, tuple[int, int]] = field(default_factory=dict)
    rests: dict[int, int] = field(default_factory=dict)
    starting: dict[tuple[int, int], int] = field(default_factory=dict)


def parse(forest: PackedForest, steps: Steps) -> Parse | None:
    """Return how the sentence is generated, or None if it is not."""
    check_time()
    found = Parse(steps)
    where = {slot: place for place, (slot, _) in enumerate(steps)}
    if len(where) < len(steps):
        return None
    for number, node in enumerate(forest.tree.nodes):
        if node.slot is not None and node.slot in where:
            place = where[node.slot]
            item = forest.packed[number].word_items.get(steps[place][1])
            if item is None:
                return None
            found.items[number], found.spans[number] = item, (place, place + 1)
        elif not _parse_phrase(forest, found, number):
            return None
    # A step that is no slot of the tree lies in no span, so the root must cover them all.
    return found if found.spans.get(forest.tree.root) == (0, len(steps)) else None


def _parse_phrase(forest: PackedForest, found: Parse, number: int) -> bool:
    packed, children = forest.packed[number], forest.children[number]
    seen = sorted((found.spans[child], place, child) for place, child in enumerate(children) if child in found.spans)
    if not seen:
        return packed.unseen is not None
    if any(left[0][1] != right[0][0] for left, right in pairwise(seen)):
        return False
    item = END
    for span, place, child in reversed(seen):
        found.rests[child] = item
        found.starting[number, span[0]] = child
        after = packed.steps.get(item, {}).get(place, {}).get(found.items[child])
        if after is None:
            return False
        item = after
    if item not in packed.class_at:
        return False
    found.items[number] = packed.class_at[item]
    found.spans[number] = (seen[0][0][0], seen[-1][0][1])
    return True


def rank(forest: Forest, roots: Iterable[Ref], found: Parse, root: int) -> int | None:
    """Return the number that ``kth`` gives this sentence, or None if it is in none of the roots."""
    total = 0
    target = forest.ref(root, found.items[root], found.steps)
    for each in roots:
        if each == target:
            return total + _rank_within(forest, found, target)
        total += forest.count(each)
    return None


def _rank_within(forest: Forest, found: Parse, root: Ref) -> int:
    total = 0
    waiting = [(root, found.spans[root[0]], 1)]
    while waiting:
        ref, (start, stop), weight = waiting.pop()
        if forest.word(ref) is not None:
            continue
        node = ref[0]
        child = found.starting[node, start]
        middle, rest = found.spans[child][1], found.rests[child]
        left = forest.ref(child, found.items[child], found.steps[start:middle])
        right = None if rest == END else forest.ref(node, rest, found.steps[middle:stop])
        for halves in takewhile((left, right).__ne__, forest.divide(ref)):
            total += weight * forest.count(halves[0]) * _size(forest, halves[1])
        if right is not None:
            waiting.append((right, (middle, stop), weight))
        waiting.append((left, (start, middle), weight * _size(forest, right)))
    return total


def _size(forest: Divisible, ref: Ref | None) -> int:
    """Return how many yields follow; where nothing does, there is one way to go on."""
    return 1 if ref is None else forest.count(ref)
