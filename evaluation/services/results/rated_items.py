"""What a comparison needs of every rated sentence: its mean, raw and within judges, and what it is."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from django.db.models import Case, F, Value, When

from evaluation.models import Criterion, Item, Study
from evaluation.services.results.cells import by_condition, cell_words
from evaluation.services.results.fetching import JsonParts, json_text, raw_rows
from evaluation.services.results.rating_arrays import ratings_of
from evaluation.services.results.selection import Selection
from evaluation.statistics.figure import Floats, Ints
from evaluation.statistics.judge_consistency import z_scores
from evaluation.statistics.rating_table import Ratings


class ItemFacts(NamedTuple):
    """What a sentence is, whoever rated it."""

    pk: int
    condition: str
    # Exactly which models generate it, in words; or what it was chosen as, if it stands for no others.
    cell: str
    memberships: frozenset[str]
    pair: int | None
    probability: float | None
    phenomena: frozenset[str]
    switch_points: int
    # Whether its cell is that of the models that generate it: only such sentences are compared as theirs.
    is_of_models: bool = True


@dataclass(frozen=True)
class RatedItems:
    """The sentences that have ratings, in the order of their numbers."""

    ratings: Ratings
    items: list[ItemFacts]

    @property
    def without_variation(self) -> int:
        """Judges whose scores do not vary, so that they have no z-scores."""
        return int(np.count_nonzero(np.count_nonzero(self.ratings.counts_by_judge, axis=1) < 2))

    @property
    def has_drawn(self) -> bool:
        """Whether any was drawn by chance, so that it stands for others."""
        return any(item.probability is not None for item in self.items)

    @cached_property
    def cells(self) -> dict[str, Ints]:
        """Per cell, in order, the places of its sentences in `items`; cells share no sentence."""
        cells = sorted({item.cell for item in self.items})
        codes = codes_of([item.cell for item in self.items], cells)
        return {cell: np.flatnonzero(codes == place) for place, cell in enumerate(cells)}

    @cached_property
    def memberships(self) -> tuple[list[frozenset[str]], Ints]:
        """The different sets of models that generate sentences, and the place of each sentence's among them.

        Of those whose cell is not that of their models, none.
        """
        every = [item.memberships if item.is_of_models else frozenset() for item in self.items]
        different = list(dict.fromkeys(every))
        return different, codes_of(every, different)

    @cached_property
    def pairs(self) -> Ints:
        """The place of each sentence's pair among those that occur; -1: it is of none."""
        pairs = np.array([-1 if item.pair is None else item.pair for item in self.items], dtype=np.int64)
        different, places = np.unique(pairs, return_inverse=True)
        return np.asarray(places - np.count_nonzero(different < 0), dtype=np.int64)

    @cached_property
    def _rows(self) -> Ints:
        """The place of each sentence among those of the ratings."""
        own = np.fromiter((item.pk for item in self.items), dtype=np.int64, count=len(self.items))
        return np.searchsorted(np.array(self.ratings.item_labels, dtype=np.int64), own)

    @cached_property
    def means(self) -> Floats:
        return self.ratings.item_means[self._rows]

    @cached_property
    def z_means(self) -> Floats:
        """nan where no judge of the sentence varies."""
        return _z_means(self.ratings, z_scores(self.ratings))[self._rows]

    def z_width(self, low: float, high: float) -> float:
        """How far the mean z-scores of two sentences can be apart, given their judges and the ends of the scale."""
        z, points = z_scores(self.ratings), self.ratings.points
        if points.size < 2:
            return 0.0
        steps = (z[:, -1] - z[:, 0]) / (points[-1] - points[0])
        ends = (_z_means(self.ratings, (z[:, 0] + (end - points[0]) * steps)[:, None]) for end in (low, high))
        lowest, highest = (one[np.isfinite(one)] for one in ends)
        return float(highest.max() - lowest.min()) if highest.size else 0.0

    @cached_property
    def phenomena(self) -> dict[str, Floats]:
        """Per phenomenon, in order, 1 for each sentence that has it, else 0."""
        different = list(dict.fromkeys(item.phenomena for item in self.items))
        codes = codes_of([item.phenomena for item in self.items], different)
        names = sorted({name for some in different for name in some})
        return {name: np.array([name in some for some in different], dtype=np.float64)[codes] for name in names}


def codes_of(things: Iterable[Hashable], different: Iterable[Hashable]) -> Ints:
    """The place of each thing among the different ones."""
    places = {thing: place for place, thing in enumerate(different)}
    return np.fromiter((places[thing] for thing in things), dtype=np.int64)


def item_facts(study: Study) -> list[ItemFacts]:
    """Of every sentence, in the order of their numbers. What is alike in many is read once."""
    memberships, measures = json_text("memberships"), JsonParts("measures", "phenomena", "switch_points")
    chosen_as = Case(When(by_condition(study), then=F("condition")), default=Value(""))
    fields = ("pk", "condition", chosen_as, memberships, "pair_id", "probability", measures)
    cells: dict[str, tuple[frozenset[str], str]] = {}
    read: dict[str, tuple[frozenset[str], int]] = {}
    found = []
    for pk, condition, chosen, models, pair, probability, measured in raw_rows(
        Item.objects.filter(study=study).order_by("number").values_list(*fields)
    ):
        if models not in cells:
            own = json.loads(models)
            cells[models] = frozenset(own), cell_words(own, study.models_chosen)
        if measured not in read:
            phenomena, switch_points = json.loads(measured)
            read[measured] = frozenset(phenomena or ()), switch_points or 0
        own, words = cells[models]
        found.append(ItemFacts(pk, condition, chosen or words, own, pair, probability, *read[measured], not chosen))
    return found


def rated_items(study: Study, selection: Selection, criterion: Criterion) -> RatedItems:
    return rated_among(item_facts(study), ratings_of(study, selection, criterion))


def rated_among(facts: Sequence[ItemFacts], ratings: Ratings) -> RatedItems:
    rated = set(ratings.item_labels)
    return RatedItems(ratings, [item for item in facts if item.pk in rated])


def _z_means(ratings: Ratings, z: Floats) -> Floats:
    """Per sentence the mean of its judges' z-scores, judges x points or x 1; nan where no judge of it has any."""
    sums, sizes = np.zeros(ratings.item_count), np.zeros(ratings.item_count)
    for part in ratings.parts:
        given = ratings.given[part] if z.shape[1] > 1 else 0
        items, each = ratings.items[part], z[ratings.judges[part], given]
        known = np.isfinite(each)
        sums += np.bincount(items, np.where(known, each, 0.0), sums.size)
        sizes += np.bincount(items, known, sums.size)
    return np.asarray(np.divide(sums, sizes, out=np.full(sums.size, np.nan), where=sizes > 0))
