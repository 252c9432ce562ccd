"""EC0: Poplack's equivalence constraint in Sankoff's formulation (the paper's section 2.3, algorithms 4 to 7).

Candidates are all sequences in which every constituent is contiguous and all fragments are well-formed. A candidate
is kept if its labels, positions and junctions pass. ``EC0(strict)`` also carries the labels taken by position up
again and rejects a node that its children make one language and its place the other; a node that its place leaves
mixed has, at junctions, the label carried up to it.
"""

from __future__ import annotations

from typing import ClassVar

from cswitch_core.models.base import Constraint, OptionError, RuleModel
from cswitch_core.models.equivalence import Equivalence
from cswitch_core.sets import SentenceSet
from cswitch_core.shared_tree import L1, Both, SharedTree

MOST_FREE_CHILDREN = 8

FRAGMENTS = Constraint(
    "fragments", "two neighbouring words of one language must follow each other directly in that language's sentence"
)
POSITIONS = Constraint("positions", "a constituent must stand where the rule of its own language puts it")
JUNCTIONS = Constraint(
    "junctions", "where the language changes, both languages must have had the same constituents so far"
)
AGREEMENT = Constraint("agreement", "a constituent's words and its place must not give it different languages")


class EC0(RuleModel):
    base_name = "EC0"
    constraints: ClassVar[tuple[Constraint, ...]] = (FRAGMENTS, POSITIONS, JUNCTIONS, AGREEMENT)
    defaults: ClassVar[dict[str, bool]] = {"agreement": False}

    def _take_own_options(self, options: dict[str, str]) -> None:
        if options.get("strict") == "":
            del options["strict"]
            self.switches["agreement"] = True

    def _own_options(self) -> list[str]:
        return ["strict"]

    def grammar(self, languages: Both[str]) -> Equivalence:
        return Equivalence(frozenset(), **self.grammar_switches)

    def sentences(self, tree: SharedTree, *, pair_id: str | None = None) -> SentenceSet:
        broadest = max(len(node.children[L1]) for node in tree.nodes)
        if not self.switches.get("positions", True) and broadest > MOST_FREE_CHILDREN:
            raise OptionError(
                f"{self.name}: a constituent of {broadest} children has too many orders without the constraint "
                f"'positions'; leave it on, or give pairs with at most {MOST_FREE_CHILDREN} children a constituent"
            )
        return super().sentences(tree, pair_id=pair_id)
