"""The scripts of a text, by the Unicode names of its letters."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache


@lru_cache(8192)
def script_of(character: str) -> str:
    """Return the script of a letter or of a sign on one; nothing of a digit or a mark.

    >>> script_of("ह"), script_of("h"), script_of("中"), script_of("3")
    ('DEVANAGARI', 'LATIN', 'CJK', '')
    """
    if unicodedata.category(character)[0] not in "LM":
        return ""
    first = unicodedata.name(character, "").partition(" ")[0]
    return "" if first in {"COMBINING", "MODIFIER", "VARIATION"} else first


def script_counts(text: str) -> Counter[str]:
    """Return how many letters there are of each script.

    >>> script_counts("the तेल")
    Counter({'LATIN': 3, 'DEVANAGARI': 3})
    """
    counts = Counter(map(script_of, text))
    del counts[""]
    return counts
