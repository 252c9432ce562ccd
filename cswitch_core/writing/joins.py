"""Joins: which marks stand between two neighbouring words of a sentence, in whichever order it has its words.

A mark inside a sentence belongs to the *join* of two constituents. Where a language's own sentence has one between the
words of slots a and b, it marks the ordered join of ca and cb: the children of the lowest node above both that hold a
and b. Two neighbouring words u and v of a generated sentence, held by cu and cv in the same way, have the marks of
that language's join from cu to cv. Siblings that stand between cu and cv in that language's order may be passed if
each is null in one of the languages throughout, so that it may be missing; of the joins passed the strongest mark is
then shown. A sibling that the language has no words for stands on one side of the mark between its neighbours: before
it if it goes with what precedes (a Hindi postposition), else after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from cswitch_core.shared_tree import LANGUAGES, Both, Gap, Language, Mark, SharedTree, other
from cswitch_core.word_lists import default_words, looked_up

NO_GAP = Gap()
STOPS = frozenset(".?!…。？！؟।॥|")
COMMAS = frozenset(",،、，")


class Joins:
    """The joins of one tree."""

    def __init__(self, tree: SharedTree) -> None:
        self.tree = tree

    def gap(self, language: Language, before: int, after: int) -> Gap:
        """Return what the language has at the join of two slots' constituents."""
        own = self._joins[language]
        if not own:
            return NO_GAP
        first, second = self._apart(before, after)
        return own.get((first, second)) or self._passed(language, first, second)

    def has(self, language: Language, before: int, after: int) -> bool:
        """Tell whether the language has the two slots' constituents in this order, but for what may be missing."""
        first, second = self._apart(before, after)
        siblings = self.tree.nodes[self.tree.parents[first] or 0].children[language]
        start, stop = siblings.index(first), siblings.index(second)
        return start < stop and self._may_be_passed(siblings[start + 1 : stop])

    def may_be_marked_above(self, node: int) -> bool:
        """Tell whether a mark may follow this node or one that ends with it."""
        above: int | None = node
        while above is not None:
            if above in self._marked:
                return True
            above = self.tree.parents[above]
        return False

    def may_be_marked_before(self, slot: int, node: int) -> bool:
        """Tell whether a mark may stand between this slot and a word of the node, or of its other children."""
        path, above = self._paths[slot], node
        while above not in path:
            above = self.tree.parents[above] or 0
        return path[path.index(above) + 1] in self._marked

    @cached_property
    def _marked(self) -> frozenset[int]:
        """The nodes after which there may be a mark of one of the languages."""
        tree, found = self.tree, set[int]()
        for language in LANGUAGES:
            for before, after in self._joins[language]:
                siblings = tree.nodes[tree.parents[before] or 0].children[language]
                place = siblings.index(before)
                found.update(siblings[place : siblings.index(after)])
                while place and self._may_be_missing[siblings[place]]:
                    place -= 1
                    found.add(siblings[place])
        return frozenset(found)

    @cached_property
    def _joins(self) -> Both[dict[tuple[int, int], Gap]]:
        """For each language, by the two constituents, the gaps that hold a mark."""
        found: tuple[dict[tuple[int, int], Gap], dict[tuple[int, int], Gap]] = {}, {}
        for language in LANGUAGES:
            spoken, gaps = self.tree.spoken[language], self.tree.gaps[language]
            for (before, after), gap in zip(pairwise(spoken), gaps[1:-1], strict=False):
                if gap.marks:
                    found[language][self._apart(before, after)] = gap
        return found

    @cached_property
    def _paths(self) -> list[tuple[int, ...]]:
        """For each slot the nodes from the root down to it."""
        paths: dict[int, tuple[int, ...]] = {}
        by_slot: dict[int, tuple[int, ...]] = {}
        for number in range(self.tree.root, -1, -1):
            parent = self.tree.parents[number]
            path = paths[number] = (*(() if parent is None else paths[parent]), number)
            slot = self.tree.nodes[number].slot
            if slot is not None:
                by_slot[slot] = path
        return [by_slot[slot] for slot in range(len(self.tree.slots))]

    @cached_property
    def _may_be_missing(self) -> list[bool]:
        """For each node, whether one of the languages has no words for any of it."""
        slots = self.tree.slots
        return [
            any(all(slots[slot].is_null(language) for slot in below) for language in LANGUAGES)
            for below in self.tree.slots_below
        ]

    def _apart(self, before: int, after: int) -> tuple[int, int]:
        """Return the children of the lowest node above both slots that hold the one and the other."""
        paths = zip(self._paths[before], self._paths[after], strict=False)
        return next((first, second) for first, second in paths if first != second)

    def _passed(self, language: Language, first: int, second: int) -> Gap:
        siblings = self.tree.nodes[self.tree.parents[first] or 0].children[language]
        start, stop = siblings.index(first), siblings.index(second)
        if start > stop:
            return NO_GAP
        start, stop = self._widened(language, siblings, start, stop)
        if not self._may_be_passed(siblings[start + 1 : stop]):
            return NO_GAP
        chain = [child for child in siblings[start : stop + 1] if self._has_words(child, language)]
        gaps = [self._joins[language].get(join, NO_GAP) for join in pairwise(chain)]
        marks = max((tuple(unpaired_marks(gap)) for gap in gaps), key=_strength, default=())
        return Gap(marks, None, any(gap.capital for gap in gaps))

    def _widened(self, language: Language, siblings: Sequence[int], start: int, stop: int) -> tuple[int, int]:
        """Go on to the neighbours that have words, from siblings that stand on this side of the mark between them."""
        last = len(siblings) - 1
        if not self._has_words(siblings[stop], language) and not self._goes_with_what_precedes(
            siblings[stop], language
        ):
            while stop < last and not self._has_words(siblings[stop], language):
                stop += 1
        while start and self._goes_with_what_precedes(siblings[start], language):
            start -= 1
        return start, stop

    def _goes_with_what_precedes(self, node: int, language: Language) -> bool:
        """Tell whether this is a word that the language lacks and that belongs to what precedes it in the other."""
        slot = self.tree.nodes[node].slot
        if slot is None or self._has_words(node, language):
            return False
        own = other(language)
        lists = default_words().of(self.tree.languages[own])
        unit = self.tree.slots[slot]
        return lists.goes_with_what_precedes(looked_up(unit.words[own]), unit.tag)

    def _may_be_passed(self, siblings: Sequence[int]) -> bool:
        return all(self._may_be_missing[child] for child in siblings)

    def _has_words(self, node: int, language: Language) -> bool:
        return any(not self.tree.slots[slot].is_null(language) for slot in self.tree.slots_below[node])


def first_gap(tree: SharedTree, language: Language) -> Gap:
    return tree.gaps[language][0] if tree.gaps[language] else NO_GAP


def last_gap(tree: SharedTree, language: Language) -> Gap:
    return tree.gaps[language][-1] if tree.gaps[language] else NO_GAP


def plain_marks(gap: Gap) -> bool:
    """Tell whether the gap has marks that do not come in pairs."""
    return any(unpaired_marks(gap))


def unpaired_marks(gap: Gap) -> Iterator[Mark]:
    return (mark for mark in gap.marks if mark.pair is None)


def _strength(marks: tuple[Mark, ...]) -> int:
    """Return how strongly marks divide: a stop most, then a semicolon, then a comma, and nothing least."""
    return max((1 + (mark.text[-1] not in COMMAS) + (mark.text[-1] in STOPS) for mark in marks), default=0)
