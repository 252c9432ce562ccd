"""In how many places a sentence breaks a constraint, by writing out every sequence and counting.

Of all sequences that read as the sentence and keep the theory's other rules, the one with the fewest places counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, product

from tests.core.reference.brute_force import (
    CONTENT,
    ECCheck,
    arrangements,
    own_sequences,
    slots_of,
    switchable,
    visible,
    well_formed,
)

Places = dict[tuple, int]


def fewest(found: Iterator[tuple[tuple, int]]) -> Places:
    places: Places = {}
    for sentence, number in found:
        places[sentence] = min(number, places.get(sentence, number))
    return places


def ill_formed(own, sequence) -> int:
    return sum(not well_formed(own, neighbours) for neighbours in pairwise(sequence))


class CountingCheck(ECCheck):
    """Counts the constituents with a misplaced child, and the junctions that are not balanced."""

    def misplacing(self, arranged) -> int:
        rules = self.tree.nodes[arranged.node].children
        wrong = False
        for place, child in enumerate(arranged.children):
            in_l1, in_l2 = (rules[language].index(child.node) == place for language in (0, 1))
            wrong |= not {"L1": in_l1, "L2": in_l2}.get(self.label(child), in_l1 or in_l2)
        return wrong + sum(map(self.misplacing, arranged.children))

    def unbalanced(self, arranged) -> int:
        rules = self.tree.nodes[arranged.node].children
        wrong = sum(
            {self.labels[left.node], self.labels[right.node]} == {"L1", "L2"} and set(rules[0][:k]) != set(rules[1][:k])
            for k, (left, right) in enumerate(pairwise(arranged.children), start=1)
        )
        return wrong + sum(map(self.unbalanced, arranged.children))


def ec0_places(tree, constraint: str) -> Places:
    """What EC0 without the constraint generates, with the number of places at which it is broken."""
    own = own_sequences(tree)

    def found():
        for arranged in arrangements(tree, tree.root):
            slots = slots_of(arranged)
            for chosen in product((0, 1), repeat=len(slots)):
                sequence = list(zip(slots, chosen, strict=True))
                options = {constraint: False} if constraint != "fragments" else {}
                check = CountingCheck(tree, arranged, dict(sequence), **options)
                if (constraint == "fragments" or well_formed(own, sequence)) and check.passes():
                    count: dict[str, Callable[[], int]] = {
                        "fragments": lambda sequence=sequence: ill_formed(own, sequence),
                        "positions": lambda check=check, arranged=arranged: check.misplacing(arranged),
                        "junctions": lambda check=check, arranged=arranged: check.unbalanced(arranged),
                    }
                    yield visible(tree, sequence), count[constraint]()

    return fewest(found())


def ml2_places(tree, constraint: str) -> Places:
    """The same of ML2, for ``functional_words`` and ``fragments``."""
    own, lone_words = own_sequences(tree), constraint == "functional_words"

    def sequences(number, language):
        node = tree.nodes[number]
        if node.slot is not None:
            return [([(node.slot, language)], 0)]
        options = []
        for child in node.children[language]:
            ways = sequences(child, language)
            is_functional = tree.nodes[child].slot is not None and tree.nodes[child].label not in CONTENT
            if switchable(tree, child, s_switches=True) or (lone_words and is_functional):
                broken = int(lone_words and is_functional)
                ways = ways + [(words, number + broken) for words, number in sequences(child, 1 - language)]
            options.append(ways)
        return [
            ([word for words, _ in chosen for word in words], sum(number for _, number in chosen))
            for chosen in product(*options)
        ]

    def found():
        for matrix in (0, 1):
            for sequence, broken in sequences(tree.root, matrix):
                if lone_words and well_formed(own, sequence):
                    yield visible(tree, sequence), broken
                if not lone_words:
                    yield visible(tree, sequence), ill_formed(own, sequence)

    return fewest(found())
