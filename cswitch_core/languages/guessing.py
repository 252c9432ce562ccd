"""Doubting a language that was named, and guessing one that was not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from cswitch_core.languages.profiles import Profile, profile_of, profiles
from cswitch_core.languages.scripts import script_counts

MOST_FOREIGN_LETTERS = 0.5
FEWEST_WORDS = 3
"""How many short words of another language it takes to doubt, for each short word of the language named once more; two
are enough where they are half of the sentence, or a third of a romanised one."""

PLAIN_SHARE, ROMANISED_SHARE = 2, 3
"""Of how many words one must be such a short word: fewer will do in a language usually written in letters of its
own, whose romanised sentences hardly ever have none of its short words."""

LATIN = "LATIN"
_WORD = re.compile(r"\w+")


def doubt(text: str, language: str) -> str:
    """Say why a sentence is probably not in the language; nothing if it may well be.

    >>> doubt("यह तेल है", "en")
    'most of its letters are Devanagari'
    """
    profile = profile_of(language)
    if profile is None:
        return ""
    return _strange_script(text, profile) or _strange_words(text, profile)


def are_swapped(texts: tuple[str, str], languages: tuple[str, str]) -> bool:
    """Say whether each of two sentences speaks for the other's language and nothing in it for its own.

    A short word on each side is enough: that both point the wrong way is no chance.

    >>> are_swapped(("Mujhe doodh pasand hai", "I like milk"), ("en", "hi"))
    True
    """
    own, others = profile_of(languages[0]), profile_of(languages[1])
    if own is None or others is None:
        return False
    first, second = own.words - others.words, others.words - own.words
    return _speaks_for(texts[0], second, against=first) and _speaks_for(texts[1], first, against=second)


def _speaks_for(text: str, words: frozenset[str], *, against: frozenset[str]) -> bool:
    said = set(_words(text))
    return not words.isdisjoint(said) and against.isdisjoint(said)


def guessed_language(texts: Iterable[str]) -> str:
    """Return the code of the language that these sentences most probably are in; nothing if nothing speaks for any."""
    texts = list(texts)
    script = _main_script(texts)
    words = Counter(word for text in texts for word in _words(text))
    using = {code: profile for code, profile in profiles().items() if script in profile.scripts}
    said = {code: sum(words[word] for word in profile.words) for code, profile in using.items()}
    best = max(said, key=lambda code: said[code], default="")
    if best and said[best]:
        return best
    at_home = [code for code, profile in using.items() if profile.scripts[0] == script != LATIN]
    return at_home[0] if at_home else ""


def _main_script(texts: Iterable[str]) -> str:
    counts = sum((script_counts(text) for text in texts), Counter[str]())
    return counts.most_common(1)[0][0] if counts else ""


def _strange_script(text: str, profile: Profile) -> str:
    counts = script_counts(text)
    foreign = Counter({script: count for script, count in counts.items() if script not in profile.scripts})
    if foreign.total() <= MOST_FOREIGN_LETTERS * counts.total():
        return ""
    return f"most of its letters are {foreign.most_common(1)[0][0].capitalize()}"


def _strange_words(text: str, profile: Profile) -> str:
    """Compare the short words of each other language with those of the one named; without a list nothing is said."""
    words = _words(text)
    if not profile.words or not words:
        return ""
    for code, other in profiles().items():
        theirs = sum(word in other.words and word not in profile.words for word in words)
        ours = sum(word in profile.words and word not in other.words for word in words)
        enough = FEWEST_WORDS * (1 + ours)
        share = ROMANISED_SHARE if profile.scripts[0] != LATIN else PLAIN_SHARE
        if (theirs >= enough and 3 * theirs >= len(words)) or (theirs >= 2 > 2 * ours and share * theirs >= len(words)):
            return f"it looks like {code}"
    return ""


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
