"""The rated sentences that were drawn by chance, as a stratified sample of what the models generate.

A stratum is a pair crossed with the models that generate a sentence and no others. Sentences picked by hand or imported
stand for nothing but themselves and are not part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

import numpy as np

from evaluation.models import Study
from evaluation.services.results.rated_items import ItemFacts, codes_of
from evaluation.services.results.set_sizes import Cell, SetSizes
from evaluation.services.studies.sampling.methods import SamplingMethod
from evaluation.statistics.figure import Bools, Ints
from evaluation.statistics.rating_table import Ratings
from evaluation.statistics.strata import Region, Strata, equal_pairs, region
from evaluation.statistics.stratified import Judged

Wanted = Callable[[Cell], bool]
SIDES = ("first", "second")


def can_be_drawn(study: Study) -> Wanted:
    """Which cells the study draws from: the regions of two models leave out what only other models generate."""
    ways = [choice["way"] for choice in study.choices]
    if SamplingMethod.UNIFORM in ways or SamplingMethod.REGIONS not in ways:
        return lambda _cell: True
    compared = {choice[side] for choice in study.choices if choice["way"] == SamplingMethod.REGIONS for side in SIDES}
    # Nobody's sentences are controls, which are counted only where they are drawn.
    return lambda cell: not cell or bool(cell & compared)


@dataclass(frozen=True)
class SampledSets:
    """From all ratings, and what each sentence is by its primary key.

    `cut` is the lowest point that accepts a sentence; None: there are means and no shares.
    """

    every: Ratings
    facts: Mapping[int, ItemFacts]
    sizes: SetSizes
    cut: int | None

    @cached_property
    def _strata_of(self) -> Ints:
        """The stratum of each rated sentence, in the order of the ratings' labels; -1: it stands for no others."""
        known = frozenset(self.sizes.models)
        cells = {cell: cell & known for cell in {item.memberships for item in self.facts.values()}}
        places = {key: place for place, key in enumerate(self.sizes.cells)}
        rated = (self.facts[pk] for pk in self.every.item_labels)
        return np.fromiter(
            (
                -1 if item.probability is None else places.get((item.pair or 0, cells[item.memberships]), -1)
                for item in rated
            ),
            dtype=np.int64,
        )

    @cached_property
    def items(self) -> list[ItemFacts]:
        """The drawn ones, in the order of their ratings' labels."""
        return [self.facts[pk] for pk in compress(self.every.item_labels, self._strata_of >= 0)]

    @cached_property
    def rated_cells(self) -> set[Cell]:
        """Which models generate the drawn ones."""
        return {item.memberships for item in self.items}

    @cached_property
    def ratings(self) -> Ratings:
        """Those of the drawn sentences alone."""
        drawn = self._strata_of >= 0
        return self.every if drawn.all() else self.every.among(drawn[self.every.items])

    @cached_property
    def strata(self) -> Strata:
        numbers = {pair: number for number, pair in enumerate(sorted({pair for pair, _ in self.sizes.cells}))}
        return Strata(
            np.array([numbers[pair] for pair, _ in self.sizes.cells], dtype=np.int64),
            np.array([float(size) for size in self.sizes.cells.values()], dtype=np.float64),
            self._strata_of[self._strata_of >= 0],
            self._cells[1],
        )

    @cached_property
    def accepted(self) -> Judged | None:
        """Each judgement as 1 if it accepts, else 0; None without a cut."""
        if self.cut is None:
            return None
        return Judged(self.ratings, (self.ratings.points >= self.cut).astype(np.float64))

    @cached_property
    def scores(self) -> Judged:
        return Judged(self.ratings, self.ratings.points)

    def region(self, wanted: Wanted) -> Region:
        """Made once for each set of cells: several figures ask for the same."""
        cells = self._wanted(wanted)
        if cells not in self._regions:
            self._regions[cells] = region(self.strata, self._chosen(cells))
        return self._regions[cells]

    def equal_pairs(self, wanted: Wanted) -> Region:
        return equal_pairs(self.strata, self.region(wanted))

    @cached_property
    def _regions(self) -> dict[frozenset[Cell], Region]:
        return {}

    @cached_property
    def _cells(self) -> tuple[list[Cell], Ints]:
        """The cells, and that of each stratum."""
        cells = list(dict.fromkeys(cell for _pair, cell in self.sizes.cells))
        return cells, codes_of((cell for _pair, cell in self.sizes.cells), cells)

    def _wanted(self, wanted: Wanted) -> frozenset[Cell]:
        return frozenset(cell for cell in self._cells[0] if wanted(cell))

    def _chosen(self, wanted: frozenset[Cell]) -> Bools:
        cells, codes = self._cells
        return np.array([cell in wanted for cell in cells], dtype=bool)[codes]
