"""The spaces between words and marks, where the original text does not tell."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from cswitch_core.shared_tree import Mark
from cswitch_core.writing.languages import habits

SPACELESS_SCRIPTS = (
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "KATAKANA-HIRAGANA",
    "THAI",
    "LAO",
    "KHMER",
    "MYANMAR",
    "IDEOGRAPHIC",
)


@lru_cache(maxsize=4096)
def is_spaceless(sign: str) -> bool:
    """Tell whether this character is of a script that puts no spaces between words.

    >>> [is_spaceless(sign) for sign in "我がไa한"]
    [True, True, True, False, False]
    """
    return sign > "\u0e00" and unicodedata.name(sign, "").partition(" ")[0] in SPACELESS_SCRIPTS


def between_words(left: str, right: str, language: str, between: str) -> str:
    """Return what goes between two words without a mark; ``language`` is the second word's.

    >>> between_words("John", "'s", "en", ""), between_words("书", "好", "zh", "")
    ('', '')
    >>> between_words("书", "new", "en", " ")
    ' '
    """
    if habits(language).is_enclitic(right.partition(" ")[0]):
        return ""
    spaceless = is_spaceless(left[-1]) + is_spaceless(right[0])
    return {0: " ", 1: between, 2: ""}[spaceless]


def between_parts(left: str, right: str, language: str) -> str:
    """Return what goes between two tokens of one unit.

    >>> between_parts("do", "n't", "en"), between_parts("j'", "aime", "fr"), between_parts("garam", "karo", "hi")
    ('', '', ' ')
    """
    own = habits(language)
    if own.is_bound(left, right) or own.is_proclitic(left) or is_hyphen(left) or is_hyphen(right):
        return ""
    return between_words(left, right, language, "")


def set_in_print(left: str, marks: Sequence[Mark], right: str) -> str:
    """Return the marks between two words with the spaces around them; an empty text is an end of the sentence.

    >>> set_in_print("he", [Mark(","), Mark("“", "opens")], "go"), set_in_print("so", [Mark("–", "apart")], "it")
    (', “', ' – ')
    """
    text, before = "", Mark(left, "follows")
    for mark in marks:
        text += _space(before, mark) + mark.text
        before = mark
    return text + _space(before, Mark(right, "apart"))


def _space(before: Mark, mark: Mark) -> str:
    """Return what goes between a mark and the next; a word before one counts as following, one after it as apart."""
    if not (before.text and mark.text):
        return ""
    if before.role in ("opens", "binds") or mark.role in ("follows", "closes", "binds"):
        return ""
    dense = is_spaceless(before.text[-1]) + is_spaceless(mark.text[0])
    return "" if dense == 2 or is_wide(before.text[-1]) or is_wide(mark.text[0]) else " "


def is_wide(sign: str) -> bool:
    """Tell whether this is a full-width mark, which brings its own space.

    >>> [is_wide(sign) for sign in "。，（.—"]
    [True, True, True, False, False]
    """
    return unicodedata.east_asian_width(sign) in "WF" and unicodedata.category(sign).startswith("P")


def is_hyphen(token: str) -> bool:
    return token in ("-", "‐", "‑")


def is_dash(token: str) -> bool:
    """Tell whether all of the mark is dashes.

    >>> is_dash("--"), is_dash("—"), is_dash(",")
    (True, True, False)
    """
    return all(unicodedata.category(sign) == "Pd" for sign in token)


def as_given(marks: Iterable[Mark], spaces: Sequence[str]) -> str:
    """Return the marks with the spaces of the original text.

    >>> as_given([Mark("!")], [" ", ""])
    ' !'
    """
    return spaces[0] + "".join(mark.text + space for mark, space in zip(marks, spaces[1:], strict=True))
