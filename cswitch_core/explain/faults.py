"""Finding the constituent at which a derivation breaks a constraint, and saying so in words.

A finder looks, from the leaves up and from left to right, for the first constituent that breaks a constraint in a
derivation that need not have kept it. It has one method for each constraint, under the constraint's name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

from cswitch_core.derivation import Derivation
from cswitch_core.explain.naming import Wording
from cswitch_core.shared_tree import Language


@dataclass(frozen=True)
class Fault:
    """The constituent at which a rule fails, and what to say about it."""

    node: int
    words: str


class Finder:
    """What both theories share: naming constituents, and ill-formed fragments."""

    def __init__(self, derivation: Derivation) -> None:
        self.derivation, self.tree = derivation, derivation.sentence.tree
        self.wording = Wording(self.tree, derivation.languages)

    def find(self, constraint: str) -> Fault:
        """Return the first fault of a constraint that the sentence is known to break."""
        return next(cast("Iterator[Fault]", getattr(self, constraint)()))

    def order(self, node: int) -> list[int]:
        """Return the node's slots in the order in which they stand."""
        slots: list[int] = []
        waiting = [node]
        while waiting:
            number = waiting.pop()
            slot = self.tree.nodes[number].slot
            if slot is not None:
                slots.append(slot)
            else:
                waiting += reversed(self.derivation.orders[number])
        return slots

    def named(self, node: int) -> str:
        return self.wording.constituent(node, self.order(node))

    def fragments(self) -> Iterator[Fault]:
        """Two neighbours of one language that do not follow each other there; the plainest case comes first."""
        languages = self.derivation.languages
        broken = [
            (left, right)
            for left, right in pairwise(self.order(self.tree.root))
            if languages[left] == languages[right] and not self._follows(left, right, set(languages))
        ]
        spoken = {slot for slot, _ in self.derivation.sentence.steps}
        broken.sort(key=lambda pair: self._follows(pair[0], pair[1], spoken) or not spoken.issuperset(pair))
        for left, right in broken:
            yield Fault(self._above(left, right), self._ill_formed(left, right, languages[left]))

    def _follows(self, left: int, right: int, over: set[int]) -> bool:
        """Say whether none of these slots stands between the two in the language's own sentence, left before right."""
        language = self.derivation.languages[left]
        places = self.tree.places[language]
        between = self.tree.sequences[language][places[left] + 1 : places[right]]
        return places[left] < places[right] and over.isdisjoint(between)

    def _ill_formed(self, left: int, right: int, language: Language) -> str:
        name = self.wording.language(language)
        first, second = self.wording.quoted([left]), self.wording.quoted([right])
        return (
            f"{first} and {second} are both {name} and stand side by side, "
            f"but {second} does not directly follow {first} in the {name} sentence"
        )

    def _above(self, left: int, right: int) -> int:
        """Return the smallest constituent that holds both slots."""
        return next(node for node, slots in enumerate(self.tree.slots_below) if left in slots and right in slots)
