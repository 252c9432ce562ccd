"""The linker of a pair of languages: candidates compete, verb groups follow their verb, leftovers come last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from cswitch_core.linking.candidates import Candidate, alike, listed
from cswitch_core.linking.competition import Board, compete
from cswitch_core.linking.infinitives import link_infinitive_markers
from cswitch_core.linking.language_pair import LANGUAGES, Entry, base_language, folder_of, language_pair
from cswitch_core.linking.learning import Learnt
from cswitch_core.linking.leftovers import link_leftovers
from cswitch_core.linking.lexicon import Lexicon
from cswitch_core.linking.parts import Parts, parts_of
from cswitch_core.linking.phrase_book import Found, PhraseBook
from cswitch_core.linking.proposed import ProposedLink
from cswitch_core.linking.spelling import folded
from cswitch_core.linking.verb_groups import link_groups
from cswitch_core.pairs import Link
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
        self.lists = self._phrase_book(self.pair.entries)
        self.own = self._phrase_book(_entries(own.mirrored() if self.is_mirrored else own))

    def links(
        self, first: Sequence[str], second: Sequence[str], *, tags: Sequence[str] | None = None
    ) -> tuple[ProposedLink, ...]:
        """Return links in the order of the first sentence. ``tags``: the parts of speech of its words, if known."""
        if self.is_mirrored:
            return tuple(sorted(link.mirrored() for link in self._links(second, first, None)))
        return tuple(sorted(self._links(first, second, tags)))

    def _phrase_book(self, entries: Iterable[Entry]) -> PhraseBook:
        return PhraseBook((self.pair.first, self.pair.second), map(self._in_parts, entries))

    def _in_parts(self, entry: Entry) -> Entry:
        first, second = self._parts(entry.first, entry.second)
        return replace(entry, first=first.texts, second=second.texts)

    def _parts(self, first: Sequence[str], second: Sequence[str]) -> Both[Parts]:
        return parts_of(first, self.pair.first, ()), parts_of(second, self.pair.second, self.pair.second_verbs)

    def _links(self, first: Sequence[str], second: Sequence[str], tags: Sequence[str] | None) -> Iterator[ProposedLink]:
        """Link part by part, and give a word the links of its parts, each once and as sure as the surest."""
        if not first or not second:
            return
        ones, others = self._parts(first, second)
        links = self._links_of_parts(ones, others, [tags[place] for place in ones.places] if tags else None)
        surest: dict[Link, ProposedLink] = {}
        for link in sorted(links, key=lambda one: one.confidence):
            whole = replace(link, first=ones.places[link.first], second=others.places[link.second])
            surest[whole.first, whole.second] = whole
        yield from surest.values()

    def _links_of_parts(self, first: Parts, second: Parts, tags: Sequence[str] | None) -> Iterable[ProposedLink]:
        board = Board((len(first.texts), len(second.texts)))
        candidates = [self._by_habit(one, first, second) for one in self._candidates(first, second, tags)]
        compete(board, candidates)
        link_groups(board, self.pair, second.texts)
        link_infinitive_markers(board, self.pair, first.texts, second.texts)
        link_leftovers(board, self.pair, first.texts, second.texts)
        return board.links.values()

    def _candidates(self, first: Parts, second: Parts, tags: Sequence[str] | None) -> Iterator[Candidate]:
        ones, others = first.texts, second.texts
        markers = set(self._verb_markers(ones, tags))
        subjects = set(self._subjects(ones, tags))
        lists = (found for found in self.lists.find(ones, others) if not self._is_unsure_object(found, second))
        for one in (self._placed(listed(found, own=False), ones) for found in lists):
            if one.is_phrase or not (markers.intersection(one.first) or self._is_object(one, subjects, others)):
                yield one
        yield from (listed(found, own=True) for found in self.own.find(ones, others))
        yield from alike(self.pair, ones, others)
        yield from self._learnt(first, second)

    def _is_unsure_object(self, found: Found, second: Parts) -> bool:
        """Say whether an unsure entry would take a pronoun behind its verb, an object, for something else."""
        is_behind = (second.is_behind_verb(part, self.pair.second) for part in found.second)
        return found.entry.is_unsure and any(is_behind)

    def _placed(self, candidate: Candidate, first: Sequence[str]) -> Candidate:
        """Say of an adposition on which side of what it governs its counterpart stands."""
        if not self.pair.adpositions.intersection(folded(first[place]) for place in candidate.first):
            return candidate
        return replace(candidate, side=1 if self.pair.adpositions_follow else -1)

    def _subjects(self, first: Sequence[str], tags: Sequence[str] | None) -> Iterator[int]:
        """Places of pronouns such as *it*, subject and object alike, that stand before a verb."""
        for place, word in enumerate(first[:-1]):
            if folded(word) in self.pair.either_case and self._is_verb(first, tags, place + 1):
                yield place

    def _is_object(self, candidate: Candidate, subjects: set[int], second: Sequence[str]) -> bool:
        """Say whether a subject would be linked to a form that only objects have."""
        return candidate.first[0] in subjects and folded(second[candidate.second[0]]) in self.pair.object_forms

    def _learnt(self, first: Parts, second: Parts) -> Iterator[Candidate]:
        """What was learnt of whole words; the first part of a word stands for it."""
        if not self.learnt.couples and not self.learnt.likely:
            return
        for one, word in first.words():
            for other, counterpart in second.words():
                sureness = self.learnt.sureness(self.pair.languages, word, counterpart)
                if sureness:
                    is_function = self.pair.first.is_function_word(word)
                    yield Candidate((one,), (other,), sureness, "learnt", is_function)

    def _by_habit(self, candidate: Candidate, first: Parts, second: Parts) -> Candidate:
        """Make a candidate less sure whose words people were seen to leave unlinked."""
        ones = (self.learnt.linked_share(self.pair.languages[0], first.word(part)) for part in candidate.first)
        others = (self.learnt.linked_share(self.pair.languages[1], second.word(part)) for part in candidate.second)
        share = min([*ones, *others])
        return replace(candidate, score=candidate.score * min(1.0, HABIT + share))

    def _verb_markers(self, first: Sequence[str], tags: Sequence[str] | None) -> Iterator[int]:
        """Places of words such as *to* that only mark the verb behind them."""
        for place, word in enumerate(first[:-1]):
            if folded(word) in self.pair.verb_markers and self._is_verb(first, tags, place + 1):
                yield place

    def _is_verb(self, first: Sequence[str], tags: Sequence[str] | None, place: int) -> bool:
        return tags[place].startswith(("V", "MD")) if tags else folded(first[place]) in self.pair.verbs


def _entries(lexicon: Lexicon) -> Iterator[Entry]:
    return (Entry(tuple(first.split()), tuple(second.split())) for first, second in lexicon.entries)
