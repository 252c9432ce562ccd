"""The mirror image of a shared tree: the same tree with its two languages exchanged."""

from __future__ import annotations

from dataclasses import replace

from cswitch_core import L2, SharedTree, Slot
from cswitch_core.shared_tree import Quote


def mirrored(tree: SharedTree) -> SharedTree:
    """The tree with the languages exchanged; slots are renumbered in the new first language's order."""
    renumbered = tree.places[L2]
    nodes = tuple(
        replace(node, children=node.children[::-1], slot=None if node.slot is None else renumbered[node.slot])
        for node in tree.nodes
    )
    slots = tuple(mirrored_slot(tree.slots[slot]) for slot in tree.sequences[L2])
    quotes = tuple(
        Quote(frozenset(renumbered[slot] for slot in quote.slots), quote.marks[::-1]) for quote in tree.quotes
    )
    return SharedTree(tree.languages[::-1], nodes, slots, tree.gaps[::-1], quotes, tree.is_capital)


def mirrored_slot(slot: Slot) -> Slot:
    return Slot(slot.tag, slot.words[::-1], slot.positions[::-1])
