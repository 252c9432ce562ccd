"""Finding where a sentence breaks a rule of FHC (functional heads) or of AN (the order of adjective and noun)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cswitch_core.derivation import Derivation
from cswitch_core.explain.faults import Fault, Finder
from cswitch_core.models.adjectives import BOUND, AdjectiveOrder, stands_rightly
from cswitch_core.models.functional_heads import FunctionalHeads
from cswitch_core.models.one_order import MIXED
from cswitch_core.shared_tree import L1, L2, LANGUAGES


class OrderFinder(Finder):
    """What both theories share: the languages of a constituent's heads."""

    def _languages(self, nodes: Iterable[int]) -> int:
        found = 0
        for node in nodes:
            found |= self.derivation.states[node][0]
        return found

    def _said(self, nodes: list[int]) -> str:
        """Name constituents with the language of their heads: ‘the’ (DT), English."""
        names = ["no language", *map(self.wording.language, LANGUAGES), "mixed"]
        return " and ".join(f"{self.named(node)}, {names[self._languages([node])]}" for node in nodes)


class FunctionalHeadFinder(OrderFinder):
    def __init__(self, grammar: FunctionalHeads, derivation: Derivation) -> None:
        super().__init__(derivation)
        self.grammar = grammar

    def determiners(self) -> Iterator[Fault]:
        return self._mixed("determiners", "its noun")

    def auxiliaries(self) -> Iterator[Fault]:
        return self._mixed("auxiliaries", "its verb phrase")

    def complementizers(self) -> Iterator[Fault]:
        return self._mixed("complementizers", "its clause")

    def _mixed(self, kind: str, complement: str) -> Iterator[Fault]:
        for number, node in enumerate(self.tree.nodes):
            for found in self.grammar.selections(self.tree, node):
                both = found.heads + found.complement
                if found.kind == kind and found.heads and self._languages(both) == MIXED:
                    heads, selected = self._said(found.heads), self._said(found.complement)
                    words = f"the language changes between {heads}, and {selected}: between a functional head and"
                    yield Fault(number, f"{words} {complement}")


class AdjectiveFinder(OrderFinder):
    def __init__(self, grammar: AdjectiveOrder, derivation: Derivation) -> None:
        super().__init__(derivation)
        self.grammar = grammar

    def adjective_order(self) -> Iterator[Fault]:
        for number, node in enumerate(self.tree.nodes):
            order = L1 if self.derivation.orders.get(number) == node.children[L1] else L2
            for child, role in self.grammar.roles(self.tree, number, node).items():
                if role == BOUND and not stands_rightly(order, self._languages([child])):
                    where = f"stands in the {self.wording.language(order)} order in {self.named(number)}"
                    yield Fault(number, f"{self._said([child])}, {where} ({self.wording.rules(number)})")
