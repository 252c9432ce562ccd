"""Which random effects a rating has: of its sentence, of what the sentence lies in, and of its judge.

Sentences lie in groups of one level after the other (match, pair); the groups of the last level may have slopes. What
crosses them, the judges, is a `Term`: effects of one variance, of which a rating has some with some value each. A
judge's own effect has the value 1, a slope the value of what it is the slope of.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from evaluation.statistics.figure import Floats, Ints

# Up to so many cells a table of ratings x terms' effects is dense: sparse ones cost more to handle than they save.
DENSE_CELLS = 300_000
# A dense table of sums may have so many cells.
LARGEST_DENSE = 4_000_000


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
class Term:
    """ratings x entries: which of `size` effects of one variance each rating has, and with which value."""

    columns: Ints
    values: Floats
    size: int

    @classmethod
    def intercept(cls, groups: Ints, count: int) -> Term:
        return cls(groups[:, None], np.ones((groups.size, 1)), count)

    @classmethod
    def slope(cls, groups: Ints, count: int, x: Floats) -> Term:
        """One slope per group for the column `x`."""
        return cls(groups[:, None], np.asarray(x, dtype=np.float64)[:, None], count)

    @classmethod
    def slopes_alike(cls, groups: Ints, count: int, x: Floats) -> Term:
        """A slope per group for each column of `x`, all of one variance."""
        # Most columns are 0 for most ratings: keep as many entries as the fullest rating has.
        width = int(np.max(np.sum(x != 0, axis=1), initial=1))
        order = np.argsort(x == 0, axis=1, kind="stable")[:, :width]
        values = np.take_along_axis(x, order, axis=1)
        return cls(groups[:, None] * x.shape[1] + order, values, count * int(x.shape[1]))

    def of(self, effects: Floats) -> Floats:
        """What each rating has of these effects."""
        return np.asarray(np.sum(effects[self.columns] * self.values, axis=1))


@dataclass(frozen=True)
class Grouping:
    """Ratings in order of their sentence.

    `parents[l]` says for each group of level l in which group of the next level it lies; level 0 are the sentences.
    `slopes` (sentences x slopes) are the values that the slopes of the last level's groups have for each sentence.
    """

    sentences: Ints
    parents: list[Ints]
    level_sizes: list[int]
    slopes: Floats
    terms: list[Term]

    @property
    def level_count(self) -> int:
        return len(self.level_sizes)

    @property
    def slope_count(self) -> int:
        return int(self.slopes.shape[1])

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Effects in the order in which they are stacked: sentences, further levels, their slopes, terms."""
        return (*self.level_sizes, *[self.level_sizes[-1]] * self.slope_count, *(term.size for term in self.terms))

    @cached_property
    def nodes(self) -> list[Ints]:
        """For each level the group that each sentence lies in."""
        found: list[Ints] = [np.arange(self.level_sizes[0])]
        for parent in self.parents:
            found.append(parent[found[-1]])
        return found

    @cached_property
    def last(self) -> list[Ints]:
        """For each level the group of the last level that each of its groups lies in."""
        found: list[Ints] = [np.arange(self.level_sizes[-1])]
        for parent in reversed(self.parents):
            found.insert(0, found[0][parent])
        return found

    @cached_property
    def columns(self) -> Ints:
        """ratings x entries: which of the terms' effects each rating has; some with value 0."""
        starts = np.cumsum([0, *(term.size for term in self.terms)])
        return np.hstack([term.columns + start for term, start in zip(self.terms, starts, strict=False)])

    @cached_property
    def values(self) -> Floats:
        """What it has them with."""
        return np.hstack([term.values for term in self.terms])

    @cached_property
    def loadings(self) -> Any:
        """ratings x terms' effects, without their sigmas; sparse where it is large."""
        rows = np.repeat(np.arange(self.sentences.size), self.columns.shape[1])
        shape = (self.sentences.size, self.term_size)
        table = sparse_table(rows, self.columns.ravel(), self.values.ravel(), shape)
        return table.toarray() if shape[0] * shape[1] <= DENSE_CELLS else table

    @cached_property
    def by_sentence(self) -> GroupSums:
        """Adds up rows of ratings."""
        return GroupSums(self.sentences, self.level_sizes[0])

    @cached_property
    def by_parent(self) -> list[GroupSums]:
        """Adds up rows of each level's groups into those of the next."""
        return [GroupSums(parent, size) for parent, size in zip(self.parents, self.level_sizes[1:], strict=True)]

    @cached_property
    def by_last(self) -> list[GroupSums]:
        """Adds up rows of each level's groups into those of the last."""
        return [GroupSums(last, self.level_sizes[-1]) for last in self.last]

    def on_slopes(self, level: int, weights: Floats) -> Any:
        """Groups of a level x (last level's groups and their slopes): each group's weights, one for each slope."""
        from scipy.sparse import csr_array

        groups, slopes = weights.shape
        columns = self.last[level][:, None] * slopes + np.arange(slopes)
        shape = (groups, self.level_sizes[-1] * slopes)
        return csr_array((weights.ravel(), columns.ravel(), np.arange(groups + 1) * slopes), shape=shape)

    @cached_property
    def term_size(self) -> int:
        return sum(term.size for term in self.terms)

    def crossed(self, curvature: Floats) -> Floats:
        """terms' effects x terms' effects: the loadings' products, weighed by the ratings' curvatures."""
        cells, products = self._products
        found = np.zeros(self.term_size**2)
        found[cells] = products @ curvature
        return found.reshape(self.term_size, self.term_size)

    def met(self, square: Floats) -> Floats:
        """Each rating's loadings times a square table of terms' effects times the loadings again."""
        cells, products = self._products
        return np.asarray(products.T @ square.ravel()[cells])

    def pulled(self, curvature: Floats) -> Any:
        """sentences x terms' effects: the loadings of each sentence's ratings, weighed by their curvatures."""
        cells = self.level_sizes[0] * self.term_size
        if cells > LARGEST_DENSE:
            return self.by_sentence(self.loadings * curvature[:, None])
        places = self.sentences[:, None] * self.term_size + self.columns
        sums = np.bincount(places.ravel(), (self.values * curvature[:, None]).ravel(), cells)
        return sums.reshape(self.level_sizes[0], self.term_size)

    @cached_property
    def _products(self) -> tuple[Ints, Any]:
        """The cells of a square table of terms' effects that some rating has both of, and cells x ratings: products."""
        count, width = self.columns.shape
        places = self.columns[:, :, None] * self.term_size + self.columns[:, None, :]
        cells, rows = np.unique(places, return_inverse=True)
        products = self.values[:, :, None] * self.values[:, None, :]
        ratings = np.repeat(np.arange(count), width**2)
        return cells, sparse_table(rows.ravel(), ratings, products.ravel(), (cells.size, count))

    def split(self, effects: Floats) -> list[Floats]:
        return np.split(effects, np.cumsum(self.sizes)[:-1])

    def contributions(self, effects: Floats, sigmas: Floats) -> list[Floats]:
        """Each group's share of every rating's eta."""
        parts, found, levels = self.split(effects), [], self.level_count
        for level, node in enumerate(self.nodes):
            found.append(sigmas[level] * parts[level][node][self.sentences])
        for place, x in enumerate(self.slopes.T, start=levels):
            found.append(sigmas[place] * (parts[place][self.nodes[-1]] * x)[self.sentences])
        for place, term in enumerate(self.terms, start=levels + self.slope_count):
            found.append(sigmas[place] * term.of(parts[place]))
        return found

    def total(self, effects: Floats, sigmas: Floats) -> Floats:
        """All groups' shares of every rating's eta together."""
        parts, levels = self.split(effects), self.level_count
        found = np.zeros(self.level_sizes[0])
        for sigma, part, node in zip(sigmas, parts, self.nodes, strict=False):
            found += sigma * part[node]
        for place, x in enumerate(self.slopes.T, start=levels):
            found += sigmas[place] * parts[place][self.nodes[-1]] * x
        first_term = levels + self.slope_count
        terms = np.concatenate(parts[first_term:]) * np.repeat(sigmas[first_term:], self.sizes[first_term:])
        return np.asarray(found[self.sentences] + self.loadings @ terms)

    def project(self, per_rating: Floats, sigmas: Floats) -> Floats:
        """Z' times one number per rating."""
        sums = np.bincount(self.sentences, per_rating, self.level_sizes[0])
        found = [sums]
        for parent, size in zip(self.parents, self.level_sizes[1:], strict=True):
            found.append(np.bincount(parent, found[-1], size))
        found += [np.bincount(self.nodes[-1], sums * x, self.level_sizes[-1]) for x in self.slopes.T]
        found.append(np.asarray(self.loadings.T @ per_rating))
        return np.asarray(np.concatenate(found) * np.repeat(sigmas, self.sizes), dtype=np.float64)


def dense(table: Any) -> Floats:
    return np.asarray(table.toarray() if hasattr(table, "toarray") else table)


def sparse_table(rows: Ints, columns: Ints, data: Floats, shape: tuple[int, int]) -> Any:
    from scipy.sparse import csr_array

    return csr_array((data, (rows, columns)), shape=shape)
