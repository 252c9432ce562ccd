"""A phrase book: entries of word lists, found in two sentences whatever form or spelling their words have.

Function words are found as they are written (lists name their forms; *main* and *mein* must not meet); other words by
every key of their language.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cswitch_core.linking.language import Keys, Language
from cswitch_core.linking.language_pair import Entry
from cswitch_core.linking.spelling import folded

GAP = "…"
LONGEST_GAP = 6
Places = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of one language; ``keys`` of each word, nothing for a gap."""

    words: tuple[str, ...]
    keys: tuple[Keys, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """An entry found in both sentences. ``sureness`` says how near its words are to those of the list."""

    entry: Entry
    first: Places
    second: Places
    sureness: float


class PhraseSide:
    """The phrases of one language, by the keys of their first word."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.phrases: dict[tuple[tuple[str, ...], bool], int] = {}
        self.all: list[Phrase] = []
        self.starts: dict[str, list[int]] = defaultdict(list)

    def add(self, words: tuple[str, ...], *, as_written: bool) -> int:
        """Return the number of a phrase, new or known."""
        if (words, as_written) not in self.phrases:
            number = self.phrases[words, as_written] = len(self.all)
            keys = tuple(self._keys(word, as_written=as_written) for word in words)
            self.all.append(Phrase(words, keys))
            for key in keys[0]:
                self.starts[key].append(number)
        return self.phrases[words, as_written]

    def _keys(self, word: str, *, as_written: bool) -> Keys:
        if word == GAP:
            return {}
        return {folded(word): 1.0} if as_written else self.language.keys(word)

    def find(self, sentence: Sequence[str]) -> dict[int, list[tuple[Places, float]]]:
        """Return where each phrase stands, and how surely."""
        keys = [self.language.keys(word) for word in sentence]
        found: dict[int, list[tuple[Places, float]]] = defaultdict(list)
        for start, own in enumerate(keys):
            for number in {number for key in own for number in self.starts.get(key, ())}:
                found[number] += _matches(self.all[number], keys, start)
        return found


def _matches(phrase: Phrase, sentence: Sequence[Keys], start: int) -> Iterator[tuple[Places, float]]:
    places: list[int] = []
    sureness, at, reach = 1.0, start, 1
    for own in phrase.keys:
        if not own:
            reach = LONGEST_GAP
            continue
        window = range(at, min(at + reach, len(sentence)))
        shared = next(((place, quality) for place in window if (quality := _shared(own, sentence[place]))), None)
        if shared is None:
            return
        places.append(shared[0])
        sureness, at, reach = min(sureness, shared[1]), shared[0] + 1, 1
    yield tuple(places), sureness


def _shared(first: Keys, second: Keys) -> float:
    if len(first) > len(second):
        first, second = second, first
    return max((min(sureness, second[key]) for key, sureness in first.items() if key in second), default=0.0)


class PhraseBook:
    """All entries of a pair of languages."""

    def __init__(self, languages: tuple[Language, Language], entries: Iterable[Entry]) -> None:
        self.sides = (PhraseSide(languages[0]), PhraseSide(languages[1]))
        self.entries: dict[int, dict[int, Entry]] = defaultdict(dict)
        for entry in entries:
            self._add(entry)

    def _add(self, entry: Entry) -> None:
        first = self.sides[0].add(entry.first, as_written=entry.is_function)
        second = self.sides[1].add(entry.second, as_written=entry.is_function)
        known = self.entries[first].get(second)
        if known is None or known.is_unsure:
            self.entries[first][second] = entry

    def find(self, first: Sequence[str], second: Sequence[str]) -> Iterator[Found]:
        """Return every entry that stands in both sentences, with its places."""
        firsts, seconds = self.sides[0].find(first), self.sides[1].find(second)
        for number, places in firsts.items():
            translations = self.entries[number]
            for other in translations.keys() & seconds.keys():
                for one, sureness in places:
                    for two, sureness_two in seconds[other]:
                        yield Found(translations[other], one, two, min(sureness, sureness_two))
