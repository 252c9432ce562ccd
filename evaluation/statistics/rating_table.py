"""Judgements of one criterion as three parallel arrays: which item, which judge, which point of the scale.

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
# So many ratings are gone through at a time.
PART = 100_000


def labels_and_codes(names: Any) -> tuple[list[Any], Ints]:
    """The different names in order, and for each name its place among them.

    >>> labels_and_codes(np.array([7, 3, 7]))[0], labels_and_codes(np.array([7, 3, 7]))[1].tolist()
    ([3, 7], [1, 0, 1])
    """
    if names.size and np.issubdtype(names.dtype, np.integer):
        low, reach = int(names.min()), int(names.max()) - int(names.min())
        if reach < COUNTABLE:
            occurs = np.zeros(reach + 1, dtype=bool)
            from_low = names - low
            occurs[from_low] = True
            return (np.flatnonzero(occurs) + low).tolist(), _places(occurs)[from_low]
    labels, codes = np.unique(names, return_inverse=True)
    return labels.tolist(), codes.astype(np.int32)


def _places(occurs: Bools) -> Ints:
    """The place of each among those that occur, in half the memory of numpy's own choice: there are very many."""
    return np.cumsum(occurs, dtype=np.int32) - np.int32(1)


def _left(codes: Ints, size: int) -> tuple[Ints, Ints | None]:
    """Codes of less than `size` without those that do not occur, and which occur; None: all of them."""
    occurs = np.bincount(codes, minlength=size) > 0
    if occurs.all():
        return codes, None
    return _places(occurs).astype(codes.dtype)[codes], np.flatnonzero(occurs)


def _some(labels: Sequence[Any], which: Ints | None) -> Sequence[Any]:
    return labels if which is None else [labels[place] for place in which.tolist()]


@dataclass(frozen=True)
class Ratings:
    """`items`, `judges` and `given` are positions in `item_labels`, `judge_labels` and `points`.

    `points` are the scores that occur, ascending. A rating takes nine bytes; its score is looked up (`values`).
    """

    items: Ints
    judges: Ints
    given: Ints
    points: Floats
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
        points, given = np.unique(np.asarray(values, dtype=np.float64), return_inverse=True)
        given = given.astype(np.min_scalar_type(points.size))
        return cls(item_codes, judge_codes, given, points, item_labels, judge_labels).checked()

    def checked(self) -> Ratings:
        """The same; an error if a judge rated an item twice."""
        if self.item_count * self.judge_count <= COUNTABLE:
            seen = np.zeros(self.item_count * self.judge_count, dtype=bool)
            for part in self.parts:
                seen[self.cells(part)] = True
            different = int(np.count_nonzero(seen))
        else:
            different = np.unique(self.cells(slice(None))).size
        if different < len(self):
            raise ValueError("a judge rated the same item twice: choose which answer counts first")
        return self

    def __len__(self) -> int:
        return int(self.given.size)

    @property
    def item_count(self) -> int:
        return len(self.item_labels)

    @property
    def judge_count(self) -> int:
        return len(self.judge_labels)

    @property
    def values(self) -> Floats:
        """The score of each rating, looked up at every use."""
        return self.points[self.given]

    @cached_property
    def counts(self) -> Floats:
        """items x points: how many judges gave this item this value."""
        return self._counted(self.items, self.item_count)

    @cached_property
    def counts_by_judge(self) -> Floats:
        """judges x points: how many items this judge gave this value."""
        return self._counted(self.judges, self.judge_count)

    def _counted(self, codes: Ints, size: int) -> Floats:
        width = self.points.size
        found = np.zeros(size * width)
        for part in self.parts:
            found += np.bincount(codes[part] * width + self.given[part], minlength=found.size)
        return found.reshape(size, width)

    def at_least(self, point: float) -> int:
        """How many ratings are this point or a higher one."""
        return int(np.count_nonzero((self.points >= point)[self.given]))

    @cached_property
    def per_item(self) -> Ints:
        """How many judges rated each item."""
        return np.asarray(self.counts.sum(axis=1), dtype=np.int64)

    @cached_property
    def item_means(self) -> Floats:
        """The mean of each item (every item has a rating)."""
        return np.asarray(self.counts @ self.points / self.per_item)

    @property
    def presence(self) -> Bools:
        """items x judges, dense: who rated what."""
        return np.asarray(self.table(np.ones(self.points.size, dtype=bool)))

    @cached_property
    def panels(self) -> tuple[Any, Ints]:
        """Which judges rated the same items.

        A row for each panel of judges, 1 where a judge belongs to it, and the panel of each item.
        """
        if not self.is_dense:
            return self.matrix(), np.arange(self.item_count)
        packed = np.packbits(self.presence, axis=1)
        rows = np.ascontiguousarray(packed).view(np.dtype((np.void, packed.shape[1]))).ravel()
        _kinds, first, codes = np.unique(rows, return_index=True, return_inverse=True)
        who = np.unpackbits(packed[first], axis=1, count=self.judge_count).astype(np.float64)
        return who, np.asarray(codes, dtype=np.int64).ravel()

    def sums_by_judge(self, weights: Floats) -> Floats:
        """Per judge the weights (one per item) of the items that they rated, added up."""
        who, kinds = self.panels
        return np.asarray(np.bincount(kinds, weights, who.shape[0]) @ who)

    def judges_of(self, items: Bools) -> int:
        """How many judges rated any of these items."""
        return int(np.count_nonzero(self.sums_by_judge(items.astype(np.float64))))

    def among(self, kept: Bools) -> Ratings:
        """Some of the ratings, one truth value per rating; items, judges and points without any are gone."""
        items, of_items = _left(self.items[kept], self.item_count)
        judges, of_judges = _left(self.judges[kept], self.judge_count)
        given, of_points = _left(self.given[kept], self.points.size)
        points = self.points if of_points is None else self.points[of_points]
        labels = _some(self.item_labels, of_items), _some(self.judge_labels, of_judges)
        return Ratings(items, judges, given, points, *labels)

    @property
    def parts(self) -> list[slice]:
        """The ratings in parts, so that what is computed of each stays small."""
        return [slice(start, start + PART) for start in range(0, len(self), PART)]

    def cells(self, part: slice) -> Ints:
        """The place of some ratings in a table of items x judges, row by row."""
        return self.items[part].astype(np.int64) * max(self.judge_count, 1) + self.judges[part]

    @property
    def is_dense(self) -> bool:
        return self.item_count * self.judge_count <= DENSE_CELLS

    def table(self, scores: Any) -> Any:
        """items x judges: what the given point counts for, by `scores` of the points; sparse where it is large."""
        if not self.is_dense:
            return self.matrix(scores[self.given])
        cells = np.zeros(self.item_count * self.judge_count, dtype=scores.dtype)
        for part in self.parts:
            cells[self.cells(part)] = scores[self.given[part]]
        return cells.reshape(self.item_count, self.judge_count)

    def matrix(self, data: Floats | None = None) -> csr_array:
        """items x judges, sparse, holding `data` (one number per rating; 1 by default)."""
        from scipy.sparse import csr_array

        cells = np.ones(len(self)) if data is None else data
        return csr_array((cells, (self.items, self.judges)), shape=(self.item_count, self.judge_count))
