"""Judgements of one criterion as three parallel arrays: which item, which judge, what value.

A judge counts once per item here. Which of two answers counts when an item was shown again is a question of the
study's design, so it is settled before the numbers arrive, and a repeated cell is an error instead of a silent mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from evaluation.statistics.figure import Bools, Floats, Ints

if TYPE_CHECKING:
    from scipy.sparse import csr_array

# Up to so many cells a table is dense: products with it are several times as fast.
DENSE_CELLS = 4_000_000
# Up to so many different numbers are looked up in a table instead of being sorted.
COUNTABLE = 8_000_000


def labels_and_codes(names: Any) -> tuple[list[Any], Ints]:
    """The different names in order, and for each name its place among them.

    >>> labels_and_codes(np.array([7, 3, 7]))[0], labels_and_codes(np.array([7, 3, 7]))[1].tolist()
    ([3, 7], [1, 0, 1])
    """
    if names.size and np.issubdtype(names.dtype, np.integer):
        low, reach = int(names.min()), int(names.max()) - int(names.min())
        if reach < COUNTABLE:
            occurs = np.zeros(reach + 1, dtype=bool)
            occurs[names - low] = True
            return (np.flatnonzero(occurs) + low).tolist(), (np.cumsum(occurs) - 1)[names - low]
    labels, codes = np.unique(names, return_inverse=True)
    return labels.tolist(), np.asarray(codes, dtype=np.int64)


def _left(codes: Ints, labels: Sequence[Any]) -> tuple[Ints, Sequence[Any]]:
    """Codes and labels without the labels that no code has any more."""
    occurs = np.bincount(codes, minlength=len(labels)) > 0
    if occurs.all():
        return codes, labels
    return (np.cumsum(occurs) - 1)[codes], [labels[place] for place in np.flatnonzero(occurs).tolist()]


@dataclass(frozen=True)
class Ratings:
    """`items` and `judges` are positions in `item_labels` and `judge_labels`; `values` are the scores."""

    items: Ints
    judges: Ints
    values: Floats
    item_labels: Sequence[Any]
    judge_labels: Sequence[Any]

    @classmethod
    def of(cls, items: ArrayLike, judges: ArrayLike, values: ArrayLike) -> Ratings:
        """From the item, the judge and the value of each rating, whatever names the items and judges.

        >>> Ratings.of(["s1", "s1", "s2"], ["asha", "ravi", "asha"], [4, 5, 1]).item_count
        2
        """
        item_labels, item_codes = labels_and_codes(np.asarray(items))
        judge_labels, judge_codes = labels_and_codes(np.asarray(judges))
        return cls(item_codes, judge_codes, np.asarray(values, dtype=np.float64), item_labels, judge_labels)

    def __post_init__(self) -> None:
        cells = self.items * max(self.judge_count, 1) + self.judges
        if self.item_count * self.judge_count <= COUNTABLE:
            seen = np.zeros(self.item_count * self.judge_count, dtype=bool)
            seen[cells] = True
            different = int(np.count_nonzero(seen))
        else:
            different = np.unique(cells).size
        if different < len(self):
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

    @cached_property
    def presence(self) -> Any:
        """items x judges, 1 where the judge rated the item; sparse where it is large."""
        return self.table(np.ones(len(self)))

    @cached_property
    def panels(self) -> tuple[Any, Ints]:
        """Which judges rated the same items: a row of presence for each panel of judges, and the panel of each item."""
        if not isinstance(self.presence, np.ndarray):
            return self.presence, np.arange(self.item_count)
        packed = np.packbits(self.presence.astype(bool), axis=1)
        rows = np.ascontiguousarray(packed).view(np.dtype((np.void, packed.shape[1]))).ravel()
        _kinds, first, codes = np.unique(rows, return_index=True, return_inverse=True)
        return self.presence[first], np.asarray(codes, dtype=np.int64).ravel()

    def sums_by_judge(self, weights: Floats) -> Floats:
        """Per judge the weights (one per item) of the items that they rated, added up."""
        who, kinds = self.panels
        return np.asarray(np.bincount(kinds, weights, who.shape[0]) @ who)

    def judges_of(self, items: Bools) -> int:
        """How many judges rated any of these items."""
        return int(np.count_nonzero(self.sums_by_judge(items.astype(np.float64))))

    def among(self, kept: Bools) -> Ratings:
        """Some of the ratings, one truth value per rating; items and judges without any are gone."""
        items, item_labels = _left(self.items[kept], self.item_labels)
        judges, judge_labels = _left(self.judges[kept], self.judge_labels)
        return Ratings(items, judges, self.values[kept], item_labels, judge_labels)

    def table(self, data: Floats) -> Any:
        """items x judges holding `data`, one number per rating; sparse where it is large."""
        size = self.item_count * self.judge_count
        if size > DENSE_CELLS:
            return self.matrix(data)
        cells = np.zeros(size)
        cells[self.items * self.judge_count + self.judges] = data
        return cells.reshape(self.item_count, self.judge_count)

    def matrix(self, data: Floats | None = None) -> csr_array:
        """items x judges, sparse, holding `data` (one number per rating; 1 by default)."""
        from scipy.sparse import csr_array

        cells = np.ones(len(self)) if data is None else data
        return csr_array((cells, (self.items, self.judges)), shape=(self.item_count, self.judge_count))
