"""Scripts: which one words are written in, and a sentence with the other form of its L2 words.

Hindi in a chat is mostly in Latin letters, in a newspaper in Devanagari. A pair may carry both forms, word by word; its
tree is the same in both, so a sentence has one key and two texts.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable

from cswitch_core.pairs import Pair
from cswitch_core.projection import project
from cswitch_core.sentences import Sentence

LATIN, UNKNOWN = "Latn", "Zyyy"
# The codes of ISO 15924, by the word that the Unicode names of a script's letters begin with.
CODES = {
    "LATIN": LATIN,
    "GREEK": "Grek",
    "CYRILLIC": "Cyrl",
    "ARMENIAN": "Armn",
    "GEORGIAN": "Geor",
    "HEBREW": "Hebr",
    "ARABIC": "Arab",
    "SYRIAC": "Syrc",
    "THAANA": "Thaa",
    "ETHIOPIC": "Ethi",
    "DEVANAGARI": "Deva",
    "BENGALI": "Beng",
    "GURMUKHI": "Guru",
    "GUJARATI": "Gujr",
    "ORIYA": "Orya",
    "TAMIL": "Taml",
    "TELUGU": "Telu",
    "KANNADA": "Knda",
    "MALAYALAM": "Mlym",
    "SINHALA": "Sinh",
    "THAI": "Thai",
    "LAO": "Laoo",
    "TIBETAN": "Tibt",
    "MYANMAR": "Mymr",
    "KHMER": "Khmr",
    "OL": "Olck",
    "CJK": "Hani",
    "HIRAGANA": "Jpan",
    "KATAKANA": "Jpan",
    "HANGUL": "Kore",
    "MONGOLIAN": "Mong",
}


def script_of(words: Iterable[str]) -> str:
    """Return the code of the script that most letters are of; ``Zyyy`` if there are none or it is not known.

    >>> script_of(["Shanivar", "है"]), script_of(["शनिवार"]), script_of(["2017"])
    ('Latn', 'Deva', 'Zyyy')
    """
    letters = (letter for word in words for letter in word if letter.isalpha())
    counts = Counter(unicodedata.name(letter, "").partition(" ")[0] for letter in letters)
    return CODES.get(max(counts, key=counts.__getitem__), UNKNOWN) if counts else UNKNOWN


def in_other_script(sentence: Sentence, pair: Pair) -> Sentence | None:
    """Return the same sentence with the other form of its L2 words; None if the pair has no other form."""
    if not pair.l2_other_script or sentence.foreign:
        return None
    return Sentence(project(pair.in_other_script()), sentence.steps)
