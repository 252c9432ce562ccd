"""Lists of sentences for the balanced design, and the order of one judge's sentences.

Plain functions over entries (item, pair, condition), without the database. (What experimental design calls a lexical
set with its versions is here a pair with the sentences drawn from it.) `deal` divides all entries into lists: a Latin
square over pairs and conditions where every pair has each condition once, otherwise as near to that as can be. Each
sentence is rated by several judges, so it is dealt as many times, in rounds: each round is a division of its own, in
which the judges of a list meet as many different judges of the earlier rounds as they can, instead of always the same.
`far_apart` orders one judge's entries so that two of the same pair are as far from each other as possible, and
`matches_apart` sees to it that the two sentences of a match are not next to each other even so. The random
generator is an argument, so that the same seed gives the same lists.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush, nsmallest
from math import ceil
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")
# Of so many of the shortest lists the best are taken for the sentences of a pair; more would only take longer.
LISTS_COMPARED = 60


@dataclass(frozen=True)
class Entry:
    """What lists need to know of a sentence: its item, the pair it is a version of, the condition it was drawn for.

    Or of a couple: its condition names those of both sentences.
    """

    item: int
    pair: Hashable
    condition: str
    is_couple: bool = False
    # The match it is one of two members of; None: of none.
    match: int | None = None


# One round: the list of each item.
Round = Mapping[int, int]


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


def deal(entries: Sequence[Entry], *, size: int | None, rng: Random, earlier: Sequence[Round] = ()) -> dict[int, int]:
    """The list of every item in one round: lists are equally long (±1), with versions of a pair in different lists.

    The versions of a pair go to the shortest lists, one each, which keeps the lengths within one of each other. Who
    goes where is the cheapest assignment: first to lists that have fewest of the condition, then to lists that share
    least with those in which ``earlier`` rounds have the sentence. (A Latin rectangle can always be completed, so that
    pair after pair the square comes out where there is one.)
    """
    lists = Lists(list_count(entries, size), rng, earlier)
    groups = list(by_pair(entries).values())
    rng.shuffle(groups)
    for group in groups:
        shuffled = rng.sample(group, len(group))
        # A pair with more versions than there are lists goes round more than once.
        for start in range(0, len(shuffled), lists.count):
            lists.add(shuffled[start : start + lists.count])
    return lists.of_item


class Lists:
    """The lists of a round while they are being filled."""

    def __init__(self, count: int, rng: Random, earlier: Sequence[Round]) -> None:
        self.count = count
        self.earlier = earlier
        self.of_item: dict[int, int] = {}
        self.lengths = [0] * count
        self.conditions: Counter[tuple[int, str]] = Counter()
        # How many sentences a list shares with a list of an earlier round.
        self.shared: Counter[tuple[int, int, int]] = Counter()
        # Of lists that are equally good, each list's turn.
        self.turns = deque(rng.sample(range(count), count))

    def add(self, versions: Sequence[Entry]) -> None:
        """Put versions of one pair, no more than there are lists, into different lists."""
        # Loaded when it is needed, for it takes a while and most of the site does without.
        from scipy.optimize import linear_sum_assignment

        shortest = min(self.lengths)
        candidates = nsmallest(
            max(LISTS_COMPARED, len(versions)),
            range(self.count),
            key=lambda place: (self.lengths[place], self.turns[place]),
        )
        costs = [[self._cost(entry, place, shortest) for place in candidates] for entry in versions]
        _rows, columns = linear_sum_assignment(costs)
        for entry, column in zip(versions, columns.tolist(), strict=True):
            self._put(entry, candidates[column])
        self.turns.rotate()

    def _cost(self, entry: Entry, place: int, shortest: int) -> float:
        shared = sum(self.shared[number, dealt[entry.item], place] for number, dealt in enumerate(self.earlier))
        # The weight of each is more than what stands behind it can add up to.
        weight = (len(self.of_item) + 1) * (len(self.earlier) + 1)
        longer = self.lengths[place] - shortest
        return float((longer * weight + self.conditions[place, entry.condition]) * weight + shared)

    def _put(self, entry: Entry, place: int) -> None:
        self.of_item[entry.item] = place
        self.lengths[place] += 1
        self.conditions[place, entry.condition] += 1
        for number, dealt in enumerate(self.earlier):
            self.shared[number, dealt[entry.item], place] += 1


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


def matches_apart(order: Sequence[Entry]) -> list[Entry]:
    """The order with as little exchanged as can be so that no two of one match are next to each other.

    >>> order = matches_apart([Entry(number, "p", "", match=match) for number, match in enumerate([1, 1, 2, 2])])
    >>> [entry.match for entry in order]
    [1, 2, 1, 2]
    """
    spread = list(order)
    for place in range(1, len(spread)):
        if _clash(spread, place):
            # The nearest place with which exchanging leaves both apart; without one the order stays as it is.
            for other in sorted(range(len(spread)), key=lambda other: abs(other - place)):
                spread[place], spread[other] = spread[other], spread[place]
                if not any(_clash(spread, at) for here in (place, other) for at in (here, here + 1)):
                    break
                spread[place], spread[other] = spread[other], spread[place]
    return spread


def _clash(order: Sequence[Entry], place: int) -> bool:
    """Whether what stands here is of the same match as what stands before it."""
    if not 0 < place < len(order) or order[place].match is None:
        return False
    return order[place].match == order[place - 1].match


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
    """Where to put a repeat: from ``first`` on, far from other sentences of its pair, and not beside its own match."""
    taken = [place for place, (other, _) in enumerate(spread) if other.pair == entry.pair]

    def distance(gap: int) -> int:
        return min(gap - place if place < gap else place - gap + 1 for place in taken)

    def is_apart(gap: int) -> bool:
        return entry.match is None or all(other.match != entry.match for other, _ in spread[max(0, gap - 1) : gap + 1])

    allowed = range(min(first, len(spread)), len(spread) + 1)
    # Sooner rather than beside its match; in a list of one match there is no other place.
    sooner = range(spread.index((entry, False)) + 1, allowed.start)
    gaps = [gap for gap in allowed if is_apart(gap)] or [gap for gap in sooner if is_apart(gap)] or list(allowed)
    greatest = max(distance(gap) for gap in gaps)
    return rng.choice([gap for gap in gaps if distance(gap) == greatest])
