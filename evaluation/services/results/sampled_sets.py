"""The rated sentences that were drawn by chance, as a stratified sample of what the models generate.

A stratum is a pair crossed with the models that generate a sentence and no others. Sentences picked by hand or imported
stand for nothing but themselves and are not part of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evaluation.services.results.rated_items import RatedItem, RatedItems
from evaluation.services.results.set_sizes import Cell, SetSizes
from evaluation.statistics.figure import Bools
from evaluation.statistics.rating_table import Ratings
from evaluation.statistics.strata import Region, Strata, equal_pairs, region
from evaluation.statistics.stratified import Judged

Wanted = Callable[[Cell], bool]


@dataclass(frozen=True)
class SampledSets:
    """`cut` is the lowest point that accepts a sentence; None: there are means and no shares."""

    rated: RatedItems
    sizes: SetSizes
    cut: int | None

    @cached_property
    def items(self) -> list[RatedItem]:
        """The drawn ones, in the order of their ratings' labels."""
        drawn = (item for item in self.rated.items if item.probability is not None and self._key(item) in self._places)
        return sorted(drawn, key=lambda item: item.pk)

    @cached_property
    def rated_cells(self) -> set[Cell]:
        """Which models generate the drawn ones."""
        return {item.memberships for item in self.items}

    @cached_property
    def _places(self) -> dict[tuple[int, Cell], int]:
        return {key: place for place, key in enumerate(self.sizes.cells)}

    def _key(self, item: RatedItem) -> tuple[int, Cell]:
        return item.pair or 0, item.memberships & frozenset(self.sizes.models)

    @cached_property
    def ratings(self) -> Ratings:
        """Those of the drawn sentences alone."""
        every = self.rated.ratings
        drawn = np.isin(np.array(every.item_labels, dtype=np.int64), [item.pk for item in self.items])
        if drawn.all():
            return every
        kept = drawn[every.items]
        labels = np.array(every.item_labels, dtype=np.int64)
        return Ratings.of(labels[every.items[kept]], every.judges[kept], every.values[kept])

    @cached_property
    def strata(self) -> Strata:
        numbers = {pair: number for number, pair in enumerate(sorted({pair for pair, _ in self.sizes.cells}))}
        return Strata(
            np.array([numbers[pair] for pair, _ in self.sizes.cells], dtype=np.int64),
            np.array([float(size) for size in self.sizes.cells.values()], dtype=np.float64),
            np.array([self._places[self._key(item)] for item in self.items], dtype=np.int64),
            np.array([item.probability for item in self.items], dtype=np.float64),
        )

    @cached_property
    def accepted(self) -> Judged | None:
        """Each judgement as 1 if it accepts, else 0; None without a cut."""
        if self.cut is None:
            return None
        return Judged(self.ratings, (self.ratings.values >= self.cut).astype(np.float64))

    @cached_property
    def scores(self) -> Judged:
        return Judged(self.ratings, self.ratings.values)

    def region(self, wanted: Wanted) -> Region:
        """Made once for each set of cells: several figures ask for the same."""
        cells = self._wanted(wanted)
        if cells not in self._regions:
            self._regions[cells] = region(self.strata, self._chosen(cells))
        return self._regions[cells]

    def equal_pairs(self, wanted: Wanted) -> Region:
        return equal_pairs(self.strata, self._chosen(self._wanted(wanted)))

    @cached_property
    def _regions(self) -> dict[frozenset[Cell], Region]:
        return {}

    @cached_property
    def _cells(self) -> set[Cell]:
        return {cell for _pair, cell in self.sizes.cells}

    def _wanted(self, wanted: Wanted) -> frozenset[Cell]:
        return frozenset(cell for cell in self._cells if wanted(cell))

    def _chosen(self, cells: frozenset[Cell]) -> Bools:
        return np.array([cell in cells for _pair, cell in self.sizes.cells], dtype=bool)
