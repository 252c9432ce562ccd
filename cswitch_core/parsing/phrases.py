"""Phrases around nouns, adjectives, adverbs and prepositions."""

from __future__ import annotations

from collections.abc import Sequence

from cswitch_core.parsing.brackets import Phrase, leaf
from cswitch_core.parsing.heads import HeadWord
from cswitch_core.parsing.labels import (
    ALWAYS_BARE,
    BARE_IN_NOUNS,
    BARE_NEGATIONS,
    MARK_TAGS,
    WH_LABELS,
    phrase_label,
)

NOUN_LABELS = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "dative", "appos", "poss"})


class Phrases:
    """A sentence whose words are known by position, the words below each in their order."""

    def __init__(self, words: Sequence[HeadWord]) -> None:
        self.words = words
        self.below: list[list[int]] = [[] for _ in words]
        for place, word in enumerate(words):
            if word.head == place:
                self.root = place
            else:
                self.below[word.head].append(place)

    def label(self, place: int) -> str:
        return self.words[place].label

    def tag(self, place: int) -> str:
        return self.words[place].tag

    def leaf(self, place: int) -> Phrase:
        return leaf(self.tag(place), self.words[place].text)

    def category(self, place: int) -> str:
        """The phrase this word heads; what a sentence says of an adjective or a verb may make it another."""
        category = phrase_label(self.tag(place))
        if category == "ADJP" and self.label(place) in NOUN_LABELS:
            return "NP"
        if category == "VP" and self.label(place) in {"acomp", "amod", "compound", "nmod"}:
            return "ADJP"
        if category == "VP" and self.label(place) == "prep":
            return "PP"
        return "PRT" if self.label(place) == "prt" else category

    def dependent(self, place: int) -> Phrase:
        """The phrase of a word in the place where it depends on another."""
        raise NotImplementedError

    def is_bare(self, place: int) -> bool:
        return not self.below[place] and (
            self.label(place) in ALWAYS_BARE
            or self.tag(place) in MARK_TAGS
            or (self.label(place) == "neg" and self.words[place].text.lower() in BARE_NEGATIONS)
        )

    def simple(self, place: int, children: Sequence[int]) -> Phrase:
        """The phrase of a word that is no verb, over these of the words below it."""
        category = self.category(place)
        if category == "NP":
            return self.noun_phrase(place, children)
        if category == "PP":
            return self.prepositional_phrase(place, children)
        parts = [self.leaf(place) if n == place else self._degree(n, place) for n in sorted((*children, place))]
        return Phrase(category, tuple(parts))

    def _degree(self, place: int, head: int) -> Phrase:
        """An adverb before an adjective or adverb is bare: (ADJP (RB very) (JJ good))."""
        is_degree = place < head and not self.below[place] and self.label(place) in {"advmod", "neg", "npadvmod", "det"}
        return self.leaf(place) if is_degree and self.tag(place)[:1] in "RWD" else self.dependent(place)

    # -- Nouns ----------------------------------------------------------------------

    def noun_phrase(self, place: int, children: Sequence[int]) -> Phrase:
        """Determiners, adjectives and noun make the core; a phrase after them makes an NP over the core."""
        first = next((n for n in children if n > place and not self._is_in_core(n, children)), len(self.words))
        core, after = [n for n in children if n < first], [n for n in children if n >= first]
        parts = [part for n in sorted((*core, place)) for part in self._core_parts(n, place)]
        inner = Phrase("NP", self._counted(parts, place))
        return Phrase("NP", (inner, *map(self.dependent, after))) if after else inner

    def _is_in_core(self, child: int, children: Sequence[int]) -> bool:
        """Small words after the noun, and a clause that completes it (*time to go*) if nothing else does."""
        if self.label(child) in {"case", "nummod", "compound", "cc", "neg", "amod"} and not self.below[child]:
            return True
        others = {self.label(each) for each in children} & {"prep", "relcl", "appos", "conj"}
        return self.label(child) == "acl" and self._is_complement(child) and not others

    def _is_complement(self, child: int) -> bool:
        return any(self.label(each) == "mark" or self.tag(each) == "TO" for each in self.below[child])

    def _core_parts(self, child: int, head: int) -> tuple[Phrase, ...]:
        if child == head or (not self.below[child] and self.label(child) in BARE_IN_NOUNS):
            return (self.leaf(child),)
        if self.label(child) in {"nummod", "quantmod"} and phrase_label(self.tag(child)) == "NP":
            return (Phrase("QP", self._flat(child)),)
        if self.label(child) in {"compound", "nmod", "nn"} and child < head:
            return self._flat(child)
        return (self.dependent(child),)

    def _flat(self, place: int) -> tuple[Phrase, ...]:
        """The word and all below it, side by side."""
        parts: list[Phrase] = []
        for n in sorted((*self.below[place], place)):
            parts += [self.leaf(n)] if n == place else self._flat(n)
        return tuple(parts)

    def _counted(self, parts: Sequence[Phrase], place: int) -> tuple[Phrase, ...]:
        """A number of several words is a QP; of a number that stands alone nothing else is in the phrase."""
        is_number = self.tag(place) == "CD" and {part.label for part in parts} <= {"CD", "RB", "IN", "JJR", "RBR"}
        return (Phrase("QP", tuple(parts)),) if is_number and len(parts) > 1 else tuple(parts)

    # -- Prepositions ---------------------------------------------------------------

    def prepositional_phrase(self, place: int, children: Sequence[int]) -> Phrase:
        """A preposition and its object; *because of* is one preposition of two words."""
        label = "PP" if children or self.label(place) in {"prep", "agent", "dative", "pcomp", "ROOT"} else "ADVP"
        parts = [self.leaf(place) if n == place else self._by_preposition(n, place) for n in sorted((*children, place))]
        return Phrase(label, tuple(parts))

    def _by_preposition(self, child: int, head: int) -> Phrase:
        is_word = not self.below[child] and (self.label(child) in {"pcomp", "fixed"} or child < head)
        return self.leaf(child) if is_word and self.tag(child) in {"IN", "RB"} else self.dependent(child)


def as_wh(phrase: Phrase) -> Phrase | None:
    """Return the phrase as one that asks or relates; None if it begins with no such word.

    >>> str(as_wh(Phrase("NP", (Phrase("WDT", word="which"), Phrase("NN", word="car")))))
    '(WHNP (WDT which) (NN car))'
    """
    if not phrase.parts or phrase.label not in WH_LABELS:
        return None
    if phrase.label == "PP":
        inner = as_wh(phrase.parts[-1])
        return Phrase("WHPP", (*phrase.parts[:-1], inner)) if inner else None
    first = phrase.parts[0]
    if first.word:
        return Phrase(WH_LABELS[phrase.label], phrase.parts) if first.label.startswith("W") else None
    inner = as_wh(first)
    if inner is None:
        return None
    parts = inner.parts if inner.label in {"WHADJP", "WHADVP"} and phrase.label == "NP" else (inner,)
    return Phrase(WH_LABELS[phrase.label], (*parts, *phrase.parts[1:]))
