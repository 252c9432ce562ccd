"""The set of sentences that a model generates for a pair: exact and packed, counted and drawn from without listing.

A set is what a formula over grammars selects (see ``automaton``), without the sentences in ``removed`` and with
those in ``added``, which are few and listed: they come from sources without rules. All operations keep this form,
so intersections, differences and unions are again sets that can be counted, sampled and listed.

``automaton`` packs what grammars generate into disjoint alternatives and counts them (``subsets`` runs one grammar over
the children of a node, ``packing`` puts several side by side, ``tracking`` says what else is kept); ``numbering`` finds
the k-th sentence and the number of a given one; ``listing`` writes many out fast; ``formulas`` says which grammars'
sentences a set holds; ``root_classes`` picks them; ``switching`` tells sentences apart by their number of switch
points; ``distinct`` tells texts apart where different sentences read alike.

>>> from cswitch_core.paper import paper_tree
>>> from cswitch_core.models.registry import model
>>> tree = paper_tree(1)
>>> ec0, ml0 = model("EC0").sentences(tree), model("ML0").sentences(tree)
>>> ec0.count, (ec0 & ml0).count, (ec0 - ml0).kth(0).text
(22, 12, 'Saturday is boring uss perspective se')
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Self

from cswitch_core.sentences import Sentence
from cswitch_core.sets.formulas import Accepting, Formula, Nothing, Switching, combine, joined
from cswitch_core.sets.listing import TextLister
from cswitch_core.sets.root_classes import RootClasses, joint_sizes, select
from cswitch_core.sets.tracking import OUTER_LANGUAGES
from cswitch_core.shared_tree import SharedTree
from cswitch_core.tied import has_ties, tied
from cswitch_core.unpaired import WholeCounts, wholeness
from cswitch_core.word_lists import WordLists, default_words
from cswitch_core.wording import counted
from cswitch_core.writing import writing_of

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
        counts = {} if self.formula == Nothing() else self._packed_counts_by_switches()
        for sentence in self.added:
            switches = self.switch_points(sentence)
            counts[switches] = counts.get(switches, 0) + 1
        for sentence in self.removed:
            counts[self.switch_points(sentence)] -= 1
        return {switches: count for switches, count in sorted(counts.items()) if count}

    def __bool__(self) -> bool:
        return self.count > 0

    # Listing

    def __iter__(self) -> Iterator[Sentence]:
        return self.slice(0)

    def texts(self) -> Iterator[str]:
        """Yield the plain texts in order: the fastest way to list."""
        writing = writing_of(self.tree)
        if not writing.is_local:
            yield from (sentence.text for sentence in self)
            return
        lister = TextLister(self._chosen.forest, writing)
        for start, stop in self._ranges(0, self.count):
            yield from self._chosen.listed(lister, start, stop)
        yield from (sentence.text for sentence in self.added)

    def slice(self, start: int, stop: int | None = None) -> Iterator[Sentence]:
        """Yield the sentences from one number to another, going there at once."""
        stop = self.count if stop is None else min(stop, self.count)
        for first, last in self._ranges(start, stop):
            for steps in self._chosen.slice(first, last):
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

    def __and__(self, another: Self) -> Self:
        return self._combined("and", another)

    def __or__(self, another: Self) -> Self:
        return self._combined("or", another)

    def __sub__(self, another: Self) -> Self:
        return self._combined("without", another)

    def __le__(self, another: Self) -> bool:
        return not self - another

    def __eq__(self, another: object) -> bool:
        return isinstance(another, type(self)) and self <= another and another <= self

    __hash__ = None  # type: ignore[assignment] # equal sets may be packed differently

    def with_switches(self, *switch_points: int) -> Self:
        """Return the sentences with exactly so many switch points, or with one of several numbers of them."""
        wanted = frozenset(switch_points)
        return self._filtered(wanted, lambda sentence: self.switch_points(sentence) in wanted)

    def mixed(self) -> Self:
        """Return the sentences without those that show one language only."""
        return self._filtered(None, lambda sentence: not sentence.steps or self.switch_points(sentence) > 0)

    def whole(self, words: WordLists | None = None) -> Self:
        """Return the sentences that say every unpaired word with the word it belongs to (``unpaired=together``)."""
        return self._tied(words or default_words())

    def whole_counts(self, words: WordLists | None = None) -> WholeCounts:
        """Return how many sentences miss or double a word, and how many are whole."""
        words = words or default_words()
        return WholeCounts(
            self.count,
            missing=self.count - self._tied(words, doubled=False).count,
            doubled=self.count - self._tied(words, missing=False).count,
            whole=self._tied(words).count,
        )

    def _tied(self, words: WordLists, *, missing: bool = True, doubled: bool = True) -> Self:
        """Return the sentences without those that miss a word, or double one, or either."""
        if not has_ties(self.tree, words):
            return self

        def keep(sentence: Sentence) -> bool:
            found = wholeness(sentence, words)
            return not (missing and found.missing_ties) and not (doubled and found.doubled_ties)

        formula = self.formula.with_grammars(lambda grammar: tied(grammar, words, missing=missing, doubled=doubled))
        return self._with(formula, frozenset(filter(keep, self.added)), frozenset(filter(keep, self.removed)))

    def switch_points(self, sentence: Sentence) -> int:
        """Return how many switch points this set sees in a sentence."""
        return sentence.switch_points

    def _filtered(self, switch_points: frozenset[int] | None, keep: Callable[[Sentence], bool]) -> Self:
        formula = self.formula if self.formula == Nothing() else Switching(self.formula, switch_points)
        return self._with(formula, frozenset(filter(keep, self.added)), frozenset(filter(keep, self.removed)))

    def _combined(self, how: str, another: Self) -> Self:
        if type(self) is not type(another):
            raise TypeError("sentences and texts cannot be compared; take both sets as they are seen, or neither")
        if self.tree is not another.tree and self.tree != another.tree:
            raise ValueError("these sets are of different trees; only sentences of one pair can be compared")
        plain = self._with(joined(self.formula, how, another.formula))
        listed = self.removed.union(self.added, another.removed, another.added)
        return plain.corrected(listed, lambda sentence: combine(how, sentence in self, sentence in another))

    def corrected(self, listed: Sentences, is_wanted: Callable[[Sentence], bool]) -> Self:
        """Return this set, which is packed only, with those of the listed sentences that are wanted, and no others."""
        wanted = {sentence for sentence in listed if is_wanted(sentence)}
        packed = {sentence for sentence in listed if sentence in self}
        return self._with(self.formula, frozenset(wanted - packed), frozenset(packed - wanted)) if listed else self

    def _with(self, formula: Formula, added: Sentences = frozenset(), removed: Sentences = frozenset()) -> Self:
        """Return a set of this kind and tree."""
        return type(self)(self.tree, formula, added, removed)

    def selected_by(self, formula: Formula) -> Self:
        """Return the packed sentences of this tree, as this set sees them, for which another formula holds."""
        return self._with(formula)

    # The packed part

    def joint_sizes(self, formulas: Sequence[Formula]) -> Iterator[tuple[Accepting, int, int]]:
        """Yield who generates sentences, their switch points, and how many there are, as ``root_classes`` does."""
        return joint_sizes(self.tree, formulas)

    def _packed_counts_by_switches(self) -> dict[int, int]:
        return select(self.tree, self.formula, OUTER_LANGUAGES).counts_by_switches()

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
