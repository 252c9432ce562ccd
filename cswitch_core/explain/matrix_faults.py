"""Finding where a sentence breaks a rule of ML0, ML1 or ML2: nesting, functional words, clauses, content."""

from __future__ import annotations

from collections.abc import Iterator

from cswitch_core.derivation import Derivation
from cswitch_core.explain.faults import Fault, Finder
from cswitch_core.models.categories import Categories
from cswitch_core.models.matrix import Matrix, content_below, is_no_clause, is_no_functional_word
from cswitch_core.shared_tree import L1, L2, Language, other


class MatrixFinder(Finder):
    def __init__(self, grammar: Matrix, derivation: Derivation) -> None:
        super().__init__(derivation)
        self.grammar = grammar

    def _language(self, node: int) -> Language:
        return L2 if self.derivation.states[node][0] == L2 else L1

    def _switched(self) -> list[int]:
        """Return the nodes that are not in their parent's language."""
        parents = self.tree.parents
        return [
            number for number in range(self.tree.root) if self._language(number) != self._language(parents[number] or 0)
        ]

    def nesting(self) -> Iterator[Fault]:
        switched = set(self._switched())
        for number in sorted(switched):
            above = self.tree.parents[number]
            while above is not None and above not in switched:
                above = self.tree.parents[above]
            if above is not None:
                yield Fault(above, self._nested(number, above))

    def _nested(self, number: int, above: int) -> str:
        back, away = (self.wording.language(self._language(node)) for node in (number, above))
        inside = f"{self.named(above)}, which is itself switched to {away}"
        return f"{self.named(number)} switches back to {back} inside {inside}"

    def functional_words(self) -> Iterator[Fault]:
        for number, categories in self._bound():
            if not is_no_functional_word(self.tree.nodes[number], categories):
                yield self._unswitchable(number, "is no content word, and only content words may switch alone")

    def clauses(self) -> Iterator[Fault]:
        for number, categories in self._bound():
            if not is_no_clause(self.tree.nodes[number], categories):
                yield self._unswitchable(number, "is a verb phrase or a clause, which may not switch")

    def content(self) -> Iterator[Fault]:
        for number, categories in self._bound():
            if not self.tree.nodes[number].is_preterminal and not content_below(self.tree, categories)[number]:
                yield self._unswitchable(number, "has no content word, without which a phrase may not switch")

    def _bound(self) -> Iterator[tuple[int, Categories]]:
        """Yield the switched nodes that the lists of switchable categories apply to, with the lists."""
        for number in self._switched():
            categories = self.grammar.categories[other(self._language(number))]
            if not self.grammar.switches_freely(self.tree.nodes[number], categories):
                yield number, categories

    def _unswitchable(self, number: int, why: str) -> Fault:
        own = self._language(number)
        parent = self.tree.parents[number] or 0
        label = self.tree.nodes[parent].label
        where = f"the {self.wording.language(other(own))} {label} {self.wording.quoted(self.order(parent))}"
        return Fault(number, f"{self.named(number)} {self._is_what(number, own)} inside {where}, but it {why}")

    def _is_what(self, number: int, own: Language) -> str:
        """Say that a constituent is of a language; of one with words of the other, only the order shows it."""
        name = self.wording.language(own)
        is_pure = all(self.derivation.languages[slot] == own for slot in self.tree.slots_below[number])
        return f"is {name}" if is_pure else f"stands in the {name} order"
