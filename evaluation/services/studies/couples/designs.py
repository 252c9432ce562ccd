"""Which two sentences stand beside each other: plain functions over sentences (item, pair, condition).

Both sentences of a couple come from one pair, so that they say the same. A design is a graph whose edges are the
couples. A scale exists only where the graph is connected: where some chain of choices leads from each sentence of a
pair to each other one, and from each condition to each other one. What is not connected is refused, with the reason.

- `conditions`: the sentences of one condition against those of another (``EC1 - ML2`` against ``ML2 - EC1``), one to
  one; it is connected between conditions, and says nothing about single sentences;
- `every_couple`: every two sentences of a pair;
- `random_couples`: each sentence in a stated number of couples: the sentences of a pair in a random circle, each with
  those nearest to it (a circulant graph, which is regular and connected);
- `matched`: what breaks a constraint beside its partner; each constraint is a comparison of its own, and no scale puts
  several of them in order unless other couples connect them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from django.utils.translation import gettext as _

from evaluation.services.errors import Refused


@dataclass(frozen=True)
class Member:
    """What a design needs to know of a sentence; ``pair_name`` is for messages."""

    item: int
    pair: Hashable
    pair_name: str
    condition: str
    # The number of its match; None: it is in none.
    match: int | None = None


Couple = tuple[Member, Member]


def conditions(members: Sequence[Member], first: str, second: str, rng: Random) -> list[Couple]:
    """Within each pair the sentences of the two conditions, one to one, as many as there are of the rarer one."""
    couples: list[Couple] = []
    for group in by_pair(members):
        sides = [[member for member in group if member.condition == name] for name in (first, second)]
        couples += zip(*(rng.sample(side, len(side)) for side in sides), strict=False)
    if not couples:
        message = _(
            "No pair has sentences of both “%(first)s” and “%(second)s”, so there is nothing to choose between."
        )
        raise Refused(message % {"first": first, "second": second}, field="first")
    return couples


def matched(members: Sequence[Member]) -> list[Couple]:
    """The two sentences of each match."""
    groups: dict[int, list[Member]] = defaultdict(list)
    for member in members:
        if member.match is not None:
            groups[member.match].append(member)
    couples = [(group[0], group[1]) for group in groups.values() if len(group) == 2]
    if not couples:
        message = _("There are no matched pairs. Draw sentences by constraint first, or make couples otherwise.")
        raise Refused(message, field="design")
    return couples


def every_couple(members: Sequence[Member], most: int) -> list[Couple]:
    """Every two sentences of a pair; a pair with more than ``most`` sentences is refused."""
    for group in by_pair(members):
        if len(group) > most:
            message = _(
                "Pair %(pair)s has %(number)d sentences, which make %(couples)d couples. All couples are for at most "
                "%(most)d sentences of a pair: draw fewer, or choose couples at random."
            )
            numbers = {"number": len(group), "couples": len(group) * (len(group) - 1) // 2, "most": most}
            raise Refused(message % ({"pair": group[0].pair_name} | numbers), field="design")
    return connected([couple for group in by_pair(members) for couple in combinations(group, 2)])


def random_couples(members: Sequence[Member], per_sentence: int, rng: Random) -> list[Couple]:
    """Each sentence in ``per_sentence`` couples, or with all others of its pair where they are fewer.

    Where an odd number of sentences are to be in an odd number of couples each, one of them is in one more.
    """
    couples: list[Couple] = []
    for group in by_pair(members):
        circle = rng.sample(group, len(group))
        couples += [(circle[one], circle[other]) for one, other in circulant(len(group), per_sentence)]
    _check_pairs(members, couples)
    return connected(couples)


def circulant(size: int, degree: int) -> list[tuple[int, int]]:
    """The edges between ``size`` points in a circle, each joined to the ``degree`` nearest to it.

    >>> circulant(4, 2), circulant(3, 5), circulant(4, 1)
    ([(0, 1), (0, 3), (1, 2), (2, 3)], [(0, 1), (0, 2), (1, 2)], [(0, 2), (1, 3)])
    """
    degree = min(degree, size - 1)
    edges = {_edge(start, start + step, size) for step in range(1, degree // 2 + 1) for start in range(size)}
    if degree % 2:
        half = size // 2
        edges |= {_edge(start, start + half, size) for start in range(half)}
        if size % 2:
            edges.add(_edge(size - 1, size - 1 + half, size))
    return sorted(edges)


def _edge(one: int, other: int, size: int) -> tuple[int, int]:
    low, high = sorted((one % size, other % size))
    return low, high


def by_pair(members: Iterable[Member]) -> list[list[Member]]:
    """The sentences of each pair that has at least two; there is nothing to put beside the others."""
    groups: dict[Hashable, list[Member]] = defaultdict(list)
    for member in members:
        groups[member.pair].append(member)
    return [group for group in groups.values() if len(group) > 1]


# -- Connected or not ------------------------------------------------------------------------------------------------


def components(nodes: Iterable[Hashable], edges: Iterable[tuple[Hashable, Hashable]]) -> list[list[Hashable]]:
    """The nodes in groups such that no edge leads from one group to another.

    >>> components("abcd", [("a", "b"), ("c", "d"), ("d", "c")])
    [['a', 'b'], ['c', 'd']]
    """
    neighbours: dict[Hashable, list[Hashable]] = {node: [] for node in nodes}
    for one, other in edges:
        neighbours[one].append(other)
        neighbours[other].append(one)
    found: list[list[Hashable]] = []
    seen: set[Hashable] = set()
    for node in neighbours:
        group, ahead = [], [node]
        while ahead:
            here = ahead.pop()
            if here not in seen:
                seen.add(here)
                group.append(here)
                ahead += neighbours[here]
        if group:
            found.append(group)
    return found


def _check_pairs(members: Sequence[Member], couples: Sequence[Couple]) -> None:
    edges: dict[Hashable, list[tuple[Hashable, Hashable]]] = defaultdict(list)
    for one, other in couples:
        edges[one.pair].append((one.item, other.item))
    for group in by_pair(members):
        parts = components([member.item for member in group], edges[group[0].pair])
        if len(parts) > 1:
            message = _(
                "The %(number)d sentences of pair %(pair)s fall into %(parts)d groups that are never compared with "
                "each other, not even by way of others. Ask for at least 2 couples per sentence."
            )
            numbers = {"number": len(group), "pair": group[0].pair_name, "parts": len(parts)}
            raise Refused(message % numbers, field="per_sentence")


def connected(couples: list[Couple]) -> list[Couple]:
    """The couples themselves; ``Refused`` if there are none or they leave conditions that are never compared."""
    if not couples:
        message = _("No pair has two sentences, so there is nothing to choose between. Draw more of each pair.")
        raise Refused(message, field="design")
    edges = [(one.condition, other.condition) for one, other in couples]
    parts = components(sorted({condition for edge in edges for condition in edge}), edges)
    if len(parts) > 1:
        message = _(
            "“%(first)s” and “%(second)s” are not connected: no pair has sentences of both, nor does a chain of "
            "couples lead from one to the other, so they cannot be put on one scale. Draw both from the same pairs, "
            "or put two conditions against each other."
        )
        raise Refused(message % {"first": parts[0][0], "second": parts[1][0]}, field="design")
    return couples
