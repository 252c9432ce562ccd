"""How constituents, places and languages are named in an explanation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cswitch_core.shared_tree import LANGUAGES, Language, SharedTree

LANGUAGE_NAMES = {
    "ar": "Arabic",
    "bn": "Bengali",
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "gu": "Gujarati",
    "hi": "Hindi",
    "ja": "Japanese",
    "kn": "Kannada",
    "ml": "Malayalam",
    "mr": "Marathi",
    "pa": "Punjabi",
    "pt": "Portuguese",
    "ta": "Tamil",
    "te": "Telugu",
    "tr": "Turkish",
    "ur": "Urdu",
    "zh": "Chinese",
}


class Wording:
    """Names the constituents of one sentence, given the language of each of its slots."""

    def __init__(self, tree: SharedTree, languages: Mapping[int, Language]) -> None:
        self.tree, self.languages = tree, languages

    def language(self, language: Language) -> str:
        code = self.tree.languages[language]
        return LANGUAGE_NAMES.get(code, code)

    def words(self, slots: Iterable[int]) -> str:
        """Return the words of these slots as the sentence has them, null words left out."""
        words = (self.tree.slots[slot].words[self.languages[slot]] for slot in slots if slot in self.languages)
        return " ".join(word for word in words if word)

    def quoted(self, slots: Iterable[int]) -> str:
        """Return the words in quotes, or the slot's other word if it has none here."""
        slots = list(slots)
        words = self.words(slots)
        if words:
            return f"‘{words}’"
        unspoken = next((word for slot in slots for word in self.tree.slots[slot].words if word), "")
        return f"the unspoken ‘{unspoken}’"

    def constituent(self, node: int, order: Iterable[int] = ()) -> str:
        """Return a constituent's words in quotes with its category: ‘that perspective’ (NP)."""
        return f"{self.quoted(order or self.tree.slots_below[node])} ({self.tree.nodes[node].label})"

    def rules(self, node: int) -> str:
        """Return the two rules of a node: English: PP → IN NP; Hindi: PP → NP IN."""
        label = self.tree.nodes[node].label
        return "; ".join(
            f"{self.language(language)}: {label} → {self.labels(self.tree.nodes[node].children[language])}"
            for language in LANGUAGES
        )

    def labels(self, nodes: Iterable[int]) -> str:
        return " ".join(self.tree.nodes[node].label for node in nodes)


def ordinal(number: int) -> str:
    """Return a place in words, counted from 1.

    >>> [ordinal(number) for number in (1, 2, 3, 11, 22)]
    ['1st', '2nd', '3rd', '11th', '22nd']
    """
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{({1: 'st', 2: 'nd', 3: 'rd'}).get(number % 10, 'th')}"
