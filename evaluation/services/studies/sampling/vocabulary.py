"""Sentences that somebody typed (imported, practice, attention) as words with their languages, like generated ones.

A judge must not be able to tell them from generated sentences, not even by the page's source: words and punctuation are
apart, every word has a language, and punctuation has none. Where a script has no spaces, the words of the pairs are
found in it, and what is between them counts as one word; it is written without spaces, as generated sentences are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

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
    # The other form of words that pairs have in two scripts, by language and word.
    other_forms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def of_pair(cls, pair: Pair) -> Vocabulary:
        return cls.of_pairs([pair])

    @classmethod
    def of_study(cls, study: Study) -> Vocabulary:
        """Of the study's first pairs together, for sentences that belong to none of them."""
        return cls.of_pairs(study.pairs.all()[:PAIRS_LOOKED_AT])

    @classmethod
    def of_pairs(cls, pairs: Iterable[Pair]) -> Vocabulary:
        """A word that both sentences have is left to the second, as borrowed words are.

        Words of the first are those of its text and of its tree: a text without spaces has none of its own.
        """
        pairs = list(pairs)
        languages, known, scripts = dict[str, None](), dict[str, str](), dict[str, str]()
        for pair in pairs:
            first = (*pair.l1_text.split(), *generation.leaves(pair.l1_tree))
            second = [word for part in (*pair.l2_tokens, *pair.l2_other_script) for word in part.split()]
            for language, words in ((pair.l1_lang, first), (pair.l2_lang, second)):
                languages[language] = None
                for word in words:
                    known[word.casefold()] = known[_bare(word)] = language
                    scripts.setdefault(script_of(word), language)
        return cls(tuple(languages), known, scripts, _other_forms(pairs))

    def tokens(self, text: str) -> Tokens:
        return [token for word in text.split() for token in self._parts(word)]

    def _parts(self, written: str) -> Tokens:
        tagged = TAGGED.fullmatch(written)
        if tagged and tagged["language"] in self.languages:
            language, written = tagged["language"], tagged["word"] + tagged["marks"]
        else:
            language = ""
        # Such as "Mr." or "'s", where a pair has it as one word.
        is_one_word = written.casefold() in self.known
        parts = (
            [written]
            if is_one_word
            else [
                word for part in generation.split_marks(written) for word in ([part] if language else self._words(part))
            ]
        )
        return [
            [part, None if generation.is_punctuation(part) else language or self.language_of(part)] for part in parts
        ]

    def _words(self, written: str) -> list[str]:
        """The words of what is written together: one, but where scripts without spaces begin and end, and in them."""
        runs = [("".join(run), is_dense) for is_dense, run in groupby(written, generation.is_spaceless)]
        return [word for run, is_dense in runs for word in (self._dense_words(run) if is_dense else [run])]

    def _dense_words(self, run: str) -> list[str]:
        """The longest words of the pairs from the left; the signs between them stay together."""
        found, unknown, start = list[str](), "", 0
        while start < len(run):
            ends = range(len(run), start, -1)
            end = next((end for end in ends if run[start:end] in self.known), None)
            if end is None:
                unknown += run[start]
                start += 1
            else:
                found += [unknown, run[start:end]]
                unknown, start = "", end
        return [word for word in (*found, unknown) if word]

    def language_of(self, word: str) -> str | None:
        """By the words of the pairs, else a language seen in the word's script, else the first one."""
        found = self.known.get(word.casefold()) or self.known.get(_bare(word)) or self.scripts.get(script_of(word))
        return found or next(iter(self.languages), None)

    def in_other_script(self, tokens: Tokens) -> dict[str, Any] | None:
        """The sentence in the other form of its words, as items store it; None if the pairs lack one of them."""
        written = [self.other_forms.get(language or "", {}) for _word, language in tokens]
        places = [place for place, forms in enumerate(written) if forms]
        if not places or any(str(tokens[place][0]).casefold() not in written[place] for place in places):
            return None
        other = [[*token] for token in tokens]
        for place in places:
            other[place][0] = written[place][str(tokens[place][0]).casefold()]
        scripts = [generation.script_of(str(form[place][0]) for place in places) for form in (tokens, other)]
        return {"text": text_of(other), "tokens": other, "scripts": scripts} if len(set(scripts)) > 1 else None

    def as_typed(self, tokens: Iterable[Sequence[str | None]]) -> str:
        """The sentence as somebody types it: with the language of each word that would be taken for another's."""
        return generation.printed(
            [
                f"{word}/{language}" if language and language != self.language_of(str(word)) else str(word)
                for word, language in tokens
            ]
        )


def _other_forms(pairs: Iterable[Pair]) -> dict[str, dict[str, str]]:
    """From either script to the other, for a sentence may be typed in any."""
    forms: dict[str, dict[str, str]] = {}
    for pair in pairs:
        for one, other in zip(pair.l2_tokens, pair.l2_other_script, strict=False):
            known = forms.setdefault(pair.l2_lang, {})
            known.setdefault(one.casefold(), other)
            known.setdefault(other.casefold(), one)
    return forms


def text_of(tokens: Tokens) -> str:
    """The sentence in print, without spaces beside words of scripts that have none.

    >>> text_of([["我", "zh"], ["love", "en"], ["this", "en"], ["书", "zh"], ["。", None]])
    '我love this书。'
    """
    text = generation.printed([str(word) for word, _language in tokens])
    parts = text.split(" ")
    joined = parts[0]
    for part in parts[1:]:
        is_dense = any(generation.is_spaceless(sign) for sign in (joined[-1:], part[:1]) if sign)
        joined += part if is_dense else f" {part}"
    return joined


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
