"""What people see of a set of sentences: each text once, whatever words of the pair it can be read as.

Two sentences *read alike* if they show the same words in the same order, capitals and punctuation aside. There are two
ways to come to that, and each is dealt with where it costs least:

1. A slot's words look alike in both languages (``phone``, names). In the tree *as it is seen* such a slot has one word,
   with the states of both languages; the packed set of that tree is exact at any size. The word's language cannot be
   seen: when a sentence is written it takes that of the nearest word before it that tells its language, else after it,
   else L1. So texts that differ in nothing else have one key, whatever model they come from.
2. The same word stands in different slots (``the ... the``). The packed set is then read as an automaton on words
   (``sets.distinct``), which counts texts exactly, and numbers them where some have several readings. Where that takes
   too much work, ``is_exact`` is False: the count is then at most so many, and a list may show a text again where
   it comes to another reading. Samples never hold two sentences that read alike, but a text with several readings is
   likelier to be drawn.

A word that both languages of the pair have, in whichever slots, is *neutral*: it does not tell its language. A text is
mixed if it shows a telling word of each language, and its switch points are those between telling words. Both depend
on the text alone, not on how it is read; and a text is in a model's set if any of its readings is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import chain, combinations, pairwise
from random import Random
from typing import Self

from cswitch_core.grammar import Grammar
from cswitch_core.sentences import Sentence, Step, Steps
from cswitch_core.sets import Sentences, SentenceSet
from cswitch_core.sets.distinct import Distinct, Labels, TooDear, Vocabulary
from cswitch_core.sets.formulas import Accepting, Formula, any_of
from cswitch_core.sets.root_classes import RootClasses, compile_formula
from cswitch_core.sets.tracking import OUTER_LANGUAGES, Tracking
from cswitch_core.shared_tree import L1, L2, LANGUAGES, SharedTree, Slot
from cswitch_core.typed_text import TypedText, Words, read_sentence, words_in

TRIES_FOR_EACH = 20


class SeenTree:
    """A tree as it is seen: which words look alike, and which do not tell their language."""

    def __init__(self, tree: SharedTree) -> None:
        self.plain = tree
        self.spelled: dict[Step, Words] = {
            (number, language): visible_words(slot, language)
            for number, slot in enumerate(tree.slots)
            for language in LANGUAGES
            if not slot.is_null(language)
        }
        own = [
            {word for step, words in self.spelled.items() if step[1] == each for word in words} for each in LANGUAGES
        ]
        shared = own[L1] & own[L2]
        self.telling = {word: each for each in LANGUAGES for word in own[each] - shared}
        self.neutral = {step for step, words in self.spelled.items() if shared.issuperset(words)}
        self.tree = tree
        if self.neutral:
            self.tree = replace(tree, slots=tuple(self._slot(number, slot) for number, slot in enumerate(tree.slots)))
        self.has_alike_words = any(slot.is_alike for slot in self.tree.slots)
        self.vocabulary = Vocabulary(tree, self.spelled.__getitem__)

    def _slot(self, number: int, slot: Slot) -> Slot:
        neutral = ((number, L1) in self.neutral, (number, L2) in self.neutral)
        is_alike = all(neutral) and self.spelled[number, L1] == self.spelled[number, L2]
        return replace(slot, is_alike=is_alike, is_neutral=neutral)

    def words(self, sentence: Sentence) -> Words:
        """Return the words that a sentence shows."""
        if sentence.foreign:
            return words_in(sentence.foreign)
        return tuple(word for step in sentence.steps for word in self.spelled[step])

    def switch_points(self, words: Words) -> int:
        """Return the switch points between the words that tell their language."""
        languages = [self.telling[word] for word in words if word in self.telling]
        return sum(before != after for before, after in pairwise(languages))

    def settled(self, steps: Steps) -> Steps:
        """Return the steps with each word that looks alike in the language of the nearest word that tells its own."""
        if not self.has_alike_words:
            return steps
        language = next((step[1] for step in steps if step not in self.neutral), L1)
        settled: list[Step] = []
        for step in steps:
            language = language if step in self.neutral else step[1]
            settled.append((step[0], language) if self.tree.slots[step[0]].is_alike else step)
        return tuple(settled)


def seen_tree_of(tree: SharedTree) -> SeenTree:
    """Return the tree as it is seen, made once."""
    found: SeenTree | None = tree.__dict__.get("_seen")
    if found is None:
        found = tree.__dict__["_seen"] = SeenTree(tree)
    return found


def visible_words(slot: Slot, language: int) -> Words:
    """Return the words of a slot as they are compared: without capitals and punctuation."""
    return words_in(slot.words[language])


class SeenClasses:
    """The distinct texts of a formula's sentences, numbered from 0."""

    def __init__(self, seen: SeenTree, formula: Formula, tracking: Tracking | None = None) -> None:
        self.seen, self.formula = seen, formula
        self.compiled = compile_formula(seen.tree, formula, tracking)
        roots = [each.ref for each in self.compiled.classes if formula.holds(each.accepting, each.switches)]
        self.packed = RootClasses(self.compiled.packed, self.compiled.forest, roots)

    @cached_property
    def labels(self) -> list[tuple[Accepting, int]]:
        """Classes that the same models generate, with as many switch points, have one label."""
        return list(dict.fromkeys((each.accepting, each.switches) for each in self.compiled.classes))

    @property
    def distinct(self) -> Distinct | None:
        """The automaton on words, where some texts have several readings and it is not too dear."""
        return self._told_apart[0]

    @property
    def is_exact(self) -> bool:
        return self._told_apart[1]

    @cached_property
    def _told_apart(self) -> tuple[Distinct | None, bool]:
        """The automaton on words, where it is needed, and whether all texts are told apart."""
        if not self.seen.vocabulary.repeats:
            return None, True
        numbers = {label: number for number, label in enumerate(self.labels) if self._may_count(*label)}
        labelled = [(numbers.get((each.accepting, each.switches)), each.ref) for each in self.compiled.classes]
        roots = [(number, ref) for number, ref in labelled if number is not None]
        try:
            distinct = Distinct(self.compiled.forest, self.seen.vocabulary, roots, cache(self._is_wanted))
        except TooDear:
            return None, False
        sentence_count = sum(self.compiled.forest.count(ref) for _, ref in roots)
        return (distinct if sum(distinct.sizes.values()) < sentence_count else None), True

    def _may_count(self, accepting: Accepting, switches: int) -> bool:
        """Say whether the formula can hold of a text with so many switch points that these models generate."""
        others = [grammar for grammar in self.formula.grammars() if grammar not in accepting]
        more = chain.from_iterable(combinations(others, size) for size in range(len(others) + 1))
        return bool(accepting) and any(self.formula.holds(accepting.union(each), switches) for each in more)

    def _is_wanted(self, labels: Labels) -> bool:
        return self.formula.holds(*self._together(labels))

    def _together(self, labels: Labels) -> tuple[Accepting, int]:
        """Return who generates a text that can be read in these ways; they have the same switch points."""
        found = [self.labels[label] for label in labels]
        return frozenset[Grammar]().union(*(accepting for accepting, _ in found)), found[0][1]

    def sizes(self) -> Iterator[tuple[Accepting, int, int]]:
        """Yield who generates a text, its switch points as far as they are told apart, and how many such there are."""
        if self.distinct is not None:
            for labels, size in self.distinct.sizes.items():
                yield *self._together(labels), size
        else:
            for ref, accepting, switches in self.compiled.classes:
                yield accepting, switches, self.compiled.forest.count(ref)

    # What a set asks of its packed part

    @cached_property
    def count(self) -> int:
        return self.packed.count if self.distinct is None else self.distinct.count

    def kth(self, k: int) -> Steps:
        return self.seen.settled(self.packed.kth(k)) if self.distinct is None else next(self.slice(k, k + 1))

    def slice(self, start: int, stop: int) -> Iterator[Steps]:
        found = self.packed if self.distinct is None else self.distinct
        steps = found.slice(start, stop)
        return map(self.seen.settled, steps) if self.seen.has_alike_words else steps

    def rank(self, steps: Steps) -> int | None:
        if self.distinct is None:
            return self.packed.rank(steps)
        words = self.seen.vocabulary.read(word for step in steps for word in self.seen.spelled.get(step, ("",)))
        return None if words is None else self.distinct.rank(words)

    def shows(self, words: Words) -> bool:
        """Say whether a text with these words is among them, by a chart over all its readings."""
        classes = TypedText(self.seen.tree, " ".join(words)).classes(self.compiled.packed)
        found = [each.accepting for each in self.compiled.classes if each.ref[1] in classes]
        return self.formula.holds(frozenset[Grammar]().union(*found), self.seen.switch_points(words))


