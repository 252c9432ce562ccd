"""What linked pairs teach: how often two words were linked, so that a corrected link is proposed the next time.

Words are counted case-folded, by the pair of languages, whichever of them came first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from cswitch_core.pairs import Pair
from cswitch_core.shared_tree import Both

# A word couple with its languages: (language, word) twice, in the alphabetical order of the languages.
Couple = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Learnt:
    """Counts of linked word couples and of words. It is plain data: it can be pickled and added up."""

    couples: Counter[Couple] = field(default_factory=Counter)
    words: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __add__(self, other: Learnt) -> Learnt:
        return Learnt(self.couples + other.couples, self.words + other.words)

    def times_linked(self, languages: Both[str], first: str, second: str) -> int:
        return self.couples[_couple(languages, first, second)]


def learn(pairs: Iterable[Pair]) -> Learnt:
    """Count the words of the pairs and which of them are linked."""
    learnt = Learnt()
    for pair in pairs:
        for language, tokens in zip(pair.languages, (pair.l1_tokens, pair.l2_tokens), strict=True):
            learnt.words.update((language, token.casefold()) for token in tokens)
        learnt.couples.update(
            _couple(pair.languages, pair.l1_tokens[first], pair.l2_tokens[second]) for first, second in pair.links
        )
    return learnt


def _couple(languages: Both[str], first: str, second: str) -> Couple:
    one, other = sorted([(languages[0], first.casefold()), (languages[1], second.casefold())])
    return (*one, *other)
