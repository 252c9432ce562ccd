"""Candidates: words of the two sentences that may be linked, each with how sure it is and why.

A candidate may be a phrase; then all words of one side go with all of the other. Candidates come from the word lists,
from what was learnt, and from words that are the same, look alike or sound alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cswitch_core.linking.language_pair import LanguagePair
from cswitch_core.linking.phrase_book import Found, Places
from cswitch_core.linking.spelling import folded, likeness, sound_likeness

# How sure a link is of which nothing is known but where it comes from.
FUNCTION_WORD, WORD, OWN_WORD, SAME, MARK = 0.93, 0.97, 0.98, 0.97, 0.99
UNSURE_WORD = 0.62
FULL_STOPS = frozenset(".।。॥")
OPENING = frozenset("¿¡")


@dataclass(frozen=True, slots=True)
class Candidate:
    """Places in both sentences. Function words are linked after the others."""

    first: Places
    second: Places
    score: float
    reason: str
    is_function: bool = False

    @property
    def is_phrase(self) -> bool:
        return len(self.first) + len(self.second) > 2


def listed(found: Found, *, own: bool) -> Candidate:
    """Return the candidate of an entry: of the researcher's list or of the language pair's."""
    entry = found.entry
    base = OWN_WORD if own else UNSURE_WORD if entry.is_unsure else FUNCTION_WORD if entry.is_function else WORD
    reason = "your word list" if own else "function word" if entry.is_function else "word list"
    return Candidate(found.first, found.second, base * found.sureness, reason, entry.is_function)


def alike(pair: LanguagePair, first: Sequence[str], second: Sequence[str]) -> Iterator[Candidate]:
    """Words that are the same, look alike or sound alike, but for those that only seem so."""
    ones = [(place, word) for place, word in enumerate(first) if folded(word) not in pair.not_alike]
    others = [(place, word) for place, word in enumerate(second) if folded(word) not in pair.not_alike]
    for one, word in ones:
        for other, counterpart in others:
            score, reason = _likeness(pair, word, counterpart)
            if score:
                yield Candidate((one,), (other,), score, reason)


def _likeness(pair: LanguagePair, first: str, second: str) -> tuple[float, str]:
    if not is_word(first) or not is_word(second):
        return (MARK, "same mark") if _is_same_mark(first, second) else (0.0, "")
    if folded(first) == folded(second):
        return SAME, "same word"
    if pair.first.is_function_word(first) or pair.second.is_function_word(second):
        return 0.0, ""
    one, other = pair.first.typed(first), pair.second.typed(second)
    letters = SAME if one == other else 0.9 * likeness(one, other)
    sounds = 0.9 * sound_likeness(one, other)
    return (letters, "similar spelling") if letters >= sounds else (sounds, "similar sound")


def is_word(token: str) -> bool:
    return any(letter.isalnum() for letter in token)


def _is_same_mark(first: str, second: str) -> bool:
    return first == second or (first in FULL_STOPS and second in FULL_STOPS)
