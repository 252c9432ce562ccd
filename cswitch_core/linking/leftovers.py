"""Leftovers: content words that nothing is known about, linked if both stand alone beside linked neighbours.

They are guesses, and their confidence says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cswitch_core.linking.candidates import is_word
from cswitch_core.linking.competition import Board
from cswitch_core.linking.language import Language
from cswitch_core.linking.language_pair import LanguagePair
from cswitch_core.linking.spelling import folded

BETWEEN_TWO, BESIDE_ONE = 0.6, 0.5
ONLY_TWO = 0.65


def link_leftovers(board: Board, pair: LanguagePair, first: Sequence[str], second: Sequence[str]) -> None:
    """Link leftover words that are each other's only possible counterpart in the neighbourhood."""
    ones = [at for at, word in enumerate(first) if at not in board.firsts and _is_content(pair.first, word)]
    others = [
        at
        for at, word in enumerate(second)
        if at not in board.seconds and _is_content(pair.second, word) and folded(word) not in pair.group_words
    ]
    if len(ones) == len(others) == 1:
        board.add(ones[0], others[0], ONLY_TWO, "left over")
        return
    scored = sorted(((_near(board, one, other), one, other) for one in ones for other in others), reverse=True)
    for score, one, other in scored:
        if score and one not in board.firsts and other not in board.seconds:
            board.add(one, other, score, "left over")


def _is_content(language: Language, word: str) -> bool:
    return is_word(word) and not language.is_function_word(word)


def _near(board: Board, one: int, other: int) -> float:
    """Return how sure it is that two words belong together whose neighbours do."""
    around = sum(_are_neighbours(board, one, other))
    return (0.0, BESIDE_ONE, BETWEEN_TWO)[min(around, 2)]


def _are_neighbours(board: Board, one: int, other: int) -> Iterator[bool]:
    for step in (-2, -1, 1, 2):
        places = board.content.get(one + step, ())
        yield any(0 < abs(place - other) <= 2 for place in places)
