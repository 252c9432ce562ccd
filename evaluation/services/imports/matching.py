"""Finding the pair of a sentence by its words, so that models, broken rules and measures can be told of it.

Words are only used to find candidates, in an index over the words of the file's sentences alone; whether a sentence is
one of a pair is said by reading it in the words of that pair.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.generation import Sentence

SentenceKey = tuple[str, str]
RUN = re.compile(r"\w+")
LEAF = re.compile(r"\s([^\s()]+)\)")
CANDIDATES = 4
LEAST_SHARE = 0.5
# Words that more pairs have than this find none of them.
MOST_PAIRS_OF_A_WORD = 2_000
BATCH = 500


@dataclass(frozen=True)
class Match:
    """The pair of a sentence, and the sentence read in its words; None: its words are others, or forms of these."""

    pair: Pair
    sentence: Sentence | None


class PairIndex:
    """The current pairs of a collection, or of all, found by their ids and by words that the texts have."""

    def __init__(self, texts: Iterable[str], *, collection: str = "") -> None:
        self._pairs = Pair.objects.current()
        if collection:
            self._pairs = self._pairs.filter(collection__name=collection)
        wanted = {word for text in texts for word in words_of(text)}
        self._with_word: dict[str, list[int]] = defaultdict(list)
        self._with_id: dict[str, list[int]] = defaultdict(list)
        rows = self._pairs.order_by("pk").values_list("pk", "external_id", "l1_tree", "l2_tokens", "l2_other_script")
        for number, external_id, tree, tokens, other in rows.iterator(chunk_size=2_000):
            self._with_id[external_id].append(number)
            for word in words_of(" ".join((*LEAF.findall(tree), *tokens, *other))) & wanted:
                self._with_word[word].append(number)

    def candidates(self, text: str, pair_id: str = "") -> list[int]:
        """The primary keys of pairs that may have the sentence, those the file names first, then the likeliest."""
        words = words_of(text)
        votes: Counter[int] = Counter()
        for word in words:
            found = self._with_word.get(word, [])
            if len(found) <= MOST_PAIRS_OF_A_WORD:
                votes.update(found)
        named = self._with_id.get(pair_id, []) if pair_id else []
        likely = [number for number, count in votes.most_common(CANDIDATES) if count >= LEAST_SHARE * len(words)]
        return list(dict.fromkeys((*named, *likely)))

    def names(self, pair_id: str) -> list[int]:
        return self._with_id.get(pair_id, [])


def matches(texts: Iterable[SentenceKey], *, collection: str = "") -> Iterator[tuple[SentenceKey, Match | None]]:
    """Each of the sentences, given as (id of its pair, text), with its match; pair by pair: trees are reused."""
    keys = list(texts)
    index = PairIndex((text for _pair, text in keys), collection=collection)
    candidates = {key: index.candidates(key[1], key[0]) for key in keys}
    ordered = sorted(keys, key=lambda key: candidates[key][:1])
    for start in range(0, len(ordered), BATCH):
        some = ordered[start : start + BATCH]
        pairs = Pair.objects.in_bulk({number for key in some for number in candidates[key]})
        for key in some:
            found = [pairs[number] for number in candidates[key] if number in pairs]
            yield key, _match(key[1], found, named=index.names(key[0]) if key[0] else [])


def _match(text: str, candidates: list[Pair], *, named: list[int]) -> Match | None:
    for pair in candidates:
        generation.check_time()
        sentence = generation.reading(pair, text)
        if sentence is not None:
            return Match(pair, sentence)
    by_id = [pair for pair in candidates if pair.pk in named]
    if len(by_id) == 1:
        return Match(by_id[0], None)
    near = next((pair for pair in candidates if generation.is_nearly_of(pair, text)), None)
    return Match(near, None) if near else None


def words_of(text: str) -> set[str]:
    """What the index compares: runs of letters in lower case; one sign at a time where a script has no spaces."""
    runs = RUN.findall(unicodedata.normalize("NFC", text).casefold())
    return {word for run in runs for word in (run if any(map(generation.is_spaceless, run)) else [run])}
