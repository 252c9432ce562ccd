"""Cells about judges without those that few judges share, alone or together with the cells before them.

Column by column, judges who are alike in everything shown so far are a group. A value that fewer of the group have than
the minimum is left empty; and so that the empty ones cannot be told by subtraction, the rarest of the other values
follow until the empty ones are as many as the minimum themselves, or all of the group.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

SMALLEST_GROUP = 5


def without_small_cells(rows: Sequence[Sequence[str]], smallest: int = SMALLEST_GROUP) -> list[list[str]]:
    """
    >>> without_small_cells([["hi"]] * 5 + [["ta"]] * 5 + [["ur"]] * 5)[-1]
    ['ur']
    >>> without_small_cells([["hi", "m"]] * 5 + [["hi", "f"]] * 6 + [["ta", "f"]] * 5)[0]
    ['hi', 'm']
    >>> set(map(tuple, without_small_cells([["hi"]] * 9 + [["ur"]])))
    {('',)}
    """
    shown: list[list[str]] = [[] for _ in rows]
    for column in range(len(rows[0]) if rows else 0):
        groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for place, cells in enumerate(shown):
            groups[tuple(cells)].append(place)
        for places in groups.values():
            values = [rows[place][column] for place in places]
            hidden = _hidden(values, smallest)
            for place, value in zip(places, values, strict=True):
                shown[place].append("" if value in hidden else value)
    return shown


def _hidden(values: Sequence[str], smallest: int) -> set[str]:
    """The values of one group that are not shown."""
    counts = Counter(values)
    hidden = {value for value, count in counts.items() if count < smallest or not value}
    rarest_first = sorted(counts, key=lambda value: (counts[value], value))
    for value in rarest_first:
        empty = sum(counts[each] for each in hidden)
        if not hidden or empty >= smallest:
            break
        hidden.add(value)
    return hidden


def groups_to_tell(sizes: Mapping[str, int], everybody: int, smallest: int = SMALLEST_GROUP) -> set[str]:
    """The groups of one margin whose figures are told: none is small, nor what is left of everybody without them.

    >>> sorted(groups_to_tell({"hi": 9, "mr": 8, "ta": 3}, 20))
    ['hi']
    >>> sorted(groups_to_tell({"hi": 9, "mr": 8}, 17)), sorted(groups_to_tell({"hi": 9, "mr": 8}, 22))
    (['hi', 'mr'], ['hi', 'mr'])
    """
    told = {name for name, size in sizes.items() if size >= smallest}
    for name in sorted(sizes, key=lambda name: (sizes[name], name)):
        if not 0 < everybody - sum(sizes[one] for one in told) < smallest:
            break
        told.discard(name)
    return told
