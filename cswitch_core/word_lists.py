"""Word lists: which words of a language go with what precedes them or with their verb, and which are function words.

They are in the tables of single languages in ``models/categories.toml``, beside the categories.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cswitch_core.shared_tree import Both

LISTS_FILE = Path(__file__).parent / "models" / "categories.toml"
WORDS = ("precede", "function", "governed", "subjects")  # the lists of one language
PAIR_WORDS = ("alone", "framed")  # the lists of a pair of languages
LONGEST_FUNCTION_WORD = 3  # in letters, where a language has no list


@dataclass(frozen=True)
class LanguageWords:
    """One language's lists: words and tags that go with what precedes, words that go with the verb of their clause or
    with its finite verb, and its other function words.

    ``function`` is None for a language without lists: its short words count as function words.
    """

    precede: frozenset[str] = frozenset()
    function: frozenset[str] | None = None
    governed: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()

    def goes_with_what_precedes(self, word: str, tag: str) -> bool:
        return tag in self.precede or word in self.precede

    def is_function_word(self, word: str) -> bool:
        if self.function is None:
            return len(word) <= LONGEST_FUNCTION_WORD
        return any(word in words for words in (self.function, self.precede, self.governed, self.subjects))


@dataclass(frozen=True)
class PairWords:
    """The lists of a pair of languages: words that the other one lacks; words that go with what governs a phrase."""

    alone: frozenset[str] = frozenset()
    framed: frozenset[str] = frozenset()


@dataclass(frozen=True)
class WordLists:
    """The lists of all languages and of their pairs, and the tags of content words."""

    content: frozenset[str]
    languages: tuple[tuple[str, LanguageWords], ...]
    pairs: tuple[tuple[str, PairWords], ...] = ()

    @classmethod
    def of_tables(cls, tables: Mapping[str, Mapping[str, Iterable[str]]]) -> WordLists:
        """Take the lists from tables as in ``categories.toml``."""
        languages = {
            name: LanguageWords(
                **{key: frozenset(table[key]) for key in WORDS if key in table},
            )
            for name, table in tables.items()
            if any(key in table for key in WORDS)
        }
        pairs = {
            name: PairWords(**{key: frozenset(table[key]) for key in PAIR_WORDS if key in table})
            for name, table in tables.items()
            if any(key in table for key in PAIR_WORDS)
        }
        return cls(
            frozenset(tables["default"]["content"]), tuple(sorted(languages.items())), tuple(sorted(pairs.items()))
        )

    def of(self, language: str) -> LanguageWords:
        """Return the lists of a language by its code; a regional code (``es-MX``) has those of its language."""
        known = dict(self.languages)
        return known.get(language) or known.get(language.split("-")[0], LanguageWords())

    def of_pair(self, languages: Both[str]) -> PairWords:
        """Return the lists of two languages, in either order."""
        known = dict(self.pairs)
        return known.get("-".join(languages)) or known.get("-".join(languages[::-1]), PairWords())


@cache
def default_words() -> WordLists:
    """Return the lists that come with the program."""
    return WordLists.of_tables(tomllib.loads(LISTS_FILE.read_text(encoding="utf-8")))


def looked_up(word: str) -> str:
    """Return a word as it stands in the lists: case-folded, with straight apostrophes."""
    return word.casefold().replace("’", "'")
