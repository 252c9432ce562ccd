"""One language as the linker knows it: the keys under which the forms and spellings of a word meet.

Two words meet if they share a key; how sure that is falls from the written form to the one spelling, the irregular form
and the form without its ending. ``language.toml`` in the language's folder has the data; a language without a folder
has only the written form and the one without accents.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cswitch_core.linking.scripts import Script
from cswitch_core.linking.spelling import folded, without_accents

WRITTEN, SPELT, IRREGULAR, STEM = 1.0, 0.98, 0.97, 0.94
SECOND_READING = 0.96
# Words whose keys are remembered: enough for the frequent ones, and no more in the millionth sentence.
MOST_KNOWN = 20_000
SHORTEST_STEM = 2
# A stem without one is none: "thing" is no form of "the".
VOWELS = frozenset("aeiouy")
Keys = Mapping[str, float]
Rewriting = tuple[tuple[re.Pattern[str], str], ...]


@dataclass(frozen=True, slots=True)
class Language:
    """Rules of one language; all of them may be empty. ``known`` remembers the keys of words seen before."""

    spelling: Rewriting = ()
    stem_spelling: Rewriting = ()
    endings: tuple[tuple[str, str], ...] = ()
    verb_endings: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()
    irregular: Mapping[str, str] = field(default_factory=dict)
    function_words: frozenset[str] = frozenset()
    contractions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pronouns_behind_verbs: tuple[str, ...] = ()
    script: Script = field(default_factory=Script)
    known: dict[str, Keys] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path) -> Language:
        path = folder / "language.toml"
        return cls.from_data(tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {})

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Language:
        return cls(
            spelling=_rewriting(data.get("spelling", [])),
            stem_spelling=_rewriting(data.get("stem_spelling", [])),
            endings=tuple((ending, base) for ending, base in data.get("endings", [])),
            verb_endings=tuple(data.get("verb_endings", [])),
            doubled=tuple(data.get("doubled", [])),
            irregular={folded(form): folded(base) for form, base in data.get("irregular", {}).items()},
            function_words=frozenset(folded(word) for word in data.get("function_words", "").split()),
            contractions={folded(word): tuple(parts.split()) for word, parts in data.get("contractions", {}).items()},
            pronouns_behind_verbs=tuple(data.get("pronouns_behind_verbs", "").split()),
            script=Script.from_data(data.get("script", {})),
        )

    def is_function_word(self, word: str) -> bool:
        return folded(word) in self.function_words

    def typed(self, word: str) -> str:
        """Return the word in Latin letters, where the language says how, in small letters without accents."""
        return self._readings(folded(word))[0]

    def _readings(self, word: str) -> list[str]:
        readings = self.script.readings(word) if self.script.is_used_in(word) else (word,)
        return [without_accents(reading) for reading in readings]

    def keys(self, word: str) -> Keys:
        """Return the keys of a word, each with how sure it is."""
        if word not in self.known:
            keys: dict[str, float] = {}
            for key, sureness in self._keys(folded(word)):
                keys[key] = max(sureness, keys.get(key, 0.0))
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            self.known[word] = keys
        return self.known[word]

    def _keys(self, word: str) -> Iterator[tuple[str, float]]:
        yield word, WRITTEN
        readings = self._readings(word)
        for form in (word, *readings):
            if form in self.irregular:
                yield self._spelt(self.irregular[form]), IRREGULAR
        for reading, share in zip(readings, (1.0, SECOND_READING), strict=False):
            spelt = self._spelt(reading)
            yield spelt, share * SPELT
            for stem in self._stems(spelt):
                yield _rewritten(stem, self.stem_spelling), share * STEM

    def _spelt(self, word: str) -> str:
        return _rewritten(without_accents(word), self.spelling)

    def _stems(self, word: str) -> Iterator[str]:
        for ending, base in self.endings:
            stem = word.removesuffix(ending)
            if word != stem and len(stem) >= SHORTEST_STEM and not VOWELS.isdisjoint(stem):
                yield stem + base
        for ending in self.verb_endings:
            if word.endswith(ending) and len(word) > len(ending):
                yield word.removesuffix(ending)
        for ending in self.doubled:
            if re.search(rf"(.)\1{ending}$", word):
                yield word.removesuffix(ending)[:-1]


def _rewriting(rules: Iterable[tuple[str, str]]) -> Rewriting:
    return tuple((re.compile(pattern), replacement) for pattern, replacement in rules)


def _rewritten(word: str, rules: Rewriting) -> str:
    for pattern, replacement in rules:
        word = pattern.sub(replacement, word)
    return word
