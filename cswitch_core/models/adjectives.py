"""The rule of AN: the adjective's language decides the order of adjective and noun (Cantone and MacSwan 2009).

Where the two languages order an adjective and a noun of one noun phrase differently, the order must be that of the
adjective's language: *the red casa* and *the casa roja*, never *the casa red*. Where they order them alike, either may
switch. The ML models let the matrix language decide instead.

An adjective is a child with a label of the list ``adjectives``; an adjective phrase has the languages of its own
adjectives. All nouns beside it count, for the tree does not say which one of a compound it modifies. A node has two
orders and no third, so adjectives of two languages on either side of one noun (*the red casa bonita*) are not
generated; and a noun phrase that has lost its node (see ``projection``) is not looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from cswitch_core.grammar import Partial
from cswitch_core.models.one_order import HEAD, NOUN_PHRASES, NOUNS, OneOrder, labelled, order_differs
from cswitch_core.shared_tree import Node, SharedTree

BOUND = 2  # an adjective that the two languages put on different sides of a noun


@dataclass(frozen=True)
class AdjectiveOrder(OneOrder):
    """The grammar of AN; ``adjectives`` are the labels of adjectives and of their phrases."""

    adjectives: frozenset[str]
    adjective_order: bool = True
    tolerated: str = ""
    broken_as_a_whole: ClassVar[frozenset[str]] = frozenset()

    def tolerating(self, constraint: str) -> AdjectiveOrder:
        """Return the grammar that keeps track of this constraint without enforcing it."""
        return replace(self, tolerated=constraint)

    def roles(self, tree: SharedTree, number: int, node: Node) -> dict[int, int]:
        adjectives = labelled(tree, node, self.adjectives)
        if node.label in self.adjectives:
            return dict.fromkeys(adjectives, HEAD)
        nouns = labelled(tree, node, NOUNS | NOUN_PHRASES) if node.label in NOUN_PHRASES else []
        return {child: BOUND for child in adjectives if any(order_differs(node, child, noun) for noun in nouns)}

    def noted(self, feature: int, partial: Partial, languages: int) -> tuple[int, ...] | None:
        is_enforced = self.adjective_order and self.tolerated != "adjective_order"
        return None if feature & BOUND and is_enforced and not stands_rightly(partial[0], languages) else ()


def stands_rightly(order: int, languages: int) -> bool:
    """The constraint ``adjective_order``: an adjective of these languages stands in the order of one of them only."""
    return not languages & ~(1 << order)
