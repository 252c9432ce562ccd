"""Finding where a sentence breaks a rule of EC0 or EC1: positions, junctions, agreement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from cswitch_core.derivation import Derivation
from cswitch_core.explain.faults import Fault, Finder
from cswitch_core.explain.naming import ordinal
from cswitch_core.grammar import Frame, frame_of
from cswitch_core.models.equivalence import (
    EITHER,
    MIXED,
    Equivalence,
    joined,
    junction_is_balanced,
    labels_agree,
)
from cswitch_core.shared_tree import L1, L2, LANGUAGES, Language, other


@dataclass(frozen=True)
class PlacedChild:
    """A child as it stands in its parent."""

    node: int
    number: int
    place: int


class EquivalenceFinder(Finder):
    def __init__(self, grammar: Equivalence, derivation: Derivation) -> None:
        super().__init__(derivation)
        self.grammar = grammar

    def _phrases(self) -> Iterator[tuple[int, Frame, list[PlacedChild]]]:
        for number, node in enumerate(self.tree.nodes):
            if not node.is_preterminal:
                numbers = {child: place for place, child in enumerate(node.children[L1])}
                order = enumerate(self.derivation.orders[number])
                children = [PlacedChild(child, numbers[child], place) for place, child in order]
                yield number, frame_of(self.tree.l2_orders[number]), children

    def _taken(self, frame: Frame, child: PlacedChild) -> int | None:
        """Return the child's label once its place is known."""
        return self.grammar.label_by_place(frame, child.number, self.derivation.states[child.node][0], child.place)

    def positions(self) -> Iterator[Fault]:
        """Children that stand where their rule does not put them; those among spoken parts only come first."""
        misplaced = [
            (number, frame, child)
            for number, frame, children in self._phrases()
            for child in children
            if self._taken(frame, child) is None
        ]
        for number, frame, child in sorted(misplaced, key=lambda found: bool(self._unspoken_parts(found[0]))):
            yield Fault(number, self._misplaced(number, frame, child))

    def _unspoken_parts(self, number: int) -> list[int]:
        """Return the slots of the children that the sentence shows no word of."""
        spoken = {slot for slot, _ in self.derivation.sentence.steps}
        below = (self.tree.slots_below[child] for child in self.derivation.orders[number])
        return [slot for slots in below if spoken.isdisjoint(slots) for slot in slots]

    def _misplaced(self, number: int, frame: Frame, child: PlacedChild) -> str:
        label = self.derivation.states[child.node][0]
        own = next((language for language in LANGUAGES if language == label), None)
        is_what = "" if own is None else f" {self._is_what(child.node, own)} but"
        ruling = [language for language in LANGUAGES if frame.places[language][child.number] == child.place]
        there = f"only the {self.wording.language(ruling[0])} rule" if ruling else "neither language's rule"
        unspoken = self._unspoken_parts(number)
        counting = f" counting {self.wording.quoted(unspoken)}," if unspoken else ""
        return (
            f"{self.named(child.node)}{is_what} stands in the {ordinal(child.place + 1)} place of "
            f"{self.tree.nodes[number].label},{counting} where {there} puts it ({self.wording.rules(number)})"
        )

    def _is_what(self, node: int, own: Language) -> str:
        name = self.wording.language(own)
        own_slots = [slot for slot in self.order(node) if self.derivation.languages[slot] == own]
        if len(own_slots) == len(self.tree.slots_below[node]):
            return f"is {name}"
        deciding = [slot for slot in own_slots if self.tree.slots[slot].tag not in self.grammar.substitutable]
        return f"counts as {name} by {self.wording.quoted(deciding)}, substitutable words aside,"

    def _final_labels(self) -> dict[int, int]:
        """Return the labels after the steps before the junctions, which the derivation has passed."""
        final = {
            number: EITHER if self.derivation.states[number][0] == EITHER else language
            for number, language in self._words()
        }
        made: dict[int, int] = dict(final)
        for number, frame, children in self._phrases():
            for child in children:
                taken = self._taken(frame, child)
                taken = MIXED if taken is None else taken
                inherits = self.grammar.agreement and taken == MIXED and made[child.node] != EITHER
                final[child.node] = made[child.node] if inherits else taken
            made[number] = EITHER
            for child in children:
                made[number] = joined(made[number], final[child.node])
        return final

    def _words(self) -> Iterator[tuple[int, Language]]:
        for number, node in enumerate(self.tree.nodes):
            if node.slot is not None:
                yield number, self.derivation.languages[node.slot]

    def junctions(self) -> Iterator[Fault]:
        labels = self._final_labels()
        for number, frame, children in self._phrases():
            for left, right in pairwise(children):
                if not junction_is_balanced(frame, left.place, labels[left.node], labels[right.node]):
                    yield Fault(number, self._unbalanced(number, left, right, L1 if labels[left.node] == L1 else L2))

    def _unbalanced(self, number: int, left: PlacedChild, right: PlacedChild, first: Language) -> str:
        node = self.tree.nodes[number]
        had = " but ".join(
            f"{self.wording.language(language)} has had {self.wording.labels(node.children[language][: right.place])}"
            for language in LANGUAGES
        )
        return (
            f"the language changes between {self.named(left.node)}, {self.wording.language(first)}, and "
            f"{self.named(right.node)}, {self.wording.language(other(first))}, in {node.label}; "
            f"up to there {had} ({self.wording.rules(number)})"
        )

    def agreement(self) -> Iterator[Fault]:
        final = self._final_labels()
        for number, frame, children in self._phrases():
            for child in children:
                below = self.derivation.orders.get(child.node, ())
                made = EITHER
                for grandchild in below:
                    made = joined(made, final[grandchild])
                taken = self._taken(frame, child)
                if below and taken is not None and not labels_agree(taken, made):
                    yield Fault(number, self._disagreeing(child, L1 if taken == L1 else L2))

    def _disagreeing(self, child: PlacedChild, language: Language) -> str:
        return (
            f"all parts of {self.named(child.node)} are {self.wording.language(other(language))}, "
            f"but it stands where only the {self.wording.language(language)} rule puts it"
        )
