"""The rules of FHC: a functional head and its complement are of one language (Belazi, Rubin and Toribio 1994).

A functional head is a word that selects the phrase beside it; the paper has C with IP, I and Neg with VP, D and Q with
NP. In a shared tree, where noun phrases are flat and phrases may have lost their node, they are found by their labels:

=============== ============================================== ==================================================
constraint      functional heads (``categories.toml``)         their complement: the children beside them that are
=============== ============================================== ==================================================
determiners     determiners, quantifiers, numerals             nouns or noun phrases
auxiliaries     modals, *to*, a verb beside a verb phrase      verb phrases; where there is none, verbs
complementizers subordinating conjunctions                     clauses
=============== ============================================== ==================================================

The language of a phrase is that of its heads: of its functional heads, or, without such, of its nouns or verbs. Three
things the tree cannot carry. It does not say which noun of a compound is the head, so all nouns beside a determiner
are its complement. Penn tags tell neither *not* from other adverbs, so Neg is left out, nor *had* from *started*, so
any verb beside a verb phrase is an auxiliary. And where a phrase has lost its
node (see ``projection``), its head and complement are no longer beside each other, so nothing is required of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from cswitch_core.grammar import Partial
from cswitch_core.models.one_order import CLAUSES, HEAD, MIXED, NOUN_PHRASES, NOUNS, VERBS, OneOrder, labelled
from cswitch_core.shared_tree import Node, SharedTree

COMPLEMENTS: dict[str, tuple[frozenset[str], ...]] = {
    "determiners": (NOUNS | NOUN_PHRASES,),
    "auxiliaries": (frozenset({"VP"}), VERBS),
    "complementizers": (CLAUSES,),
}
PHRASES = {"determiners": NOUN_PHRASES, "auxiliaries": CLAUSES | {"VP"}}
KINDS = tuple(COMPLEMENTS)


@dataclass(frozen=True)
class Selection:
    """The functional heads of one kind in a node, and what they select; heads are none where nothing is selected."""

    kind: str
    heads: list[int]
    complement: list[int]


@dataclass(frozen=True)
class FunctionalHeads(OneOrder):
    """The grammar of FHC, each constraint a switch. ``heads[kind]`` are the tags of functional heads, by their kind."""

    heads: tuple[frozenset[str], frozenset[str], frozenset[str]]
    determiners: bool = True
    auxiliaries: bool = True
    complementizers: bool = True
    tolerated: str = ""
    notes: ClassVar[int] = len(KINDS)
    broken_as_a_whole: ClassVar[frozenset[str]] = frozenset(KINDS)

    def tolerating(self, constraint: str) -> FunctionalHeads:
        """Return the grammar that keeps track of this constraint without enforcing it."""
        return replace(self, tolerated=constraint)

    def roles(self, tree: SharedTree, number: int, node: Node) -> dict[int, int]:
        bits = dict.fromkeys(node.children[0], 0)
        for place, selection in enumerate(self.selections(tree, node)):
            if selection.heads:
                for child in selection.heads + selection.complement:
                    bits[child] |= HEAD << place + 1
            if node.label in PHRASES.get(selection.kind, ()):
                for child in selection.heads or selection.complement:
                    bits[child] |= HEAD
        return bits

    def selections(self, tree: SharedTree, node: Node) -> Iterator[Selection]:
        """Yield what selects what in a node, kind by kind."""
        for kind, tags in zip(KINDS, self.heads, strict=True):
            groups = (labelled(tree, node, labels) for labels in COMPLEMENTS[kind])
            complement = next(filter(None, groups), [])
            heads = [child for child in labelled(tree, node, tags) if child not in complement]
            yield Selection(kind, heads if complement else [], complement)

    def noted(self, feature: int, partial: Partial, languages: int) -> tuple[int, ...] | None:
        """Note the languages of heads and complements, kind by kind, and refuse two of one kind."""
        found = list(partial[3:])
        for place, kind in enumerate(KINDS):
            if feature >> place + 1 & 1 and getattr(self, kind):
                found[place] |= languages
                if found[place] == MIXED and self.tolerated != kind:
                    return None
        return tuple(found)
