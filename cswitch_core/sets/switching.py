"""Packed sentences by their number of switch points.

Where the classes of a forest know the languages of their first and last word, the number of switch points of a
whole is the sum over its halves, plus one where two languages meet. So the counts of an item by switch points are a
polynomial, and the product of two such is the product of the polynomials. They are kept as one integer each,
evaluated at a power of two so large that no coefficient overflows (Kronecker substitution), which makes Python's
big integers do the work. Neutral words, which tell no language, are passed over.
"""

from __future__ import annotations

from collections.abc import Sequence

from cswitch_core.deadline import check_time
from cswitch_core.sentences import Step, switch_points
from cswitch_core.sets.numbering import Choice, Halves, PackedForest, Ref, chosen
from cswitch_core.sets.packing import END, Packed
from cswitch_core.sets.tracking import NEUTRAL
from cswitch_core.shared_tree import LANGUAGES

# Added to either language it is never 1, as the two languages, 0 and 1, are where they meet.
NO_LANGUAGE = 2


def last_language(trace: int | None) -> int:
    return NO_LANGUAGE if trace == NEUTRAL else (trace or 0) & 1


def first_language(trace: int | None) -> int:
    return NO_LANGUAGE if trace == NEUTRAL else (trace or 0) >> 1 & 1


class SwitchForest:
    """A forest whose refs are (node, item, switch points)."""

    def __init__(self, forest: PackedForest) -> None:
        self.forest = forest
        self.neutral = {
            (number, language)
            for number, slot in enumerate(forest.tree.slots)
            for language in LANGUAGES
            if slot.is_neutral[language]
        }
        self.bits = max(max(packed.counts) for packed in forest.packed).bit_length()
        self.mask = (1 << self.bits) - 1
        self.polynomials: dict[int, list[int]] = {}
        for number, packed in enumerate(forest.packed):
            if packed.number not in self.polynomials:
                children = [self.polynomials[forest.packed[child].number] for child in forest.children[number]]
                self.polynomials[packed.number] = self._polynomials(number, packed, children)

    def _polynomials(self, number: int, packed: Packed, children: list[list[int]]) -> list[int]:
        polynomials, bits = [1] * len(packed.counts), self.bits
        lasts, firsts = self.outer_languages(number)
        for item in packed.order[1:]:
            check_time()
            total = 0
            for child, part, rest in packed.alternatives[item]:
                product = children[child][part] * polynomials[rest]
                total += product << bits if lasts[child][part] + firsts[rest] == 1 else product
            polynomials[item] = total
        return polynomials

    def outer_languages(self, node: int) -> tuple[list[list[int]], list[int]]:
        """Return for each child of a node the languages in which its items end, and for its own those they begin in.

        A child and what follows it meet in a switch point where the two, added up, are 1.
        """
        packed, children = self.forest.packed, self.forest.children[node]
        lasts = [[last_language(trace) for trace in packed[child].traces] for child in children]
        firsts = [first_language(trace) for trace in packed[node].traces]
        firsts[END] = NO_LANGUAGE
        return lasts, firsts

    def meet(self, node: int, child: int, part: int, rest: int) -> int:
        """Return 1 if a child and what follows it, of which there is something, meet in a switch point."""
        left = self.forest.packed[self.forest.children[node][child]].traces[part]
        return int(last_language(left) + first_language(self.forest.packed[node].traces[rest]) == 1)

    def count(self, ref: Ref) -> int:
        node, item, switches = ref
        return self.polynomials[self.forest.packed[node].number][item] >> (self.bits * switches) & self.mask

    def most(self, node: int, item: int) -> int:
        """Return the largest number of switch points in the item."""
        return (self.polynomials[self.forest.packed[node].number][item].bit_length() - 1) // self.bits

    def divide(self, ref: Ref) -> Sequence[Halves]:
        node, item, switches = ref
        found: list[Halves] = []
        for child, part, rest in self.forest.packed[node].alternatives[item]:
            check_time()
            child_node = self.forest.children[node][child]
            if rest == END:
                found.append(((child_node, part, switches), None))
                continue
            left_over = switches - self.meet(node, child, part, rest)
            found += [((child_node, part, left), (node, rest, left_over - left)) for left in range(left_over + 1)]
        return [halves for halves in found if self._is_real(halves)]

    def _is_real(self, halves: Halves) -> bool:
        left, right = halves
        return self.count(left) > 0 and (right is None or self.count(right) > 0)

    def choose(self, ref: Ref, k: int) -> Choice:
        return chosen(self.divide(ref), self, k)

    def word(self, ref: Ref) -> Step | None:
        return self.forest.word(ref)

    def ref(self, node: int, item: int, steps: Sequence[Step]) -> Ref:
        telling = [step for step in steps if step not in self.neutral] if self.neutral else steps
        return node, item, switch_points(telling)