class SeenSet(SentenceSet):
    """The texts of a set of sentences, each once and shown by one of its readings.

    Whatever a set of sentences can be asked, this answers for texts: a sentence, or a text, is in it if it reads as
    one of them does, and operations are those on sets of texts.
    """

    def __init__(
        self,
        tree: SharedTree,
        formula: Formula,
        added: Sentences = frozenset(),
        removed: Sentences = frozenset(),
        seen: SeenTree | None = None,
    ) -> None:
        super().__init__(tree, formula, added, removed)
        self.seen = seen or seen_tree_of(tree)

    @property
    def is_exact(self) -> bool:
        """Whether the count is exact; otherwise there are at most so many."""
        return self._chosen.is_exact

    @property
    def packed(self) -> RootClasses:
        """The sentences behind the texts, words that look alike being one: a text may be there in several readings."""
        return self._chosen.packed

    # Listing

    def texts(self) -> Iterator[str]:
        if self._chosen.distinct is not None or self.seen.has_alike_words:
            return (sentence.text for sentence in self)
        return SentenceSet(self.tree, self.formula, frozenset(self.added), self.removed).texts()

    def sample(self, size: int, rng: Random) -> list[Sentence]:
        """Draw so many texts, no two of them alike and every choice equally likely if the set is exact."""
        if self.is_exact:
            return super().sample(size, rng)
        drawn: dict[Words, Sentence] = {}
        for _ in range(TRIES_FOR_EACH * size):
            sentence = self.kth(rng.randrange(self.count))
            drawn.setdefault(self.seen.words(sentence), sentence)
            if len(drawn) == size:
                break
        return list(drawn.values())

    def varied(self, size: int, rng: Random) -> list[Sentence]:
        """Return texts that show what there is: drawn at random, fewest switch points first.

        A plain slice of a large set shows near-copies that differ in their last words.
        """
        return sorted(self.sample(size, rng), key=self.switch_points)

    # Membership

    def __contains__(self, sentence: object) -> bool:
        """Say whether a sentence, or a text, reads as one of these."""
        if isinstance(sentence, str):
            return self._shows(TypedText(self.tree, sentence).words)
        return isinstance(sentence, Sentence) and self._shows(self.seen.words(sentence))

    def _shows(self, words: Words) -> bool:
        if any(self.seen.words(each) == words for each in self.removed):
            return False
        return any(self.seen.words(each) == words for each in self.added) or self._chosen.shows(words)

    def index(self, sentence: Sentence) -> int | None:
        """Return the number of the text that reads as the sentence does, or None if there is none."""
        if sentence not in self:
            return None
        words = self.seen.words(sentence)
        same = next((each for each in self.added if self.seen.words(each) == words), sentence)
        number = super().index(same)
        if number is None:  # the set has the text in another reading
            found = (super(SeenSet, self).index(reading) for reading in read_sentence(self.tree, sentence.text))
            number = next((each for each in found if each is not None), None)
        return number

    # Sets from sets

    def switch_points(self, sentence: Sentence) -> int:
        """Return how many switch points are seen: those between words that tell their language."""
        return self.seen.switch_points(self.seen.words(sentence))

    def corrected(self, listed: Sentences, is_wanted: Callable[[Sentence], bool]) -> Self:
        ordered = sorted(listed, key=lambda sentence: (sentence.steps, sentence.foreign), reverse=True)
        each_once = {self.seen.words(sentence): sentence for sentence in ordered}
        return super().corrected(frozenset(each_once.values()), is_wanted)

    def _with(self, formula: Formula, added: Sentences = frozenset(), removed: Sentences = frozenset()) -> Self:
        return type(self)(self.tree, formula, added, removed, self.seen)

    # The packed part

    @cached_property
    def _chosen(self) -> SeenClasses:  # type: ignore[override]
        return SeenClasses(self.seen, self.formula)

    def joint_sizes(self, formulas: Sequence[Formula]) -> Iterator[tuple[Accepting, int, int]]:
        return SeenClasses(self.seen, any_of(formulas)).sizes()

    def _packed_counts_by_switches(self) -> dict[int, int]:
        counts: dict[int, int] = {}
        for accepting, switches, size in SeenClasses(self.seen, self.formula, OUTER_LANGUAGES).sizes():
            if self.formula.holds(accepting, switches):
                counts[switches] = counts.get(switches, 0) + size
        return counts


def as_seen(sentences: SentenceSet) -> SeenSet:
    """Return the texts of a set of sentences.

    >>> from cswitch_core import model, pair_from_json, project
    >>> pair = pair_from_json({
    ...     "id": "h1",
    ...     "l1": {"lang": "en", "tree": "(S (NP (PRP I)) (VP (VBD bought) (NP (DT a) (NN phone))))"},
    ...     "l2": {"lang": "hi", "tokens": ["Maine", "phone", "kharida"]},
    ...     "alignment": "0-0 1-2 3-1",
    ... })
    >>> sentences = model("EC0").sentences(project(pair))
    >>> texts = as_seen(sentences)
    >>> sentences.count, texts.count, texts.is_exact, "I bought a phone" in texts.mixed()
    (11, 7, True, False)
    """
    if isinstance(sentences, SeenSet):
        return sentences

    def is_wanted(sentence: Sentence) -> bool:
        readings = [] if sentence.foreign else read_sentence(sentences.tree, sentence.text)
        return sentence in sentences or any(reading in sentences for reading in readings)

    listed = sentences.removed.union(sentences.added)
    return SeenSet(sentences.tree, sentences.formula).corrected(listed, is_wanted)
