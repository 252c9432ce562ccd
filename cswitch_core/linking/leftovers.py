"""Leftovers: content words that nothing is known about, linked if both stand alone beside linked neighbours.

They are guesses, and their confidence says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cswitch_core.linking.candidates import is_word
from cswitch_core.linking.competition import Board
from cswitch_core.linking.language import Language
from cswitch_core.linking.language_pair import LanguagePair
from cswitch_core.linking.spelling import folded
from cswitch_core.pairs import Link

ONLY_TWO = 0.65
# How many words away from linked words, on both sides together, and how sure that is.
REACHES = ((2, 0.6), (3, 0.5))
STEPS = (-2, -1, 1, 2)
FAR = 9


def link_leftovers(board: Board, pair: LanguagePair, first: Sequence[str], second: Sequence[str]) -> None:
    """Link leftover words that are each other's only possible counterpart in the neighbourhood."""
    ones = [at for at in _leftover(pair.first, first, pair.not_alike) if at not in board.firsts]
    others = [at for at in _leftover(pair.second, second, pair.not_alike | pair.group_words) if at not in board.seconds]
    if len(ones) == len(others) == 1:
        board.add(ones[0], others[0], ONLY_TWO, "left over")
        return
    for reach, confidence in REACHES:
        couples = [(one, other) for one in ones for other in others if _away(board, one, other) <= reach]
        for one, other in _sole(couples):
            if one not in board.firsts and other not in board.seconds:
                board.add(one, other, confidence, "left over")


def _leftover(language: Language, sentence: Sequence[str], never: frozenset[str]) -> Iterator[int]:
    for at, word in enumerate(sentence):
        if is_word(word) and not language.is_function_word(word) and folded(word) not in never:
            yield at


def _sole(couples: Sequence[Link]) -> list[Link]:
    """Return the couples whose words stand in no other couple."""
    ones, others = Counter(one for one, _ in couples), Counter(other for _, other in couples)
    return [(one, other) for one, other in couples if ones[one] == others[other] == 1]


def _away(board: Board, one: int, other: int) -> int:
    """Return how many words two words are away from the nearest two that are linked, added up."""
    places = ((step, place) for step in STEPS for place in board.content.get(one + step, ()))
    return min((abs(step) + abs(place - other) for step, place in places), default=FAR)
