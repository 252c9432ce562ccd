"""The set of sentences that a model generates for a pair: exact and packed, counted and drawn from without listing.

A set is what a formula over grammars selects (see ``automaton``), without the sentences in ``removed`` and with
those in ``added``, which are few and listed: they come from sources without rules. All operations keep this form,
so intersections, differences and unions are again sets that can be counted, sampled and listed.

``automaton`` packs what grammars generate into disjoint alternatives and counts them; ``numbering`` finds the k-th
sentence and the number of a given one; ``listing`` writes many out fast; ``formulas`` says which grammars' sentences a
set holds; ``root_classes`` picks them; ``switching`` tells sentences apart by their number of switch points.

>>> from cswitch_core.paper import paper_tree
>>> from cswitch_core.models.registry import model
>>> tree = paper_tree(1)
>>> ec0, ml0 = model("EC0").sentences(tree), model("ML0").sentences(tree)
>>> ec0.count, (ec0 & ml0).count, (ec0 - ml0).kth(0).text
(22, 12, 'Saturday is boring uss perspective se')
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from random import Random

from cswitch_core.sentences import Sentence, Steps, step_text
from cswitch_core.sets.automaton import OUTER_LANGUAGES
from cswitch_core.sets.formulas import Formula, Nothing, Switching, combine, joined
from cswitch_core.sets.listing import Lister
from cswitch_core.sets.root_classes import RootClasses, select
from cswitch_core.shared_tree import SharedTree
from cswitch_core.wording import counted

Sentences = frozenset[Sentence]


class SentenceSet:
    """A set of sentences of one tree."""

    def __init__(
        self,
        tree: SharedTree,
        formula: Formula,
        added: Sentences = frozenset(),
        removed: Sentences = frozenset(),
    ) -> None:
        """Take what the formula selects; ``added`` must lie outside of that and ``removed`` inside."""
        self.tree, self.formula, self.removed = tree, formula, removed
        self.added = sorted(added, key=lambda sentence: (sentence.steps, sentence.foreign))

    @classmethod
    def of(cls, tree: SharedTree, sentences: Iterable[Sentence]) -> SentenceSet:
        """Return the set of just these sentences."""
        return cls(tree, Nothing(), frozenset(sentences))

    # Counting

    @cached_property
    def count(self) -> int:
        """How many sentences there are, an integer of any size."""
        return self._chosen.count - len(self.removed) + len(self.added)

    def counts_by_switches(self) -> dict[int, int]:
        """Return how many sentences there are for each number of switch points."""
        counts: dict[int, int] = {}
        if self.formula != Nothing():
            counts = select(self.tree, self.formula, OUTER_LANGUAGES).counts_by_switches()
        for sentence in self.added:
            counts[sentence.switch_points] = counts.get(sentence.switch_points, 0) + 1
        for sentence in self.removed:
            counts[sentence.switch_points] -= 1
        return {switches: count for switches, count in sorted(counts.items()) if count}

    def __bool__(self) -> bool:
        return self.count > 0

    # Listing

    def __iter__(self) -> Iterator[Sentence]:
        return self.slice(0)

    def texts(self) -> Iterator[str]:
        """Yield the plain texts in order: the fastest way to list."""
        lister = Lister(self._chosen.forest, lambda step, is_last: step_text(self.tree, step, is_last=is_last), "")
        for start, stop in self._ranges(0, self.count):
            yield from self._chosen.listed(lister, start, stop)
        yield from (sentence.text for sentence in self.added)

    def slice(self, start: int, stop: int | None = None) -> Iterator[Sentence]:
        """Yield the sentences from one number to another, going there at once."""
        stop = self.count if stop is None else min(stop, self.count)
        lister: Lister[Steps] = Lister(self._chosen.forest, lambda step, _: (step,), ())
        for first, last in self._ranges(start, stop):
            for steps in self._chosen.listed(lister, first, last):
                yield Sentence(self.tree, steps)
        packed = self.count - len(self.added)
        yield from self.added[max(start - packed, 0) : max(stop - packed, 0)]

    def kth(self, k: int) -> Sentence:
        """Return the k-th sentence in the order of listing, counting from 0."""
        if not 0 <= k < self.count:
            raise IndexError(f"the set has {counted(self.count, 'sentence')}, numbered from 0; there is no number {k}")
        packed = self.count - len(self.added)
        if k >= packed:
            return self.added[k - packed]
        return Sentence(self.tree, self._chosen.kth(self._packed_number(k)))

    def sample(self, size: int, rng: Random) -> list[Sentence]:
        """Draw so many distinct sentences, every choice equally likely; all of them, shuffled, if there are no more.

        Floyd's algorithm (Bentley and Floyd, CACM 30(9), 1987) over the numbers of the sentences, then a shuffle.
        """
        chosen: dict[int, None] = {}
        for last in range(max(self.count - size, 0), self.count) if size else ():
            number = rng.randrange(last + 1)
            chosen[last if number in chosen else number] = None
        numbers = list(chosen)
        rng.shuffle(numbers)
        return [self.kth(number) for number in numbers]

    # Membership

    def __contains__(self, sentence: object) -> bool:
        if not isinstance(sentence, Sentence) or sentence in self.removed:
            return False
        return sentence in self.added or self._chosen.holds(sentence.steps)

    def index(self, sentence: Sentence) -> int | None:
        """Return the sentence's number in the order of listing, or None if it is not in the set."""
        if sentence in self.added:
            return self.count - len(self.added) + self.added.index(sentence)
        number = None if sentence in self.removed else self._packed_rank(sentence)
        return None if number is None else number - bisect_right(self._gaps, number)

    # Sets from sets

    def __and__(self, another: SentenceSet) -> SentenceSet:
        return self._combined("and", another)

    def __or__(self, another: SentenceSet) -> SentenceSet:
        return self._combined("or", another)

    def __sub__(self, another: SentenceSet) -> SentenceSet:
        return self._combined("without", another)

    def __le__(self, another: SentenceSet) -> bool:
        return not self - another

    def __eq__(self, another: object) -> bool:
        return isinstance(another, SentenceSet) and self <= another and another <= self

    __hash__ = None  # type: ignore[assignment] # equal sets may be packed differently

    def with_switches(self, switch_points: int) -> SentenceSet:
        """Return the sentences with exactly so many switch points."""
        return self._filtered(switch_points, lambda sentence: sentence.switch_points == switch_points)

    def mixed(self) -> SentenceSet:
        """Return the sentences without those that show one language only."""
        return self._filtered(None, lambda sentence: not sentence.is_monolingual)

    def _filtered(self, switch_points: int | None, keep: Callable[[Sentence], bool]) -> SentenceSet:
        formula = self.formula if self.formula == Nothing() else Switching(self.formula, switch_points)
        return SentenceSet(
            self.tree, formula, frozenset(filter(keep, self.added)), frozenset(filter(keep, self.removed))
        )

    def _combined(self, how: str, another: SentenceSet) -> SentenceSet:
        if self.tree is not another.tree and self.tree != another.tree:
            raise ValueError("these sets are of different trees; only sentences of one pair can be compared")
        formula = joined(self.formula, how, another.formula)
        plain = SentenceSet(self.tree, formula)
        listed = self.removed.union(self.added, another.removed, another.added)
        wanted = {sentence for sentence in listed if combine(how, sentence in self, sentence in another)}
        packed = {sentence for sentence in listed if sentence in plain}
        return (
            SentenceSet(self.tree, formula, frozenset(wanted - packed), frozenset(packed - wanted)) if listed else plain
        )

    # The packed part

    @cached_property
    def _chosen(self) -> RootClasses:
        return select(self.tree, self.formula)

    @cached_property
    def _gaps(self) -> list[int]:
        """The numbers that the removed sentences have in the chosen classes."""
        return sorted(number for number in map(self._packed_rank, self.removed) if number is not None)

    def _packed_rank(self, sentence: Sentence) -> int | None:
        return self._chosen.rank(sentence.steps)

    def _packed_number(self, k: int) -> int:
        """Return the number in the chosen classes of the k-th sentence that is left."""
        for gap in self._gaps:
            if gap > k:
                break
            k += 1
        return k

    def _ranges(self, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """Yield the ranges of numbers in the chosen classes, half-open, that hold the sentences with these numbers."""
        stop = min(stop, self.count - len(self.added))
        if start >= stop:
            return
        first, last = self._packed_number(start), self._packed_number(stop - 1) + 1
        for gap in self._gaps:
            if first <= gap < last:
                yield first, gap
                first = gap + 1
        yield first, last
