"""How alike two words look or sound: the same letters, nearly the same, or the same consonants in the same order."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# English letters by their sound, so that "coffee" meets "kofi" and "station" meets "steshan".
SOUNDS = [
    ("tion", "shn"),
    ("sion", "shn"),
    ("ph", "f"),
    ("ck", "k"),
    ("qu", "k"),
    ("x", "ks"),
    ("ch", "C"),
    ("sh", "s"),
    ("c(?=[eiy])", "s"),
    ("c", "k"),
    ("w", "v"),
    ("z", "j"),
    ("q", "k"),
]
SHORTEST_SKELETON = 2
# Fewer equal letters than this are no likeness.
LEAST_LIKENESS = 0.72
SHORTEST_ALIKE = 4


@lru_cache(maxsize=100_000)
def folded(word: str) -> str:
    """Return the word in small letters, one form of each letter, straight apostrophes."""
    return unicodedata.normalize("NFC", word).casefold().replace("’", "'").replace("‘", "'")


@lru_cache(maxsize=100_000)
def without_accents(word: str) -> str:
    parts = unicodedata.normalize("NFD", word)
    return "".join(letter for letter in parts if unicodedata.category(letter) != "Mn")


@lru_cache(maxsize=100_000)
def skeleton(word: str) -> str:
    """Return the consonants of a word in Latin letters, by sound.

    >>> skeleton("coffee"), skeleton("kofi"), skeleton("company"), skeleton("kampani")
    ('kf', 'kf', 'kmpn', 'kmpn')
    """
    sounds = word
    for pattern, sound in SOUNDS:
        sounds = re.sub(pattern, sound, sounds)
    sounds = re.sub(r"(.)\1+", r"\1", re.sub("[aeiouy]", "", re.sub("h$", "", sounds)))
    return re.sub("(?<=[^aeiou])h", "", sounds)


@lru_cache(maxsize=100_000)
def distance(first: str, second: str) -> int:
    """Return how many letters must be put in, left out or exchanged (Levenshtein 1966)."""
    row = list(range(len(second) + 1))
    for number, letter in enumerate(first, start=1):
        corner, row[0] = row[0], number
        for place, other in enumerate(second, start=1):
            corner, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, corner + (letter != other))
    return row[-1]


@lru_cache(maxsize=100_000)
def likeness(first: str, second: str) -> float:
    """Return the share of letters that agree, 0 where it is too small to mean anything.

    >>> likeness("inflation", "inflacion") > 0.8
    True
    """
    shorter, longer = sorted((len(first), len(second)))
    if shorter < SHORTEST_ALIKE or first[0] != second[0] or shorter / longer < LEAST_LIKENESS:
        return 0.0
    share = 1 - distance(first, second) / longer
    return share if share >= LEAST_LIKENESS else 0.0


def sound_likeness(first: str, second: str) -> float:
    """Return how alike two words sound by their consonants; vowels count a little."""
    bones = skeleton(first)
    if len(bones) < SHORTEST_SKELETON or bones != skeleton(second) or not first[:1].isalpha():
        return 0.0
    share = 1 - distance(first, second) / max(len(first), len(second))
    return min(0.95, 0.35 + 0.1 * len(bones) + 0.4 * share)
