"""A language that nobody speaks, written from right to left: every text of the site in Arabic letters.

What is still in Latin letters on a page was never given to a translator; what sticks out was laid out for one
direction.
"""

from __future__ import annotations

import re
from pathlib import Path

from evaluation.services.support import catalogues

CODE = "ar"
LATIN = "abcdefghijklmnopqrstuvwxyz"
ARABIC = "ابثدهفغحيجكلمنوپقرستعوخشيز"
LETTERS = str.maketrans(LATIN + LATIN.upper(), ARABIC + ARABIC)
PLACEHOLDER = re.compile(r"(%\(\w+\)[sd]|%[sd%])")


def pseudo(words: str) -> str:
    """
    >>> pseudo("Go on, %(name)s")
    'غو ون, %(name)s'
    """
    parts = PLACEHOLDER.split(words)
    return "".join(part if number % 2 else part.translate(LETTERS) for number, part in enumerate(parts))


def write_pseudo_language(folder: Path) -> None:
    catalogue = catalogues.update_catalogue(CODE)
    for text in [*catalogues.judges_texts(), *catalogues.framework_texts()]:
        entry = catalogue.get(text.words, text.context or None)
        words = pseudo(text.words)
        entry.string = (words,) * catalogue.num_plurals if text.plural else words
    catalogues.write_catalogue(catalogue, folder / CODE / "LC_MESSAGES")


def latin_words(text: str) -> list[str]:
    return re.findall("[A-Za-z]{2,}", text)
