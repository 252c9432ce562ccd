"""The spaces of an original text, where a pair brings it along: which of its tokens stand apart, and by what."""

from __future__ import annotations

import re
from collections.abc import Sequence

QUOTES = ("''", "``", '"', "“", "”", "„", "«", "»")
_SPACE = re.compile(r"\s*")


def spaces_in(tokens: Sequence[str], text: str) -> tuple[str, ...] | None:
    """Return the white space before each token and after the last; None if the text is not known.

    >>> spaces_in(["I", "can", "not", "."], "I cannot.")
    ('', ' ', '', '', '')
    >>> spaces_in(["I"], "") is None
    True
    """
    return _spelt(tokens, text)[0] if text else None


def misspelt(tokens: Sequence[str], text: str) -> str:
    """Return the first token that the text does not have where it should, or what the text has left over.

    >>> misspelt(["I", "can", "not"], "I can nut"), misspelt(["I"], "I can"), misspelt(["I"], " I ")
    ('not', 'can', '')
    """
    return _spelt(tokens, text)[1]


def _spelt(tokens: Sequence[str], text: str) -> tuple[tuple[str, ...] | None, str]:
    spaces: list[str] = []
    place = 0
    for token in tokens:
        space = _space_at(text, place)
        place += len(space)
        length = _length_at(text, place, token)
        if not length:
            return None, token
        spaces.append(space)
        place += length
    rest = text[place:].strip()
    return (None, rest) if rest else ((*_without_ends(spaces), ""), "")


def _without_ends(spaces: list[str]) -> list[str]:
    return ["", *(" " if space.strip(" ") == "" and space else space for space in spaces[1:])]


def _space_at(text: str, place: int) -> str:
    found = _SPACE.match(text, place)
    return found.group() if found else ""


def _length_at(text: str, place: int, token: str) -> int:
    """Return how much of the text the token takes up; quotes are written in many ways."""
    if text.startswith(token, place):
        return len(token)
    if token in QUOTES:
        return next((len(quote) for quote in QUOTES if text.startswith(quote, place)), 0)
    return 0
