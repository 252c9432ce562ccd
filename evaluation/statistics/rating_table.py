"""Judgements of one criterion as three parallel arrays: which item, which judge, what value.

A judge counts once per item here. Which of two answers counts when an item was shown again is a question of the
study's design, so it is settled before the numbers arrive, and a repeated cell is an error instead of a silent mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from evaluation.statistics.figure import Floats, Ints

if TYPE_CHECKING:
    from scipy.sparse import csr_array


@dataclass(frozen=True)
class Ratings:
    """`items` and `judges` are positions in `item_labels` and `judge_labels`; `values` are the scores."""

    items: Ints
    judges: Ints
    values: Floats
    item_labels: Sequence[Any]
    judge_labels: Sequence[Any]

    @classmethod
    def of(cls, rows: Iterable[tuple[Any, Any, float]]) -> Ratings:
        """From (item, judge, value) rows, whatever names the items and judges.

        >>> Ratings.of([("s1", "asha", 4), ("s1", "ravi", 5), ("s2", "asha", 1)]).item_count
        2
        """
        listed = list(rows)
        item_labels, items = _codes([row[0] for row in listed])
        judge_labels, judges = _codes([row[1] for row in listed])
        return cls(items, judges, np.array([row[2] for row in listed], dtype=np.float64), item_labels, judge_labels)

    def __post_init__(self) -> None:
        cells = self.items * max(self.judge_count, 1) + self.judges
        if np.unique(cells).size != cells.size:
            raise ValueError("a judge rated the same item twice: choose which answer counts first")

    def __len__(self) -> int:
        return int(self.values.size)

    @property
    def item_count(self) -> int:
        return len(self.item_labels)

    @property
    def judge_count(self) -> int:
        return len(self.judge_labels)

    @cached_property
    def points(self) -> Floats:
        """The scale points that occur, ascending."""
        return np.unique(self.values)

    @cached_property
    def counts(self) -> Floats:
        """items x points: how many judges gave this item this value."""
        columns = np.searchsorted(self.points, self.values)
        cells = self.items * self.points.size + columns
        shape = (self.item_count, self.points.size)
        return np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape).astype(np.float64)

    @cached_property
    def per_item(self) -> Ints:
        """How many judges rated each item."""
        return np.bincount(self.items, minlength=self.item_count)

    @cached_property
    def item_means(self) -> Floats:
        """The mean of each item (every item has a rating)."""
        return np.asarray(np.bincount(self.items, self.values, self.item_count) / self.per_item)

    def matrix(self, data: Floats | None = None) -> csr_array:
        """items x judges, sparse, holding `data` (one number per rating; 1 by default)."""
        from scipy.sparse import csr_array

        cells = np.ones(len(self)) if data is None else data
        return csr_array((cells, (self.items, self.judges)), shape=(self.item_count, self.judge_count))


def _codes(labels: list[Any]) -> tuple[list[Any], Ints]:
    """Distinct labels in order of appearance, and each row's position among them."""
    positions: dict[Any, int] = {}
    codes = np.array([positions.setdefault(label, len(positions)) for label in labels], dtype=np.int64)
    return list(positions), codes
