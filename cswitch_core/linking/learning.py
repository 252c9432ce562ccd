"""What pairs teach: how often two words were linked, so that a corrected link is proposed the next time.

Words are counted case-folded, by the pair of languages, whichever of them came first. ``learn`` counts the links of
pairs; ``learn_from_text`` finds translations in plain text, if there is enough of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cswitch_core.linking.language_pair import base_language
from cswitch_core.linking.spelling import folded
from cswitch_core.linking.translation import translations
from cswitch_core.pairs import Pair
from cswitch_core.shared_tree import Both

# A word couple with its languages: (language, word) twice, in the alphabetical order of the languages.
Couple = tuple[str, str, str, str]
# A word seen as often as this and hardly ever linked is one that people leave unlinked.
OFTEN = 5
SUREST = 0.99
# Statistics never are as sure as a list or a person.
SUREST_STATISTICS = 0.85


@dataclass(frozen=True, slots=True)
class Learnt:
    """Counts of linked word couples, of words, and of words that were linked. It can be pickled and added up."""

    couples: Counter[Couple] = field(default_factory=Counter)
    words: Counter[tuple[str, str]] = field(default_factory=Counter)
    linked: Counter[tuple[str, str]] = field(default_factory=Counter)
    likely: dict[Couple, float] = field(default_factory=dict)

    def __add__(self, other: Learnt) -> Learnt:
        return Learnt(
            self.couples + other.couples,
            self.words + other.words,
            self.linked + other.linked,
            self.likely | other.likely,
        )

    def times_linked(self, languages: Both[str], first: str, second: str) -> int:
        return self.couples[_couple(languages, first, second)]

    def sureness(self, languages: Both[str], first: str, second: str) -> float:
        """Return how sure it is that two words that stand in both sentences are linked; 0 if nothing is known."""
        couple = _couple(languages, first, second)
        times = self.couples.get(couple, 0)
        if not times:
            return min(SUREST_STATISTICS, self.likely.get(couple, 0.0))
        seen = min(self.words[couple[:2]], self.words[couple[2:]])
        return min(SUREST, (times + 1) / (max(seen, times) + 1.5) + 0.1 * (times - 1))

    def linked_share(self, language: str, word: str) -> float:
        """Return how often a word that was seen often was linked at all; 1 for others."""
        key = (base_language(language), folded(word))
        return self.linked[key] / self.words[key] if self.words.get(key, 0) >= OFTEN else 1.0


def learn(pairs: Iterable[Pair]) -> Learnt:
    """Count the words of the pairs and which of them are linked."""
    learnt = Learnt()
    for pair in pairs:
        sides = (pair.l1_tokens, pair.l2_tokens)
        for side, (language, tokens) in enumerate(zip(pair.languages, sides, strict=True)):
            keys = [(base_language(language), folded(token)) for token in tokens]
            learnt.words.update(keys)
            learnt.linked.update(keys[place] for place in {link[side] for link in pair.links})
        learnt.couples.update(_couple(pair.languages, sides[0][one], sides[1][two]) for one, two in pair.links)
    return learnt


def learn_from_text(languages: Both[str], texts: Iterable[Both[Sequence[str]]]) -> Learnt:
    """Find likely translations in plain sentence pairs, given as words; nothing is learnt from only a few."""
    bitext = [([folded(word) for word in first], [folded(word) for word in second]) for first, second in texts]
    return Learnt(likely={_couple(languages, *words): sure for words, sure in translations(bitext).items()})


def _couple(languages: Both[str], first: str, second: str) -> Couple:
    ends = [(base_language(languages[0]), folded(first)), (base_language(languages[1]), folded(second))]
    one, other = sorted(ends)
    return (*one, *other)
