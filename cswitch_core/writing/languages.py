"""What is particular to how single languages are written, from ``languages.toml``.

>>> habits("en-GB").is_enclitic("'s"), habits("fr").is_proclitic("j'"), habits("en").is_proclitic("goin'")
(True, True, False)
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cswitch_core.shared_tree import Both


@dataclass(frozen=True, slots=True)
class Habits:
    """One language's lists, words case-folded and with straight apostrophes."""

    capital: frozenset[str] = frozenset()
    lower: frozenset[str] = frozenset()
    enclitics: frozenset[str] = frozenset()
    bound: frozenset[str] = frozenset()
    not_proclitics: frozenset[str] = frozenset()
    together: frozenset[str] = frozenset()
    proclitics: str = ""
    nouns: bool = False
    dotted_i: bool = False

    def is_enclitic(self, token: str) -> bool:
        """Tell whether the token is written against the word before it: a listed one, or one that begins with a hyphen.

        >>> [Habits().is_enclitic(token) for token in ("-ji", "-5", "-")]
        [True, False, False]
        """
        return (token[0] in "-‐" and token[1:2].isalpha()) or plain(token) in self.enclitics

    def is_proclitic(self, token: str) -> bool:
        """Tell whether the token cannot stand without the word after it."""
        ends_so = len(token) > 1 and token[-1] in self.proclitics
        return ends_so and plain(token) not in self.not_proclitics

    def is_bound(self, before: str, token: str) -> bool:
        """Tell whether the token cannot stand without the word before it."""
        bound = plain(token)
        return bound in self.bound or (bool(self.together) and f"{plain(before)} {bound}" in self.together)


def plain(word: str) -> str:
    """Return the word as it is looked up: case-folded, with straight apostrophes.

    >>> plain("N’t")
    "n't"
    """
    return word.casefold().replace("’", "'")


@cache
def habits(language: str) -> Habits:
    """Return the habits of a language; one that is not listed has none."""
    table = _tables().get(language) or _tables().get(language.partition("-")[0].lower()) or {}
    return Habits(**{name: _value(value) for name, value in table.items()})


@cache
def between_scripts(languages: Both[str]) -> str:
    """Return what goes between a word of a script without spaces and a word of another.

    >>> between_scripts(("en", "zh"))
    ''
    """
    table: dict[str, str] = _tables()["between"]
    first, second = languages
    return table.get(f"{first} {second}", table.get(f"{second} {first}", table["default"]))


def _value(value: Any) -> Any:
    return frozenset(map(plain, value)) if isinstance(value, list) else value


@cache
def _tables() -> dict[str, dict[str, Any]]:
    return tomllib.loads((Path(__file__).parent / "languages.toml").read_text(encoding="utf-8"))
