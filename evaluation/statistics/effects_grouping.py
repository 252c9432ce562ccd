"""Which random effects a rating has: of its sentence, of what the sentence lies in, of its judge and their slopes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from evaluation.statistics.figure import Floats, Ints

# Up to so many cells a table of sentences x judges' effects is dense: sparse ones cost more to handle than they save.
DENSE_CELLS = 2_000_000


class GroupSums:
    """Adds up the rows of a table, dense or sparse, by group; no group is empty."""

    def __init__(self, groups: Ints, count: int) -> None:
        self.groups, self.count = groups, count
        self.order = np.argsort(groups, kind="stable")
        self.starts = np.searchsorted(groups[self.order], np.arange(count))

    @cached_property
    def _indicator(self) -> Any:
        size = self.groups.size
        return sparse_table(self.groups, np.arange(size), np.ones(size), (self.count, size))

    def __call__(self, table: Any) -> Any:
        if isinstance(table, np.ndarray):
            return np.add.reduceat(table[self.order], self.starts, axis=0)
        return (self._indicator @ table).tocsr()


@dataclass(frozen=True)
class Grouping:
    """Ratings in order of their sentence.

    `parents[l]` says for each group of level l in which group of the next level it lies; level 0 are the sentences.
    A judge has an effect of their own and, for each column of `slopes` (one row per rating), a slope.
    """

    sentences: Ints
    parents: list[Ints]
    level_sizes: list[int]
    judges: Ints
    judge_count: int
    slopes: Floats = field(default_factory=lambda: np.zeros((0, 0)))

    @property
    def level_count(self) -> int:
        return len(self.level_sizes)

    @property
    def term_count(self) -> int:
        return int(self.slopes.shape[1])

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Effects in the order in which they are stacked: sentences, further levels, judges, slopes."""
        slopes = [self.judge_count * self.term_count] if self.term_count else []
        return (*self.level_sizes, self.judge_count, *slopes)

    @cached_property
    def nodes(self) -> list[Ints]:
        """For each level the group that each sentence lies in."""
        found = [np.arange(self.level_sizes[0])]
        for parent in self.parents:
            found.append(parent[found[-1]])
        return found

    @cached_property
    def columns(self) -> Ints:
        """ratings x entries: which of the judges' effects each rating has; padded with entries of value 0."""
        return self._entries[0]

    @cached_property
    def values(self) -> Floats:
        """What it has them with: 1 for the judge, the slopes' columns for the slopes."""
        return self._entries[1]

    @cached_property
    def _entries(self) -> tuple[Ints, Floats]:
        own, ones = self.judges[:, None], np.ones((self.judges.size, 1))
        if not self.term_count:
            return own, ones
        # Most columns are 0 for most ratings: keep as many entries as the fullest rating has.
        width = int(np.max(np.sum(self.slopes != 0, axis=1), initial=1))
        order = np.argsort(self.slopes == 0, axis=1, kind="stable")[:, :width]
        values = np.take_along_axis(self.slopes, order, axis=1)
        slope_columns = self.judge_count + own * self.term_count + order
        return np.hstack([own, slope_columns]), np.hstack([ones, values])

    @property
    def judge_effects(self) -> int:
        return self.judge_count * (1 + self.term_count)

    def pulls(self, curvature: Floats) -> Any:
        """sentences x judges' effects: their loadings, weighed and added up; sparse where it is large."""
        shape = (self.level_sizes[0], self.judge_effects)
        if shape[0] * shape[1] > DENSE_CELLS:
            return self.by_sentence(self._loadings * curvature[:, None])
        weighed = (self.values * curvature[:, None]).ravel()
        return np.bincount(self._pull_cells, weighed, shape[0] * shape[1]).reshape(shape)

    def judge_block(self, curvature: Floats) -> Floats:
        """judges' effects x judges' effects: what two of them have in common are ratings of the same judge."""
        size = self.judge_effects
        total: Floats = np.zeros(size * size)
        for cells, products in self._block_cells:
            total += np.bincount(cells, products * curvature, size * size)
        return total.reshape(size, size)

    @cached_property
    def _pull_cells(self) -> Ints:
        return np.asarray(self.sentences[:, None] * self.judge_effects + self.columns).ravel()

    @cached_property
    def _block_cells(self) -> list[tuple[Ints, Floats]]:
        width = range(self.columns.shape[1])
        return [
            (
                self.columns[:, one] * self.judge_effects + self.columns[:, other],
                self.values[:, one] * self.values[:, other],
            )
            for one in width
            for other in width
        ]

    @cached_property
    def _loadings(self) -> Any:
        """ratings x judges' effects, without their sigmas, sparse."""
        rows = np.repeat(np.arange(self.judges.size), self.columns.shape[1])
        shape = (self.judges.size, self.judge_effects)
        return sparse_table(rows, self.columns.ravel(), self.values.ravel(), shape)

    @cached_property
    def by_sentence(self) -> GroupSums:
        """Adds up rows of ratings."""
        return GroupSums(self.sentences, self.level_sizes[0])

    @cached_property
    def by_parent(self) -> list[GroupSums]:
        """Adds up rows of each level's groups into those of the next."""
        return [GroupSums(parent, size) for parent, size in zip(self.parents, self.level_sizes[1:], strict=True)]

    def split(self, effects: Floats) -> list[Floats]:
        return np.split(effects, np.cumsum(self.sizes)[:-1])

    def contributions(self, effects: Floats, sigmas: Floats) -> list[Floats]:
        """Each group's share of every rating's eta."""
        parts = self.split(effects)
        found = [sigmas[level] * parts[level][node][self.sentences] for level, node in enumerate(self.nodes)]
        found.append(sigmas[self.level_count] * parts[self.level_count][self.judges])
        if self.term_count:
            slopes = parts[-1][self.columns[:, 1:] - self.judge_count]
            found.append(sigmas[-1] * np.sum(slopes * self.values[:, 1:], axis=1))
        return found

    def project(self, per_rating: Floats, sigmas: Floats) -> Floats:
        """Z' times one number per rating."""
        sums = np.bincount(self.sentences, per_rating, self.level_sizes[0])
        found = [sums]
        for parent, size in zip(self.parents, self.level_sizes[1:], strict=True):
            found.append(np.bincount(parent, found[-1], size))
        of_judges = (self.values * per_rating[:, None]).ravel()
        found.append(np.bincount(self.columns.ravel(), of_judges, self.judge_effects))
        return np.asarray(np.concatenate(found) * np.repeat(sigmas, self.sizes), dtype=np.float64)


def sparse_table(rows: Ints, columns: Ints, data: Floats, shape: tuple[int, int]) -> Any:
    from scipy.sparse import csr_array

    return csr_array((data, (rows, columns)), shape=shape)
