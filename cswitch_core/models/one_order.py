"""What the grammars of FHC and AN share: each constituent has its parts in the order of one language, whichever.

Words are of either language and constituents switch freely; a theory only says which combinations are ruled out. What
is remembered of a node (its state, see ``grammar``) is the languages of its *heads*, as bits, so that a rule about a
phrase looks at the words that count; a node without heads has none, and no rule applies to it. While its children are
being placed (a partial) it is (order, children placed, languages of the heads, what the theory notes about them).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar

from cswitch_core.grammar import Frame, Partial, State
from cswitch_core.shared_tree import L1, L2, LANGUAGES, Language, Node, SharedTree

NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
NOUN_PHRASES = frozenset({"NP", "NX", "NML", "WHNP"})
VERBS = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ"})
CLAUSES = frozenset({"S", "SINV", "SQ"})

HEAD = 1  # the bit of a feature that says: its parent's language is its own
MIXED = 3  # the bits of both languages


class OneOrder(ABC):
    """A grammar that lets every constituent take the order of either language, unless ``noted`` refuses."""

    notes: ClassVar[int] = 0

    def features(self, tree: SharedTree) -> Sequence[int]:
        """Return for each node what its parent's rules want to know of it, as bits."""
        found = [0] * len(tree.nodes)
        for number, node in enumerate(tree.nodes):
            for child, bits in self.roles(tree, number, node).items():
                found[child] = bits
        return found

    @abstractmethod
    def roles(self, tree: SharedTree, number: int, node: Node) -> dict[int, int]:
        """Return the bits of the children of a node that have a role in it."""

    @abstractmethod
    def noted(self, feature: int, partial: Partial, languages: int) -> tuple[int, ...] | None:
        """Return what is noted once a child with heads of these languages stands here, or None to refuse it."""

    def leaf(self, feature: int, language: Language) -> Iterable[State]:
        return [(1 << language,)]

    def start(self, frame: Frame) -> Iterable[Partial]:
        orders = LANGUAGES if frame.orders[L1] != frame.orders[L2] else (L1,)
        return [(order, 0, 0, *([0] * self.notes)) for order in orders]

    def candidates(self, frame: Frame, partial: Partial) -> Iterable[int]:
        order, placed = partial[:2]
        return frame.orders[order][frame.size - 1 - placed : frame.size - placed]

    def extend(self, frame: Frame, partial: Partial, child: int, state: State) -> Partial | None:
        order, placed, heads = partial[:3]
        feature, (languages,) = frame.features[child], state
        notes = self.noted(feature, partial, languages)
        if notes is None:
            return None
        return order, placed + 1, heads | languages if feature & HEAD else heads, *notes

    def placed(self, partial: Partial) -> int:
        return partial[1]

    def finish(self, frame: Frame, partial: Partial) -> State | None:
        return (partial[2],) if partial[1] == frame.size else None

    def accepts(self, state: State) -> bool:
        return True


def labelled(tree: SharedTree, node: Node, labels: Iterable[str]) -> list[int]:
    """Return the children of a node that have one of these labels."""
    return [child for child in node.children[L1] if tree.nodes[child].label in labels]


def order_differs(node: Node, one: int, another: int) -> bool:
    """Say whether two children of a node stand in another order in L2 than in L1."""
    first, second = (node.children[each].index(one) < node.children[each].index(another) for each in (L1, L2))
    return first != second
