"""The profiles of languages, from ``languages.toml``: their names, scripts and short words."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "languages.toml"
SHORTEST_NAME = 4
"""Of a language in the name of a column, in letters: shorter ones are codes, and words of their own (*por*, *mal*)."""

_NOT_LETTERS = re.compile(r"[\W\d_]+")


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a language: the names of its columns, its scripts, the usual one first, and short words."""

    names: frozenset[str]
    scripts: tuple[str, ...]
    words: frozenset[str]


@cache
def profiles() -> dict[str, Profile]:
    """Return every profile by the language's code."""
    with FILE.open("rb") as source:
        entries = tomllib.load(source)
    return {
        code: Profile(frozenset(entry["names"]), tuple(entry["scripts"]), frozenset(entry.get("words", ())))
        for code, entry in entries.items()
    }


def profile_of(language: str) -> Profile | None:
    """Return the profile of a code such as ``hi`` or ``hi-Latn``; None of a language that has none.

    >>> profile_of("hi-Latn").scripts, profile_of("xx")
    (('DEVANAGARI', 'LATIN'), None)
    """
    return profiles().get(language.replace("_", "-").split("-")[0].lower())


def language_named(name: str) -> str:
    """Return the code of the language that a column's name stands for, or nothing.

    >>> language_named("Hindi"), language_named("en"), language_named("translation")
    ('hi', 'en', '')
    """
    plain = name.strip().casefold()
    if profile_of(plain):
        return name.strip()
    return next((code for code, profile in profiles().items() if plain in profile.names), "")


def language_in(name: str) -> str:
    """Return the code of the language that a column's name stands for or mentions, or nothing.

    >>> language_in("Hindi"), language_in("English sentence"), language_in("sentence_hi"), language_in("Sentence id")
    ('hi', 'en', 'hi', '')
    """
    plain = name.strip().casefold()
    words = [word for word in _NOT_LETTERS.split(plain) if len(word) >= SHORTEST_NAME or not word.isascii()]
    codes = [plain.rpartition("_")[2]] if "_" in plain and not plain.endswith("_id") else []
    mentioned = (language_named(part) for part in (*codes, *words))
    return language_named(name) or next(filter(None, mentioned), "")
