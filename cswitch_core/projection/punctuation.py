"""Punctuation: taken out of both sentences before projection, and kept beside the words it belongs to.

Punctuation neither switches nor blocks a switch. Each realised word brings along the marks that follow it in its own
sentence, and the opening marks that precede it. The marks that close the sentence belong to no word: a generated
sentence ends in those of its last word's language, or, where that language's sentence has none, in the other's. Closing
quotes and parentheses cling to the last word all the same where they come before the closing mark (``he left ) .``).

A token is punctuation if all its characters are Unicode punctuation. Not so: marks that are read aloud (``%``,
``&``), and an apostrophe tagged as a possessive. A vertical bar is the danda of romanised Hindi. Of two straight
quotes the first opens and the second closes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

SPOKEN_MARKS = frozenset("%&#@*§‰/\\")
SPOKEN_TAGS = frozenset({"POS", "CC"})
STRAIGHT_QUOTES = frozenset({'"', "'"})
DANDAS = frozenset("|")
INVERTED_MARKS = frozenset("¿¡")

Marks = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Punctuated:
    """A sentence taken apart: the positions of its words, the marks that cling to each, and those that close it."""

    words: tuple[int, ...]
    before: dict[int, Marks]
    after: dict[int, Marks]
    final: Marks


def is_punctuation(token: str, tag: str = "") -> bool:
    """Tell whether this token is no word.

    >>> [is_punctuation(token) for token in (".", "...", "।", "؟", "|", "%", "'s", "$")]
    [True, True, True, True, True, False, False, False]
    >>> is_punctuation("'", tag="POS")
    False
    """
    return tag not in SPOKEN_TAGS and all(_is_mark(character) for character in token)


def split_marks(written: str) -> list[str]:
    """Return a word as it is written in its parts: the marks before it, the word, the marks after it.

    >>> split_marks("“and/or...”,"), split_marks("o'clock"), split_marks("?!")
    (['“', 'and/or', '...', '”', ','], ["o'clock"], ['?', '!'])
    """
    start, stop = 0, len(written)
    while start < stop and _is_mark(written[start]):
        start += 1
    while stop > start and _is_mark(written[stop - 1]):
        stop -= 1
    return [*_runs(written[:start]), *filter(None, [written[start:stop]]), *_runs(written[stop:])]


def _runs(marks: str) -> list[str]:
    return ["".join(run) for _mark, run in groupby(marks)]


def word_positions(tokens: Sequence[str], tags: Sequence[str] = ()) -> tuple[int, ...]:
    """Return where the words stand among the tokens.

    >>> word_positions(["“", "Go", "”", ",", "he", "said", "."])
    (1, 4, 5)
    """
    # Most tokens begin with a letter or a digit, which settles it.
    return tuple(
        [
            position
            for position, token in enumerate(tokens)
            if token[:1].isalnum() or not is_punctuation(token, tags[position] if tags else "")
        ]
    )


def take_apart(tokens: Sequence[str], tags: Sequence[str] = ()) -> Punctuated:
    """Separate words from punctuation.

    >>> take_apart(["“", "Go", "”", ",", "he", "said", "."])
    Punctuated(words=(1, 4, 5), before={1: ('“',)}, after={1: ('”', ',')}, final=('.',))
    """
    words = word_positions(tokens, tags)
    is_mark = [True] * len(tokens)
    for position in words:
        is_mark[position] = False
    roles = _roles(tokens, is_mark)
    before: dict[int, Marks] = {}
    after: dict[int, Marks] = {}
    if not words:
        return Punctuated(words, before, after, tuple(tokens))
    _cling(words[0], before, tokens[: words[0]])
    for word, following in pairwise(words):
        gap = range(word + 1, following)
        _cling(word, after, [tokens[position] for position in gap if roles[position] != "opens"])
        _cling(following, before, [tokens[position] for position in gap if roles[position] == "opens"])
    end = words[-1] + 1
    while end < len(tokens) and roles[end] == "closes":
        end += 1
    _cling(words[-1], after, tokens[words[-1] + 1 : end])
    return Punctuated(words, before, after, tuple(tokens[end:]))


def _is_mark(character: str) -> bool:
    if character in SPOKEN_MARKS:
        return False
    return character in DANDAS or unicodedata.category(character).startswith("P")


def _roles(tokens: Sequence[str], is_mark: Sequence[bool]) -> list[str]:
    """Say of each token whether it opens, closes or merely follows."""
    open_quotes: set[str] = set()
    roles = []
    for token, mark in zip(tokens, is_mark, strict=True):
        roles.append(_role(token, open_quotes) if mark else "word")
        if mark and token in STRAIGHT_QUOTES:
            open_quotes ^= {token}
    return roles


def _role(token: str, open_quotes: set[str]) -> str:
    if token in STRAIGHT_QUOTES:
        return "closes" if token in open_quotes else "opens"
    categories = {unicodedata.category(character) for character in token}
    if categories <= {"Ps", "Pi"} or set(token) <= INVERTED_MARKS:
        return "opens"
    return "closes" if categories <= {"Pe", "Pf"} else "follows"


def _cling(word: int, marks: dict[int, Marks], added: Sequence[str]) -> None:
    if added:
        marks[word] = tuple(added)
