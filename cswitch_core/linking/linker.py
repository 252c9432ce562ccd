"""The linker of a pair of languages: candidates compete, verb groups follow their verb, leftovers come last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from cswitch_core.linking.candidates import Candidate, alike, listed
from cswitch_core.linking.competition import Board, compete
from cswitch_core.linking.language_pair import LANGUAGES, Entry, base_language, folder_of, language_pair
from cswitch_core.linking.learning import Learnt
from cswitch_core.linking.leftovers import link_leftovers
from cswitch_core.linking.lexicon import Lexicon
from cswitch_core.linking.phrase_book import PhraseBook
from cswitch_core.linking.proposed import ProposedLink
from cswitch_core.linking.spelling import folded
from cswitch_core.linking.verb_groups import link_groups
from cswitch_core.shared_tree import Both

# What is left of a word's score where people never link it.
HABIT = 0.4


class Linker:
    """Proposes links between sentences of two languages, in the order given.

    ``folder`` is where the data of languages and of their pairs lie.
    """

    def __init__(
        self,
        languages: Both[str],
        *,
        lexicon: Lexicon | None = None,
        learnt: Learnt | None = None,
        folder: Path = LANGUAGES,
    ) -> None:
        bases = (base_language(languages[0]), base_language(languages[1]))
        order = folder_of(languages, folder) or bases
        own = lexicon or Lexicon()
        self.languages = languages
        self.is_mirrored = order != bases
        self.learnt = learnt or Learnt()
        self.pair = language_pair(order, folder)
        self.lists = PhraseBook((self.pair.first, self.pair.second), self.pair.entries)
        self.own = PhraseBook(
            (self.pair.first, self.pair.second), _entries(own.mirrored() if self.is_mirrored else own)
        )

    def links(
        self, first: Sequence[str], second: Sequence[str], *, tags: Sequence[str] | None = None
    ) -> tuple[ProposedLink, ...]:
        """Return links in the order of the first sentence. ``tags``: the parts of speech of its words, if known."""
        if self.is_mirrored:
            return tuple(sorted(link.mirrored() for link in self._links(second, first, None)))
        return tuple(sorted(self._links(first, second, tags)))

    def _links(self, first: Sequence[str], second: Sequence[str], tags: Sequence[str] | None) -> Iterator[ProposedLink]:
        if not first or not second:
            return
        board = Board((len(first), len(second)))
        candidates = self._candidates(first, second, tags)
        compete(board, [self._by_habit(one, first, second) for one in candidates])
        link_groups(board, self.pair, second)
        link_leftovers(board, self.pair, first, second)
        yield from board.links.values()

    def _candidates(
        self, first: Sequence[str], second: Sequence[str], tags: Sequence[str] | None
    ) -> Iterator[Candidate]:
        markers = set(self._verb_markers(first, tags))
        found = [listed(one, own=False) for one in self.lists.find(first, second)]
        yield from (one for one in found if one.is_phrase or not markers.intersection(one.first))
        yield from (listed(one, own=True) for one in self.own.find(first, second))
        yield from alike(self.pair, first, second)
        yield from self._learnt(first, second)

    def _learnt(self, first: Sequence[str], second: Sequence[str]) -> Iterator[Candidate]:
        if not self.learnt.couples and not self.learnt.likely:
            return
        for one, word in enumerate(first):
            for other, counterpart in enumerate(second):
                sureness = self.learnt.sureness(self.pair.languages, word, counterpart)
                if sureness:
                    is_function = self.pair.first.is_function_word(word)
                    yield Candidate((one,), (other,), sureness, "learnt", is_function)

    def _by_habit(self, candidate: Candidate, first: Sequence[str], second: Sequence[str]) -> Candidate:
        """Make a candidate less sure whose words people were seen to leave unlinked."""
        ones = (self.learnt.linked_share(self.pair.languages[0], first[place]) for place in candidate.first)
        others = (self.learnt.linked_share(self.pair.languages[1], second[place]) for place in candidate.second)
        share = min([*ones, *others])
        return replace(candidate, score=candidate.score * min(1.0, HABIT + share))

    def _verb_markers(self, first: Sequence[str], tags: Sequence[str] | None) -> Iterator[int]:
        """Places of words such as *to* that only mark the verb behind them."""
        for place, word in enumerate(first[:-1]):
            if folded(word) in self.pair.verb_markers and self._is_verb(first, tags, place + 1):
                yield place

    def _is_verb(self, first: Sequence[str], tags: Sequence[str] | None, place: int) -> bool:
        return tags[place].startswith("V") if tags else folded(first[place]) in self.pair.verbs


def _entries(lexicon: Lexicon) -> Iterator[Entry]:
    return (Entry(tuple(first.split()), tuple(second.split())) for first, second in lexicon.entries)
