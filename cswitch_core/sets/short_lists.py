"""Listing a set of few sentences in one go, where words are written alike whatever stands before them.

First, from the root down, which items of which nodes the sentences are made of; then, from the leaves up, all ways to
write each of them. The order is that of ``numbering``. Pieces are texts or tuples of steps, joined by ``+``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from cswitch_core.deadline import check_time
from cswitch_core.sentences import Step, Steps
from cswitch_core.sets.numbering import PackedForest, Ref
from cswitch_core.sets.packing import END, Alternative

Piece = TypeVar("Piece", str, Steps, int)
Write = Callable[[Step], Piece]
LATER, FIRST = 1, 2  # how an item is wanted: after other words, or at the beginning of the sentence
Wanted = list[dict[int, int]]


def list_few(forest: PackedForest, roots: Iterable[Ref], first: Write[Piece], later: Write[Piece]) -> list[Piece]:
    """Return the sentences of these roots, words being written in one way at the beginning and in another later on."""
    wanted = _wanted(forest, roots)
    firsts: list[dict[int, list[Piece]]] = [{} for _ in wanted]
    laters: list[dict[int, list[Piece]]] = [{} for _ in wanted]
    for number, items in enumerate(wanted):
        check_time()
        words, children, own_laters = forest.words[number], forest.children[number], laters[number]
        for item in reversed(items):
            how, word, alternatives = items[item], words.get(item), forest.packed[number].alternatives[item]
            if how & LATER:
                own_laters[item] = [later(word)] if word else _joined(alternatives, children, laters, own_laters)
            if how & FIRST:
                firsts[number][item] = [first(word)] if word else _joined(alternatives, children, firsts, own_laters)
    return [piece for node, item in roots for piece in firsts[node][item]]


def _wanted(forest: PackedForest, roots: Iterable[Ref]) -> Wanted:
    """Return for each node the items that are needed and how, what an item is made of after the item itself."""
    wanted: Wanted = [{} for _ in forest.packed]
    for node, item in roots:
        wanted[node][item] = FIRST
    for number in range(len(wanted) - 1, -1, -1):
        items, packed, children = wanted[number], forest.packed[number], forest.children[number]
        for item in reversed(packed.order) if items else ():
            how = items.pop(item, 0)
            if how:
                items[item] = how
                for child, part, rest in packed.alternatives[item]:
                    below = wanted[children[child]]
                    below[part] = below.get(part, 0) | how
                    if rest != END:
                        items[rest] = items.get(rest, 0) | LATER
    return wanted


def _joined(
    alternatives: Iterable[Alternative],
    children: Sequence[int],
    starts: list[dict[int, list[Piece]]],
    rests: dict[int, list[Piece]],
) -> list[Piece]:
    """Return all ways to write an item, its parts having been written."""
    written: list[Piece] = []
    for child, part, rest in alternatives:
        lefts = starts[children[child]][part]
        if rest == END:
            written += lefts
        else:
            rights = rests[rest]
            written += [left + right for left in lefts for right in rights]
    return written
