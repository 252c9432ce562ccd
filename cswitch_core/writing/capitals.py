"""Capitals: which words have one wherever they stand, and which only because a sentence begins with them.

A capital in mid-sentence tells a judge which word came first, so a word loses the one that only its place gave it.
"""

from __future__ import annotations

from cswitch_core.writing.languages import Habits, habits, plain

NAME_TAGS = frozenset({"NNP", "NNPS"})
NOUN_TAGS = frozenset({"NN", "NNS", "NE"})


def in_mid_sentence(word: str, tag: str, language: str) -> str:
    """Return how the first word of a sentence is written inside one.

    >>> [in_mid_sentence(word, tag, "en") for word, tag in (("The", "DT"), ("Ravi", "NNP"), ("I", "PRP"), ("TV", "NN"))]
    ['the', 'Ravi', 'I', 'TV']
    >>> in_mid_sentence("Lunes", "NNP", "es"), in_mid_sentence("Haus", "NN", "de")
    ('lunes', 'Haus')
    """
    if not has_capital(word) or _keeps_capital(word, tag, habits(language)):
        return word
    return _lowered(word[0], habits(language)) + word[1:]


def with_capital(word: str, language: str) -> str:
    """Return how a word is written at the beginning of a sentence.

    >>> [with_capital(word, "en") for word in ("the", "iPhone", "'tis", "की", "3")]
    ['The', 'iPhone', "'Tis", 'की', '3']
    >>> with_capital("istanbul", "tr")
    'İstanbul'
    """
    start = next((place for place, sign in enumerate(word) if sign.isalnum()), 0)
    first, rest = word[start : start + 1], word[start + 1 :]
    if any(sign.isupper() for sign in rest.partition(" ")[0]):
        return word
    capital = "İ" if first == "i" and habits(language).dotted_i else first.title()
    return word[:start] + (capital if len(capital) == 1 else first) + rest


def has_capital(word: str) -> bool:
    """Tell whether the word's first letter is a capital.

    >>> has_capital("'Tis"), has_capital("the"), has_capital("?")
    (True, False, False)
    """
    return next((sign.isupper() for sign in word if sign.isalnum()), False)


def begins_with_capital(word: str) -> bool | None:
    """Tell of a sentence with this first word whether it begins with a capital; None if the word does not tell.

    >>> [begins_with_capital(word) for word in ("The", "the", "$5", "3rd", "की", "iPhone")]
    [True, False, None, None, None, None]
    """
    first = next((sign for sign in word if sign.isalnum()), "")
    if first.isupper():
        return True
    return False if first.islower() and word.islower() else None


def _keeps_capital(word: str, tag: str, lists: Habits) -> bool:
    looked_up = plain(word)
    if any(sign.isupper() for sign in word[1:]) or looked_up.partition("'")[0] in lists.capital:
        return True
    if lists.nouns and tag in NOUN_TAGS:
        return True
    return tag in NAME_TAGS and looked_up not in lists.lower


def _lowered(letter: str, lists: Habits) -> str:
    if lists.dotted_i:
        return {"I": "ı", "İ": "i"}.get(letter, letter.lower())
    return letter.lower()
