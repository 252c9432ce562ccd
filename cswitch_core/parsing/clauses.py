"""Clauses and verb phrases: one VP for each auxiliary, S over subject and VP, SBAR over what introduces it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cswitch_core.parsing.brackets import Phrase
from cswitch_core.parsing.labels import AUXILIARIES, CLAUSAL, FINITE, SUBJECTS
from cswitch_core.parsing.phrases import Phrases, as_wh

ASKING = frozenset({"?"})
OBJECTS = frozenset({"dobj", "dative"})


@dataclass(frozen=True, slots=True)
class VerbWords:
    """A verb on its way: auxiliaries and verb, subject, and what stands around them, all by position."""

    verbs: list[int]
    subject: int | None
    # Below the verb and before all the verbs, and everything else below it.
    before: list[int]
    rest: list[int]
    marks: list[int] = field(default_factory=list)


class Clauses(Phrases):
    """Clauses over the phrases they are made of."""

    def subjects(self, place: int) -> list[int]:
        return [child for child in self.below[place] if self.label(child) in SUBJECTS]

    def verb_words(self, place: int, children: Sequence[int]) -> VerbWords:
        verbs = [n for n in children if self.label(n) in AUXILIARIES and n < place and not self.below[n]] + [place]
        subjects = [n for n in children if self.label(n) in SUBJECTS]
        before = [n for n in children if n < verbs[0]]
        rest = [n for n in children if n > verbs[0] and n not in verbs]
        marks = [n for n in before if self.label(n) == "mark"]
        return VerbWords(verbs, subjects[0] if subjects else None, before, rest, marks)

    def clause(self, place: int, children: Sequence[int], core: Phrase | None = None) -> Phrase:
        """The clause of a verb over these of the words below it; a VP if nothing stands before its verbs.

        ``core`` is the innermost VP where it is made already (of several verbs).
        """
        found = self.verb_words(place, children)
        if found.subject is not None and found.subject > found.verbs[0]:
            return self._inverted(found, core)
        return self._straight(place, found, core)

    # -- Verb phrases ---------------------------------------------------------------

    def verb_phrase(self, verbs: Sequence[int], rest: Sequence[int], core: Phrase | None) -> Phrase:
        """One VP for each verb, each inside the one before it, with what stands between them."""
        first, *others = verbs
        if not others:
            return core or Phrase("VP", (self.leaf(first), *map(self.dependent, rest)))
        between = [n for n in rest if n < others[0]]
        inner = self.verb_phrase(others, [n for n in rest if n > others[0]], core)
        return Phrase("VP", (self.leaf(first), *map(self.dependent, between), inner))

    # -- Clauses --------------------------------------------------------------------

    def _straight(self, place: int, found: VerbWords, core: Phrase | None) -> Phrase:
        inner = self.verb_phrase(found.verbs, found.rest, core)
        start = self._introduction(found)
        introduced, before, leaning = found.before[:start], *self._around_object(found.before[start:])
        if leaning:
            inner = Phrase("VP", (*map(self.dependent, leaning), *inner.parts))
        clause = Phrase("S", (*map(self.dependent, before), inner))
        if introduced:
            return self._introduced(place, introduced, clause)
        return clause if before else inner

    def _around_object(self, before: list[int]) -> tuple[list[int], list[int]]:
        """What stands before an object between subject and verb (*Pierre m'a vu*), and what is in the VP with it."""
        subject = next((number for number, n in enumerate(before) if self.label(n) in SUBJECTS), len(before))
        first = next((k for k in range(subject, len(before)) if self.label(before[k]) in OBJECTS), len(before))
        return before[:first], before[first:]

    def _introduction(self, found: VerbWords) -> int:
        """How many of the words before the verbs stand before the clause: up to `that` or the word that asks."""
        last = 0
        for number, child in enumerate(found.before):
            if child in found.marks or as_wh(self.dependent(child)):
                last = number + 1
        return last

    def _introduced(self, place: int, introduced: Sequence[int], clause: Phrase) -> Phrase:
        """An SBAR, or an SBARQ at the root; what stands before the introducing word is of neither."""
        phrases = [self.dependent(child) for child in introduced]
        first = next(n for n, child in enumerate(introduced) if self.label(child) == "mark" or as_wh(phrases[n]))
        opening = [as_wh(phrase) or phrase for phrase in phrases[first:]]
        is_question = place == self.root and self.label(introduced[-1]) != "mark"
        if is_question:
            clause = Phrase("SQ", clause.parts) if clause.label == "S" else clause
        whole = Phrase("SBARQ" if is_question else "SBAR", (*opening, clause))
        return Phrase(whole.label, (*phrases[:first], *whole.parts)) if first else whole

    def _inverted(self, found: VerbWords, core: Phrase | None) -> Phrase:
        """The subject after the first verb: a question, or `said Ravi`."""
        place = found.verbs[-1]
        start = self._introduction(found)
        introduced, before = found.before[:start], [self.dependent(n) for n in found.before[start:]]
        label = self._inverted_label(place, introduced)
        inner = self._inverted_parts(found, core, label)
        if introduced:
            return self._introduced(place, introduced, Phrase("SQ", (*before, *inner)))
        return Phrase(label, (*before, *inner))

    def _inverted_label(self, place: int, introduced: Sequence[int]) -> str:
        ends = [self.words[n].text for n in self.below[self.root] if self.tag(n) == "."]
        is_statement = not introduced and (self.label(place) == "ROOT" and ends and ends[-1] not in ASKING)
        return "SINV" if is_statement else "SQ"

    def _inverted_parts(self, found: VerbWords, core: Phrase | None, label: str) -> tuple[Phrase, ...]:
        first, *others = found.verbs
        subject = found.subject or 0
        if not others:
            own = core or self.leaf(first)
            verb = Phrase("VP", (own,)) if label == "SINV" else own
            return (verb, *map(self.dependent, found.rest))
        between = [n for n in found.rest if n < others[0]]
        after = [n for n in found.rest if n > others[0]]
        if subject > others[0]:
            return (self.verb_phrase(found.verbs, found.rest, core),)
        return (self.leaf(first), *map(self.dependent, between), self.verb_phrase(others, after, core))

    # -- In its place ---------------------------------------------------------------

    def placed(self, place: int, phrase: Phrase) -> Phrase:
        """A clause where it depends on something: S over a VP without subject, SBAR over a finite clause."""
        label = self.label(place)
        if label == "relcl":
            return self._relative(phrase)
        if label == "acl":
            is_infinitive = any(self.tag(n) == "TO" for n in self.below[place])
            return Phrase("S", (phrase,)) if is_infinitive and phrase.label == "VP" else phrase
        if phrase.label == "VP" and label in CLAUSAL:
            return Phrase("S", (phrase,))
        is_reported = label == "ccomp" and phrase.label == "S" and place > self.words[place].head
        if is_reported and self.is_finite(place) and not self.is_quoted(place):
            return Phrase("SBAR", (phrase,))
        return phrase

    def _relative(self, phrase: Phrase) -> Phrase:
        if phrase.label == "VP":
            phrase = Phrase("S", (phrase,))
        return Phrase("SBAR", (phrase,)) if phrase.label == "S" else phrase

    def is_finite(self, place: int) -> bool:
        verbs = [n for n in self.below[place] if self.label(n) in AUXILIARIES] or [place]
        return self.tag(verbs[0]) in FINITE

    def is_quoted(self, place: int) -> bool:
        first = min(self.span(place))
        return (first > 0 and self.tag(first - 1) == "``") or self.tag(first) == "``"

    def span(self, place: int) -> list[int]:
        return [place, *(n for child in self.below[place] for n in self.span(child))]
