"""Lists of sentences for the balanced design, and the order of one judge's sentences.

Plain functions over entries (item, pair, condition), without the database. (What experimental design calls a lexical
set with its versions is here a pair with the sentences drawn from it.) `deal` divides all entries into lists: a Latin
square over pairs and conditions where every pair has each condition once, otherwise as near to that as can be.
`far_apart` orders one judge's entries so that two of the same pair are as far from each other as possible. The random
generator is an argument, so that the same seed gives the same lists.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import ceil
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Entry:
    """What lists need to know of a sentence: its item, the pair it is a version of, the condition it was drawn for."""

    item: int
    pair: Hashable
    condition: str


@dataclass
class Block:
    """A list while it is being filled, with the number of its entries per pair and condition."""

    entries: list[Entry]
    pairs: Counter[Hashable]
    conditions: Counter[str]

    @classmethod
    def empty(cls) -> Block:
        return cls([], Counter(), Counter())

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.pairs[entry.pair] += 1
        self.conditions[entry.condition] += 1


def by_pair(entries: Sequence[Entry]) -> dict[Hashable, list[Entry]]:
    groups: dict[Hashable, list[Entry]] = defaultdict(list)
    for entry in entries:
        groups[entry.pair].append(entry)
    return groups


def list_count(entries: Sequence[Entry], size: int | None) -> int:
    """How many lists: as many as the largest pair has versions, or as lists of the given ``size`` need."""
    if size is None:
        return max((len(group) for group in by_pair(entries).values()), default=0)
    return ceil(len(entries) / size)


def deal(entries: Sequence[Entry], *, size: int | None, rng: Random) -> list[list[Entry]]:
    """Every entry in exactly one of m lists, and no list with two versions of a pair that another list could take.

    Version j of the p-th pair goes to list (p + j) mod m, which makes the Latin square. Where the numbers do not come
    out even, it goes to a list that has fewer of that pair, or has room, or has fewer of that condition.
    """
    count = list_count(entries, size)
    blocks = [Block.empty() for _ in range(count)]
    largest = ceil(len(entries) / count) if count else 0
    groups = list(by_pair(entries).values())
    rng.shuffle(groups)
    for row, group in enumerate(groups):
        for column, entry in enumerate(shuffled_within_conditions(group, rng)):
            best_block(blocks, entry, largest=largest, start=(row + column) % count).add(entry)
    return [block.entries for block in blocks]


def shuffled_within_conditions(group: Sequence[Entry], rng: Random) -> list[Entry]:
    """The versions of one pair, condition after condition, in random order inside each."""
    return sorted(rng.sample(group, len(group)), key=lambda entry: entry.condition)


def best_block(blocks: Sequence[Block], entry: Entry, *, largest: int, start: int) -> Block:
    """The block with fewest of the entry's pair; of those, one with room, then with fewest of its condition."""

    def burden(place: int) -> tuple[int, bool, int, int]:
        block = blocks[place]
        return (
            block.pairs[entry.pair],
            len(block.entries) >= largest,
            block.conditions[entry.condition],
            (place - start) % len(blocks),
        )

    return blocks[min(range(len(blocks)), key=burden)]


def far_apart(entries: Sequence[Entry], rng: Random) -> list[Entry]:
    """A random order in which versions of one pair are as far apart as can be.

    Let the largest pairs have g versions, let there be c such pairs and N sentences: no order keeps versions farther
    apart than (N - c) / (g - 1) places. This is reached by always taking, of the pairs that were last taken at least
    that many places ago, the one with most versions left.
    """
    groups = {pair: rng.sample(group, len(group)) for pair, group in by_pair(entries).items()}
    distance = greatest_distance([len(group) for group in groups.values()])
    ready = [(-len(group), rng.random(), pair) for pair, group in groups.items()]
    heapify(ready)
    resting: deque[tuple[int, float, Hashable]] = deque()
    order: list[Entry] = []
    while ready:
        _, rank, pair = heappop(ready)
        order.append(groups[pair].pop())
        resting.append((-len(groups[pair]), rank, pair))
        # The pair that was taken `distance` turns ago may be taken again.
        if len(resting) >= distance or not ready:
            rested = resting.popleft()
            if groups[rested[2]]:
                heappush(ready, rested)
    # Otherwise the pairs with most versions would come first for every judge.
    return order if rng.random() < 0.5 else order[::-1]


def greatest_distance(sizes: Sequence[int]) -> int:
    """How many places apart versions of a pair can be kept, for pairs with these numbers of versions.

    >>> greatest_distance([2, 2, 2]), greatest_distance([3, 1]), greatest_distance([1, 1])
    (3, 1, 2)
    """
    largest = max(sizes, default=0)
    if largest < 2:
        return max(1, len(sizes))
    return max(1, (sum(sizes) - sizes.count(largest)) // (largest - 1))


def mixed_in(order: Sequence[Thing], extras: Sequence[Thing], rng: Random) -> list[Thing]:
    """The order with the extras (attention items) put in, one in each of equal stretches, never at the very start."""
    spread = list(order)
    for number, extra in reversed(list(enumerate(rng.sample(extras, len(extras))))):
        start, stop = (len(order) * step // len(extras) for step in (number, number + 1))
        spread.insert(rng.randint(min(start + 1, stop), stop), extra)
    return spread


def with_repeats(order: Sequence[Entry], count: int, rng: Random) -> list[tuple[Entry, bool]]:
    """The order with ``count`` sentences of its first half repeated (marked True) at least half a list later."""
    spread = [(entry, False) for entry in order]
    early = list(range((len(order) + 1) // 2))
    for place in sorted(rng.sample(early, min(count, len(early))), reverse=True):
        entry = order[place]
        spread.insert(best_gap(spread, entry, first=place + ceil(len(order) / 2) + 1, rng=rng), (entry, True))
    return spread


def best_gap(spread: Sequence[tuple[Entry, bool]], entry: Entry, *, first: int, rng: Random) -> int:
    """Where to put a repeat: from ``first`` on, as far as possible from other sentences of its pair."""
    taken = [place for place, (other, _) in enumerate(spread) if other.pair == entry.pair]

    def distance(gap: int) -> int:
        return min(gap - place if place < gap else place - gap + 1 for place in taken)

    gaps = range(min(first, len(spread)), len(spread) + 1)
    greatest = max(distance(gap) for gap in gaps)
    return rng.choice([gap for gap in gaps if distance(gap) == greatest])
