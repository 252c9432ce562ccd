"""Competitive linking (Melamed, Computational Linguistics 26(2), 2000): the surest candidate first, each word once.

Phrases go first, then words with one possible counterpart, then those with several, then function words: the later
ones are scored by how near they stand to words that are linked already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from cswitch_core.linking.candidates import Candidate
from cswitch_core.linking.proposed import ProposedLink
from cswitch_core.pairs import Link

# A word before counts as further away than one behind: English and Spanish function words stand before theirs.
BEFORE, BEHIND = 1.5, 1.0
WINDOW = 5
FARTHEST = 12.0
STEP = 0.03
PHRASE_BONUS = 0.1
LEAST = 0.42
# A line through what was right of links of each score in the gold that nobody developed on; see docs/linking.md.
LOWEST = 0.75
# Of a phrase every word goes with every word, which people do not always want.
PHRASE_SHARE = 0.9


@dataclass(slots=True)
class Board:
    """What is linked so far between two sentences of these lengths."""

    lengths: tuple[int, int]
    links: dict[Link, ProposedLink] = field(default_factory=dict)
    content: dict[int, list[int]] = field(default_factory=dict)
    firsts: dict[int, list[int]] = field(default_factory=dict)
    seconds: dict[int, list[int]] = field(default_factory=dict)

    def is_free(self, candidate: Candidate) -> bool:
        return not (self.firsts.keys() & candidate.first or self.seconds.keys() & candidate.second)

    def add(self, first: int, second: int, confidence: float, reason: str) -> None:
        self.links[first, second] = ProposedLink(first, second, confidence, reason)
        self.firsts.setdefault(first, []).append(second)
        self.seconds.setdefault(second, []).append(first)

    def accept(self, candidate: Candidate) -> None:
        for first in candidate.first:
            for second in candidate.second:
                self.add(first, second, candidate.score, candidate.reason)
                if not candidate.is_function:
                    self.content.setdefault(first, []).append(second)

    def away(self, candidate: Candidate) -> float:
        """Return how far a candidate stands from linked words around it, in words; by place where there are none."""
        near = [
            distance
            for first in candidate.first
            for around in range(first - WINDOW, first + WINDOW + 1)
            for distance in self._distances(first, around, candidate.second)
        ]
        return min(near, default=min(FARTHEST, 2 + self._displaced(candidate)))

    def _distances(self, first: int, around: int, seconds: Sequence[int]) -> Iterator[float]:
        weight = BEFORE if around < first else BEHIND
        for place in self.content.get(around, ()):
            yield weight * abs(first - around) + min(abs(second - place) for second in seconds)

    def _displaced(self, candidate: Candidate) -> float:
        """Return how far apart the two relative places are, in words."""
        shares = (candidate.first[0] / self.lengths[0], candidate.second[0] / self.lengths[1])
        return abs(shares[0] - shares[1]) * max(self.lengths)


def compete(board: Board, candidates: Iterable[Candidate]) -> None:
    """Link in rounds; what is too unsure, given where it stands, stays unlinked."""
    every = list(candidates)
    content = [candidate for candidate in every if not candidate.is_function]
    function = [candidate for candidate in every if candidate.is_function]
    phrases = [candidate for candidate in every if _is_close(candidate)]
    counts = Counter(place for candidate in content for place in _places(candidate))
    sole = [one for one in content if all(counts[place] == 1 for place in _places(one))]
    for round_ in (phrases, sole, content, function):
        _round(board, round_)


def _is_close(candidate: Candidate) -> bool:
    """Say whether a candidate is a phrase without a gap."""
    sides = (candidate.first, candidate.second)
    return candidate.is_phrase and all(side[-1] - side[0] == len(side) - 1 for side in sides)


def _places(candidate: Candidate) -> Iterator[tuple[int, int]]:
    yield from ((0, place) for place in candidate.first)
    yield from ((1, place) for place in candidate.second)


def _round(board: Board, candidates: Iterable[Candidate]) -> None:
    scored = [(_score(board, candidate), candidate) for candidate in candidates if board.is_free(candidate)]
    for score, candidate in sorted(scored, key=lambda one: (-one[0], one[1].first, one[1].second)):
        if score >= LEAST and board.is_free(candidate):
            board.accept(replace(candidate, score=_confidence(candidate, min(candidate.score, score))))


def _confidence(candidate: Candidate, score: float) -> float:
    """Return about how often links of this score were right in the gold; other texts may have more that are wrong."""
    share = PHRASE_SHARE if candidate.is_phrase else 1.0
    return round(share * (LOWEST + (1 - LOWEST) * score), 3)


def _score(board: Board, candidate: Candidate) -> float:
    bonus = PHRASE_BONUS * (len(candidate.first) + len(candidate.second) - 2)
    return candidate.score + bonus - STEP * board.away(candidate)
