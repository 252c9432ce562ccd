"""From word alignment to *units*: which words of the two sentences become one slot.

Words joined by links, directly or through others, share one unit (a connected component of the links). The published
pairs have one L1 word in each; real alignments need these rules (``generation.md``, "A pair"):

- L1 words of one unit that are adjacent are one slot, standing where the first stood, with the tag of the last;
- if they are not adjacent, the last carries the L2 words and the others are null in L2;
- a unit that is discontinuous in L2 keeps its longest run (the first of equals); the rest have no counterpart;
- a word without a counterpart is a unit of its own, null on the other side.

Adjacent and continuous are said of words: punctuation between them does not count, and links of punctuation are
ignored. A token that cannot stand without its neighbour (``n't``, ``j'``) is one word with it, linked to whatever
either of them is linked to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from cswitch_core.pairs import Link
from cswitch_core.shared_tree import Both
from cswitch_core.writing.languages import habits

Positions = tuple[int, ...]
Hosts = Mapping[int, int]  # the position of a word's first token, by that of each other token of it
NO_HOSTS: Both[Hosts] = ({}, {})


@dataclass(frozen=True, slots=True)
class Unit:
    """The L1 and the L2 tokens of one slot, by position; one side may be empty."""

    l1: Positions
    l2: Positions

    @property
    def is_shared(self) -> bool:
        return bool(self.l1 and self.l2)


def find_hosts(tokens: Sequence[str], words: Positions, language: str) -> dict[int, int]:
    """Return for each token that is one word with what comes before it where that word begins.

    >>> find_hosts(["I", "do", "n't"], (0, 1, 2), "en"), find_hosts(["J'", "aime"], (0, 1), "fr")
    ({2: 1}, {1: 0})
    """
    own = habits(language)
    hosts: dict[int, int] = {}
    for before, position in pairwise(words):
        if position == before + 1 and (
            own.is_bound(tokens[before], tokens[position]) or own.is_proclitic(tokens[before])
        ):
            hosts[position] = hosts.get(before, before)
    return hosts


def find_units(
    l1_words: Positions, l2_words: Positions, links: Iterable[Link], hosts: Both[Hosts] = NO_HOSTS
) -> list[Unit]:
    """Return the units over these word positions: those with L1 words in L1's order, then the rest in L2's.

    ``has been imposed`` / ``lagaya gaya hai``, and ``Will … come`` / ``aaoge``:

    >>> find_units((0, 1, 2), (0, 1, 2), [(0, 2), (1, 1), (2, 0), (2, 1), (2, 2)])
    [Unit(l1=(0, 1, 2), l2=(0, 1, 2))]
    >>> find_units((0, 1, 2), (0, 1), [(0, 1), (1, 0), (2, 1)])
    [Unit(l1=(0,), l2=()), Unit(l1=(1,), l2=(0,)), Unit(l1=(2,), l2=(1,))]

    ``do n't know`` / ``nahin jaanta``:

    >>> find_units((0, 1, 2), (0, 1), [(1, 0), (2, 1)], ({1: 0}, {}))
    [Unit(l1=(0, 1), l2=(0,)), Unit(l1=(2,), l2=(1,))]
    """
    l1_hosts, l2_hosts = hosts
    if not l1_hosts and not l2_hosts:
        return _units_of_words(l1_words, l2_words, links)
    hosted = [(l1_hosts.get(first, first), l2_hosts.get(second, second)) for first, second in links]
    l1_first = tuple(position for position in l1_words if position not in l1_hosts)
    l2_first = tuple(position for position in l2_words if position not in l2_hosts)
    l1_whole, l2_whole = _whole_words(l1_words, l1_hosts), _whole_words(l2_words, l2_hosts)
    return [
        Unit(
            tuple(position for first in unit.l1 for position in l1_whole[first]),
            tuple(position for first in unit.l2 for position in l2_whole[first]),
        )
        for unit in _units_of_words(l1_first, l2_first, hosted)
    ]


def _whole_words(words: Positions, hosts: Hosts) -> dict[int, list[int]]:
    """Return the tokens of each word by its first."""
    whole: dict[int, list[int]] = {}
    for position in words:
        whole.setdefault(hosts.get(position, position), []).append(position)
    return whole


def _units_of_words(l1_words: Positions, l2_words: Positions, links: Iterable[Link]) -> list[Unit]:
    l1_rank, l2_rank = _ranks(l1_words), _ranks(l2_words)
    between_words = [(first, second) for first, second in links if first in l1_rank and second in l2_rank]
    found: list[Unit] = []
    for l1, l2 in components(between_words):
        found.extend(_units_of_component(_runs(l1, l1_rank), _runs(l2, l2_rank)))
    in_l1 = {position for unit in found for position in unit.l1}
    in_l2 = {position for unit in found for position in unit.l2}
    found.extend(Unit((position,), ()) for position in l1_words if position not in in_l1)
    found.sort(key=lambda unit: unit.l1)
    found.extend(Unit((), (position,)) for position in l2_words if position not in in_l2)
    return found


def _units_of_component(l1_runs: list[Positions], l2_runs: list[Positions]) -> list[Unit]:
    longest = max(l2_runs, key=len)
    if len(l1_runs) == 1:
        return [Unit(l1_runs[0], longest)]
    *others, last = (position for run in l1_runs for position in run)
    return [*(Unit((position,), ()) for position in others), Unit((last,), longest)]


def _ranks(words: Positions) -> dict[int, int]:
    return {position: rank for rank, position in enumerate(words)}


def _runs(positions: Positions, rank: dict[int, int]) -> list[Positions]:
    """Cut positions into runs of neighbouring words.

    >>> _runs((0, 2, 5), _ranks((0, 2, 3, 5)))
    [(0, 2), (5,)]
    """
    if len(positions) == 1:
        return [positions]
    runs = groupby(enumerate(positions), key=lambda item: rank[item[1]] - item[0])
    return [tuple(position for _, position in run) for _, run in runs]


def components(links: Sequence[Link]) -> list[tuple[Positions, Positions]]:
    """Return the connected components of the links: their L1 positions and their L2 positions, each in order."""
    l2_of: dict[int, list[int]] = {}
    l1_of: dict[int, list[int]] = {}
    for first, second in links:
        l2_of.setdefault(first, []).append(second)
        l1_of.setdefault(second, []).append(first)
    seen: set[int] = set()
    components: list[tuple[Positions, Positions]] = []
    for start, linked in l2_of.items():
        if len(linked) == len(l1_of[linked[0]]) == 1:
            components.append(((start,), (linked[0],)))
        elif start not in seen:
            l1, l2 = _reachable(start, l2_of, l1_of)
            seen |= l1
            components.append((tuple(sorted(l1)), tuple(sorted(l2))))
    return components


def _reachable(start: int, l2_of: dict[int, list[int]], l1_of: dict[int, list[int]]) -> tuple[set[int], set[int]]:
    l1, l2, waiting = {start}, set[int](), [start]
    while waiting:
        for second in l2_of[waiting.pop()]:
            if second not in l2:
                l2.add(second)
                waiting.extend(first for first in l1_of[second] if first not in l1)
                l1.update(l1_of[second])
    return l1, l2
