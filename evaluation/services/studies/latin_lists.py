"""Who sees which sentences, and in what order: plain functions over (pair, condition), without tables.

The lexical set is one pair, its versions are the sentences drawn from it. `deal` makes the lists of the balanced
design: a Latin square over pair and condition where every pair has each condition once, balanced blocks beyond that.
`far_apart` orders one judge's sentences so that two of one pair stand as far from each other as their numbers allow.
Randomness is handed in.
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
    """A sentence as far as lists care: who it is, the pair it is a version of, the condition it was drawn for."""

    item: int
    pair: Hashable
    condition: str


@dataclass
class Block:
    """A list being dealt, with what it holds counted."""

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
    """As many lists as the largest pair has versions, or as a wished ``size`` asks for."""
    if size is None:
        return max((len(group) for group in by_pair(entries).values()), default=0)
    return ceil(len(entries) / size)


def deal(entries: Sequence[Entry], *, size: int | None, rng: Random) -> list[list[Entry]]:
    """Every sentence in exactly one list, no list with two versions of a pair while another could take one.

    Version j of the p-th pair goes to list (p + j) mod m, which is the Latin square, unless another list has fewer of
    that pair, room where this one is full, or fewer of that condition: where the square does not come out even.
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

    With g versions of the largest pairs, c such pairs and N sentences, no order does better than (N - c) / (g - 1)
    places from one version to the next; taking the pair with most left among those rested that long reaches it.
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
        # Whoever went in `distance` turns ago may come again.
        if len(resting) >= distance or not ready:
            rested = resting.popleft()
            if groups[rested[2]]:
                heappush(ready, rested)
    # Else the pairs with most versions would open every judge's list.
    return order if rng.random() < 0.5 else order[::-1]


def greatest_distance(sizes: Sequence[int]) -> int:
    """From one version of a pair to the next, at best.

    >>> greatest_distance([2, 2, 2]), greatest_distance([3, 1]), greatest_distance([1, 1])
    (3, 1, 2)
    """
    largest = max(sizes, default=0)
    if largest < 2:
        return max(1, len(sizes))
    return max(1, (sum(sizes) - sizes.count(largest)) // (largest - 1))


def mixed_in(order: Sequence[Thing], extras: Sequence[Thing], rng: Random) -> list[Thing]:
    """The extras (attention items) spread over the order, one in each equal stretch, never first of all."""
    spread = list(order)
    for number, extra in reversed(list(enumerate(rng.sample(extras, len(extras))))):
        start, stop = (len(order) * step // len(extras) for step in (number, number + 1))
        spread.insert(rng.randint(min(start + 1, stop), stop), extra)
    return spread


def with_repeats(order: Sequence[Entry], count: int, rng: Random) -> list[tuple[Entry, bool]]:
    """The order with ``count`` sentences of its first half shown again (marked True), half a list later or more."""
    spread = [(entry, False) for entry in order]
    early = list(range((len(order) + 1) // 2))
    for place in sorted(rng.sample(early, min(count, len(early))), reverse=True):
        entry = order[place]
        spread.insert(quietest_gap(spread, entry, first=place + ceil(len(order) / 2) + 1, rng=rng), (entry, True))
    return spread


def quietest_gap(spread: Sequence[tuple[Entry, bool]], entry: Entry, *, first: int, rng: Random) -> int:
    """Where to put a repeat: from ``first`` on, farthest from what its pair has there already."""
    taken = [place for place, (other, _) in enumerate(spread) if other.pair == entry.pair]

    def distance(gap: int) -> int:
        return min(gap - place if place < gap else place - gap + 1 for place in taken)

    gaps = range(min(first, len(spread)), len(spread) + 1)
    greatest = max(distance(gap) for gap in gaps)
    return rng.choice([gap for gap in gaps if distance(gap) == greatest])
