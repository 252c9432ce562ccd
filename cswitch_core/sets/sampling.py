"""Chance over numbers too large to list: a shuffle that is read only as far as it is needed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random


def shuffled(total: int, rng: Random) -> Iterator[int]:
    """Yield the numbers below a total in random order, every order equally likely.

    Fisher and Yates's shuffle, of which only the places that were exchanged are kept.

    >>> sorted(shuffled(5, Random(1)))
    [0, 1, 2, 3, 4]
    """
    moved: dict[int, int] = {}
    for last in range(total - 1, -1, -1):
        number = rng.randrange(last + 1)
        yield moved.get(number, number)
        moved[number] = moved.pop(last, last)
