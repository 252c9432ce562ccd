"""Words that are several in one: a contraction (*del* is *de* and *el*), or a verb with pronouns behind it (*verlo*).

Sentences are linked part by part, and the links of the parts are the word's: *of the* goes with *del*. What the parts
of a word are is said by ``contractions`` and ``pronouns_behind_verbs`` of its ``language.toml``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from cswitch_core.linking.language import Language
from cswitch_core.linking.spelling import folded, without_accents


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a sentence's words: of each its text, and the place of the word it is part of."""

    sentence: tuple[str, ...]
    texts: tuple[str, ...]
    places: tuple[int, ...]

    def word(self, part: int) -> str:
        """Return the word that a part belongs to."""
        return self.sentence[self.places[part]]

    def words(self) -> Iterator[tuple[int, str]]:
        """Yield every word with the number of its first part."""
        for part in range(len(self.texts)):
            if self._is_first(part):
                yield part, self.word(part)

    def is_behind_verb(self, part: int, language: Language) -> bool:
        """Say whether a part is a pronoun written behind its verb."""
        return not self._is_first(part) and self.texts[part] in language.pronouns_behind_verbs

    def _is_first(self, part: int) -> bool:
        return part == 0 or self.places[part - 1] != self.places[part]


def parts_of(sentence: Sequence[str], language: Language, verbs: Collection[str]) -> Parts:
    """Take the words of a sentence apart; ``verbs`` are those of the language that are known, without accents.

    >>> spanish = Language(contractions={"del": ("de", "el")}, pronouns_behind_verbs=("lo", "me"))
    >>> parts_of(["ayudarme", "fuera", "del", "parque"], spanish, {"ayudar"}).texts
    ('ayudar', 'me', 'fuera', 'de', 'el', 'parque')
    """
    found = [(text, place) for place, word in enumerate(sentence) for text in _parts(word, language, verbs)]
    return Parts(tuple(sentence), tuple(text for text, _ in found), tuple(place for _, place in found))


def _parts(word: str, language: Language, verbs: Collection[str]) -> tuple[str, ...]:
    if folded(word) in language.contractions:
        return language.contractions[folded(word)]
    for pronoun in language.pronouns_behind_verbs:
        verb = word.removesuffix(pronoun)
        if verb != word and without_accents(folded(verb)) in verbs:
            return verb, pronoun
    return (word,)
