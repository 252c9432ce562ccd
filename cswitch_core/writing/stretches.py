"""A written sentence in stretches of one language, each with its direction: what a page needs to show it rightly.

The sentence as a whole runs in the direction of its frame, whichever word it begins with.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

Direction = Literal["ltr", "rtl"]
Tokens = Sequence[Sequence[str | None]]


class Stretch(NamedTuple):
    """Neighbouring words of one language with what is between them; without language, what is between stretches."""

    text: str
    language: str | None
    direction: Direction


def direction(tokens: Tokens) -> Direction:
    """Return the direction of a whole sentence: that of the language of most words, or in a tie of the last.

    >>> direction([["Ali", "en"], ["ذهب", "ar"], ["اليوم", "ar"], [".", None]])
    'rtl'
    >>> direction([["…", None]])
    'ltr'
    """
    words = [(str(word), language) for word, language in tokens if language]
    counts = Counter[str | None]()
    for word, language in words:
        counts[language] += len(word.split())
    most = max(counts.values(), default=0)
    frame = next((language for _, language in reversed(words) if counts[language] == most), None)
    return direction_of(word for word, language in words if language == frame)


def direction_of(words: Iterable[str]) -> Direction:
    """Return the direction of the first letter that has one.

    >>> direction_of(["2017", "שלום"]), direction_of(["नमस्ते"])
    ('rtl', 'ltr')
    """
    classes = (unicodedata.bidirectional(sign) for word in words for sign in word)
    return "rtl" if next((each for each in classes if each in ("L", "R", "AL")), "L") != "L" else "ltr"


def stretches(text: str, tokens: Tokens) -> list[Stretch]:
    """Cut a text into stretches; put together they are the text.

    >>> tokens = [["Ali", "en"], ["ذهب", "ar"], [",", None], ["قال", "ar"], [".", None]]
    >>> for stretch in stretches("Ali ذهب, قال.", tokens):
    ...     print(*map(repr, stretch))
    'Ali' 'en' 'ltr'
    ' ' None 'rtl'
    'ذهب, قال' 'ar' 'rtl'
    '.' None 'rtl'
    """
    whole, found, between, rest = direction(tokens), list[Stretch](), "", text
    for token, language in tokens:
        gap, word, rest = rest.partition(str(token))
        between += gap
        if not language:
            between += word
        elif found and found[-1].language == language:
            found[-1] = found[-1]._replace(text=found[-1].text + between + word)
            between = ""
        else:
            found += [Stretch(between, None, whole)] if between else []
            found.append(Stretch(word, language, direction_of([word])))
            between = ""
    between += rest
    return [*found, Stretch(between, None, whole)] if between else found
