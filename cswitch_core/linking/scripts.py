"""Words of a script whose consonants carry a vowel, such as Devanagari, as people would type them in Latin letters.

The letters come from a language's data. The inherent vowel is left out where nobody says it: at the end of a word, and
between a vowel and a consonant and a consonant with a vowel (sadak, but sadken).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

LABIALS = "pbm"
VOWELS = "aeiou"
# Stands for an inherent vowel until it is known whether it is said.
UNSURE = "*"


@dataclass(frozen=True, slots=True)
class Script:
    """The letters of a script, each as typed. Without letters every word is left as it is."""

    consonants: Mapping[str, str] = field(default_factory=dict)
    vowels: Mapping[str, str] = field(default_factory=dict)
    signs: Mapping[str, str] = field(default_factory=dict)
    virama: str = ""
    nukta: str = ""
    nasals: str = ""
    ignored: str = ""
    inherent: str = "a"

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Script:
        tables = ("consonants", "vowels", "signs")
        letters = {name: {_composed(key): value for key, value in data.get(name, {}).items()} for name in tables}
        return cls(**{**data, **letters})

    def is_used_in(self, word: str) -> bool:
        return any(letter in self.consonants or letter in self.vowels for letter in word)

    def readings(self, word: str) -> tuple[str, ...]:
        """Return the word as it would be typed in Latin letters.

        Where vowels can also be left out from the beginning (*janvari*, *upkaran*), that is a second reading.
        """
        sounds = self._sounds(_composed(word))
        spelt = "".join(self._nasal(sounds, at) for at in range(len(sounds)))
        last, before = range(len(spelt))[-1:], range(len(spelt))[:-1]
        likely = self._without_silent(spelt, (*last, *reversed(before)))
        other = self._without_silent(spelt, (*last, *before))
        return (likely,) if likely == other else (likely, other)

    def _sounds(self, word: str) -> list[str]:
        sounds: list[str] = []
        for letter in (one for one in word if one not in self.ignored):
            if letter == self.nukta and sounds:
                self._dot(sounds)
            elif letter in self.consonants:
                sounds += [self.consonants[letter], UNSURE]
            elif letter == self.virama or letter in self.signs:
                _drop_unsure(sounds)
                sounds.append(self.signs.get(letter, ""))
            else:
                sounds.append(self.vowels.get(letter, letter))
        return [sound for sound in sounds if sound]

    def _dot(self, sounds: list[str]) -> None:
        """Exchange the last consonant for the dotted one."""
        plain = {self.consonants[key[0]]: sound for key, sound in self.consonants.items() if len(key) == 2}
        if len(sounds) > 1:
            sounds[-2] = plain.get(sounds[-2], sounds[-2])

    def _nasal(self, sounds: list[str], at: int) -> str:
        if sounds[at] not in self.nasals:
            return sounds[at]
        following = sounds[at + 1] if at + 1 < len(sounds) else ""
        return "m" if following[:1] in LABIALS and following else "n"

    def _without_silent(self, word: str, order: Iterable[int]) -> str:
        """Say or leave out each unsure vowel in this order: whether one is said depends on those decided before."""
        letters = list(word)
        for at in order:
            if letters[at] == UNSURE:
                letters[at] = "" if _is_silent(letters, at) else self.inherent
        return "".join(letters)


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _drop_unsure(sounds: list[str]) -> None:
    if sounds and sounds[-1] == UNSURE:
        sounds.pop()


def _is_silent(letters: list[str], at: int) -> bool:
    """Say whether the vowel is at the end of a word of some length, or in V C _ C V."""
    before = "".join(letters[:at])
    after = "".join(letters[at + 1 :])
    has_vowel_before = any(letter in VOWELS + UNSURE for letter in before)
    if not after:
        return has_vowel_before
    run = _leading_consonants(after)
    return (
        has_vowel_before and _ends_in_one_consonant(before) and 0 < run < len(after) and _is_one_consonant(after[:run])
    )


def _leading_consonants(text: str) -> int:
    return next((at for at, letter in enumerate(text) if letter in VOWELS + UNSURE), len(text))


def _is_one_consonant(text: str) -> bool:
    """One letter, or one with the h of its breath."""
    return len(text.replace("h", "")) <= 1


def _ends_in_one_consonant(text: str) -> bool:
    tail = text[max(text.rfind(vowel) for vowel in VOWELS + UNSURE) + 1 :]
    return bool(tail) and _is_one_consonant(tail)
