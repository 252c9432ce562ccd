"""Sentences that somebody typed (imported, practice, attention) as words with their languages, like generated ones.

A judge must not be able to tell them from generated sentences, not even by the page's source: words and punctuation are
apart, every word has a language, and punctuation has none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from evaluation.models import Pair, Study
from evaluation.services import generation

TAGGED = re.compile(r"(?P<word>.+)/(?P<language>[A-Za-z-]{2,8})(?P<marks>\W*)")
PAIRS_LOOKED_AT = 200

Tokens = list[list[str | None]]


@dataclass(frozen=True)
class Vocabulary:
    """Which language a word is of: as tagged (``uss/hi``), else by the words of the pairs, else by the script."""

    # The first language of the first pair, its second, and others.
    languages: Sequence[str] = ()
    known: Mapping[str, str] = field(default_factory=dict)
    # The language whose words were seen in a script, by the script's name.
    scripts: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_pair(cls, pair: Pair) -> Vocabulary:
        return cls.of_pairs([pair])

    @classmethod
    def of_study(cls, study: Study) -> Vocabulary:
        """Of the study's first pairs together, for sentences that belong to none of them."""
        return cls.of_pairs(study.pairs.all()[:PAIRS_LOOKED_AT])

    @classmethod
    def of_pairs(cls, pairs: Iterable[Pair]) -> Vocabulary:
        """A word that both sentences have is left to the second, as borrowed words are."""
        languages, known, scripts = dict[str, None](), dict[str, str](), dict[str, str]()
        for pair in pairs:
            second = [word for part in pair.l2_tokens for word in part.split()]
            for language, words in ((pair.l1_lang, pair.l1_text.split()), (pair.l2_lang, second)):
                languages[language] = None
                for word in words:
                    known[word.casefold()] = known[_bare(word)] = language
                    scripts.setdefault(script_of(word), language)
        return cls(tuple(languages), known, scripts)

    def tokens(self, text: str) -> Tokens:
        return [token for word in text.split() for token in self._parts(word)]

    def _parts(self, written: str) -> Tokens:
        tagged = TAGGED.fullmatch(written)
        if tagged and tagged["language"] in self.languages:
            language, written = tagged["language"], tagged["word"] + tagged["marks"]
        else:
            language = ""
        # Such as "Mr." or "'s", where a pair has it as one word.
        parts = [written] if written.casefold() in self.known else generation.split_marks(written)
        return [
            [part, None if generation.is_punctuation(part) else language or self.language_of(part)] for part in parts
        ]

    def language_of(self, word: str) -> str | None:
        """By the words of the pairs, else a language seen in the word's script, else the first one."""
        found = self.known.get(word.casefold()) or self.known.get(_bare(word)) or self.scripts.get(script_of(word))
        return found or next(iter(self.languages), None)

    def as_typed(self, tokens: Iterable[Sequence[str | None]]) -> str:
        """The sentence as somebody types it: with the language of each word that would be taken for another's."""
        return generation.printed(
            [
                f"{word}/{language}" if language and language != self.language_of(str(word)) else str(word)
                for word, language in tokens
            ]
        )


def text_of(tokens: Tokens) -> str:
    return generation.printed([str(word) for word, _language in tokens])


def script_of(word: str) -> str:
    """The script of the word's first letter, as Unicode's names begin; empty if there is no letter.

    >>> script_of("“की”"), script_of("Saturday"), script_of("2017")
    ('DEVANAGARI', 'LATIN', '')
    """
    letter = next((sign for sign in word if sign.isalpha()), "")
    return unicodedata.name(letter, "").partition(" ")[0] if letter else ""


def _bare(word: str) -> str:
    """The word without punctuation around it, as it is compared.

    >>> _bare("«Saturday,»"), _bare("की।")
    ('saturday', 'की')
    """
    marks = "".join(sign for sign in word if unicodedata.category(sign)[0] in "PS")
    return word.strip(marks).casefold()
