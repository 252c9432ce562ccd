"""Which sentence of a couple stands first, as often the one as the other: for every judge and for every couple.

In the balanced design it is known beforehand which list, and so which judge, has which couples. Take the couples and
the lists of two rounds as points of a graph, each couple in a list as an edge, and colour the edges with two colours so
that at every point there are as many of the one as of the other, or one more. That is always possible (the graph has
no odd circles): at every point the edges are taken two by two, and two that were taken together get different colours.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random

# A couple and a list of sentences.
Edge = tuple[int, Hashable]


def planned_sides(edges: Sequence[Edge], rng: Random) -> dict[Edge, bool]:
    """True or False for each edge, as often the one as the other (or once more) for every couple and every list."""
    shuffled = rng.sample(edges, len(edges))
    together: dict[Edge, list[Edge]] = {edge: [] for edge in shuffled}
    for end in (0, 1):
        waiting: dict[Hashable, Edge] = {}
        for edge in shuffled:
            other = waiting.pop(edge[end], None)
            if other is None:
                waiting[edge[end]] = edge
            else:
                together[edge].append(other)
                together[other].append(edge)
    sides: dict[Edge, bool] = {}
    for start in shuffled:
        ahead = [(start, rng.random() < 0.5)]
        while ahead:
            edge, side = ahead.pop()
            if edge not in sides:
                sides[edge] = side
                ahead += [(other, not side) for other in together[edge]]
    return sides


def judge_sides(
    couples: Sequence[int], *, surplus: Mapping[int, int], planned: Mapping[int, bool], rng: Random
) -> dict[int, bool]:
    """For one judge, whether each couple is swapped.

    ``surplus`` is how much oftener judges before this one have a couple unswapped than swapped. Where that is even, the
    plan decides; where there is none, chance does, so that the judge has as many swapped as unswapped.
    """
    sides = {couple: surplus[couple] > 0 for couple in couples if surplus.get(couple)}
    sides |= {couple: planned[couple] for couple in couples if couple not in sides and couple in planned}
    free = [couple for couple in rng.sample(couples, len(couples)) if couple not in sides]
    balance = sum(1 if swapped else -1 for swapped in sides.values())
    for couple in free:
        sides[couple] = balance < 0 or (balance == 0 and rng.random() < 0.5)
        balance += 1 if sides[couple] else -1
    return sides
