"""What speaks against a row before anything is proposed for it; each problem says what would be right.

Some rows cannot be used. Others look wrong and may yet be right (*doubts*): whoever knows better can keep them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from cswitch_core.languages import are_swapped, doubt
from cswitch_core.pairs import Problem
from cswitch_core.readers.plain import PlainRow
from cswitch_core.readers.plain.encodings import UNREADABLE
from cswitch_core.shared_tree import LANGUAGES, Both, Language
from cswitch_core.wording import counted
from cswitch_core.writing.stretches import direction_of

MOST_WORDS = 200
"""More than a judge will read; a text of several sentences, or a missing line break."""

MOST_NAMES = 0.25
"""Of the words of a sentence: more in letters that run the other way are no names in passing."""

# Marks that turn the direction of what follows, and two that show nothing at all and are taken out.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_INVISIBLE = re.compile("[\u200e\u200f\ufeff]")


def cleaned(row: PlainRow) -> PlainRow:
    """Return the row in Unicode's normal form and without marks that show nothing."""
    first, second = (unicodedata.normalize("NFC", _INVISIBLE.sub("", text)).strip() for text in row.texts)
    return replace(row, texts=(first, second))


def problems_of(row: PlainRow) -> Iterator[Problem]:
    """Yield why a row cannot be used."""
    for side in LANGUAGES:
        text, words = row.texts[side], row.words[side]
        if not text and not words:
            cure = "Give the sentence in both languages, or leave the row out"
            yield Problem(row.names[side], "the sentence is missing", cure)
        elif problem := _unusable(text, words):
            yield replace(problem, field=row.names[side])


def doubts_of(row: PlainRow, languages: Both[str]) -> Iterator[Problem]:
    """Yield why a row looks wrong."""
    first, second = row.texts
    if first and first.casefold() == second.casefold():
        yield Problem(row.names[1], "both sentences are the same", "Give the sentence in each of the two languages")
        return
    if are_swapped(row.texts, languages):
        why = f"it looks like {languages[1]}, and the sentence in {languages[1]} like {languages[0]}"
        yield Problem(row.names[0], why, "Exchange the two sentences")
        return
    for side in LANGUAGES:
        if problem := _doubted(row, side, languages[side]):
            yield problem


def _doubted(row: PlainRow, side: Language, language: str) -> Problem | None:
    """Say why the sentence of one side is probably not in its language alone."""
    if why := doubt(row.texts[side], language):
        return Problem(row.names[side], why, f"Give a sentence in {language}; columns may have been swapped")
    if why := _mixed_directions(row.texts[side]):
        return Problem(row.names[side], why, f"Give a sentence that is in {language} alone; single names may stay")
    return None


def _unusable(text: str, words: tuple[str, ...]) -> Problem | None:
    length = len(words or text.split())
    if not any(character.isalnum() for character in text or "".join(words)):
        return Problem("", "the sentence has no word", "Give a sentence with words")
    if length > MOST_WORDS:
        cure = f"Give one sentence of at most {MOST_WORDS} words; a missing line break is the usual cause"
        return Problem("", f"the sentence has {counted(length, 'word')}", cure)
    if "\t" in text:
        return Problem("", "there is a tab inside the sentence", "Put a space in place of the tab")
    if len(text.splitlines()) > 1:
        return Problem("", "the sentence goes over several lines", "Write it on one line")
    if UNREADABLE in text:
        return Problem("", "a character of it cannot be read", "Save the file in UTF-8 and look at this row")
    turning = _TURNING.search(text)
    if turning:
        what = f"it holds the invisible mark U+{ord(turning.group()):04X}, which turns the direction of writing"
        return Problem("", what, "Take the mark out; the direction is found from the letters")
    return None


def _mixed_directions(text: str) -> str:
    """Say so if a sentence has words that run to the right and words that run to the left, but for a name or two.

    >>> _mixed_directions("She said שלום to me")
    "it mixes words that run from right to left ('שלום') and from left to right ('She')"
    >>> _mixed_directions("אני עובד ב Google עכשיו")
    ''
    """
    words = [word for word in text.split() if any(letter.isalpha() for letter in word)]
    left = [word for word in words if direction_of(word) == "rtl"]
    right = [word for word in words if direction_of(word) != "rtl"]
    fewer = min(left, right, key=len)
    if not fewer or (_are_names(fewer) and len(fewer) <= MOST_NAMES * len(words)):
        return ""
    return f"it mixes words that run from right to left ('{left[0]}') and from left to right ('{right[0]}')"


def _are_names(words: list[str]) -> bool:
    """Say whether all have a capital letter; scripts that run from right to left have none, so nothing tells a name."""
    return all(any(letter.isupper() for letter in word) for word in words)
