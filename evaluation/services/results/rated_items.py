"""What a comparison needs of every rated sentence: its mean, raw and within judges, and what it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from evaluation.models import Criterion, Item, Study
from evaluation.services.results.rating_arrays import ratings_of
from evaluation.services.results.selection import Selection
from evaluation.statistics.figure import Floats
from evaluation.statistics.judge_consistency import z_scores
from evaluation.statistics.rating_table import Ratings


class ItemFacts(NamedTuple):
    """What a sentence is, whoever rated it."""

    pk: int
    condition: str
    # Exactly which models generate it, in words; the source's name for an imported sentence.
    cell: str
    memberships: frozenset[str]
    pair: int | None
    probability: float | None
    phenomena: frozenset[str]
    switch_points: int


@dataclass(frozen=True, slots=True)
class RatedItem:
    """The facts with the mean of its ratings; `z` is that of their z-scores, None where no judge of it varies."""

    pk: int
    condition: str
    cell: str
    memberships: frozenset[str]
    pair: int | None
    probability: float | None
    phenomena: frozenset[str]
    switch_points: int
    mean: float
    z: float | None


@dataclass(frozen=True)
class RatedItems:
    ratings: Ratings
    z: Floats
    items: list[RatedItem]

    @property
    def without_variation(self) -> int:
        """Judges whose scores do not vary, so that they have no z-scores."""
        return int(np.unique(self.ratings.judges[np.isnan(self.z)]).size)

    @property
    def cells(self) -> dict[str, list[RatedItem]]:
        """The sentences by cell; cells share no sentence."""
        found: dict[str, list[RatedItem]] = {}
        for item in sorted(self.items, key=lambda item: item.cell):
            found.setdefault(item.cell, []).append(item)
        return found


def cell_words(memberships: Iterable[str], models: Sequence[str]) -> str:
    """
    >>> cell_words({"ML2", "EC1"}, ["EC0", "EC1", "ML2"]), cell_words((), ["EC0"])
    ('EC1 & ML2 only', 'none of the models')
    """
    names = [name for name in models if name in set(memberships)]
    return " & ".join(names) + " only" if names else "none of the models"


def item_facts(study: Study) -> list[ItemFacts]:
    """Of every sentence, in the order of their numbers."""
    fields = ("pk", "condition", "source", "memberships", "pair_id", "probability", "measures")
    rows = Item.objects.filter(study=study).order_by("number").values_list(*fields)
    cells: dict[tuple[str, ...], tuple[frozenset[str], str]] = {}
    found = []
    for pk, condition, source, memberships, pair, probability, measures in rows.iterator(chunk_size=2_000):
        models = tuple(memberships)
        if models not in cells:
            cells[models] = frozenset(models), cell_words(models, study.models_chosen)
        own, words = cells[models]
        phenomena = frozenset(measures.get("phenomena", ()))
        switch_points = measures.get("switch_points", 0)
        found.append(ItemFacts(pk, condition, source or words, own, pair, probability, phenomena, switch_points))
    return found


def rated_items(study: Study, selection: Selection, criterion: Criterion) -> RatedItems:
    return with_means(item_facts(study), ratings_of(study, selection, criterion))


def with_means(facts: Sequence[ItemFacts], ratings: Ratings) -> RatedItems:
    """Those of the sentences that have ratings."""
    z = z_scores(ratings.judges, ratings.values)
    z_means = [None if np.isnan(mean) else mean for mean in _means(ratings, z).tolist()]
    means = dict(zip(ratings.item_labels, zip(ratings.item_means.tolist(), z_means, strict=True), strict=True))
    return RatedItems(ratings, z, [RatedItem(*item, *means[item.pk]) for item in facts if item.pk in means])


def _means(ratings: Ratings, values: Floats) -> Floats:
    """Per sentence the mean of the values that exist; nan where none does."""
    known = np.isfinite(values)
    sums = np.bincount(ratings.items[known], values[known], ratings.item_count)
    sizes = np.bincount(ratings.items[known], minlength=ratings.item_count)
    return np.asarray(np.divide(sums, sizes, out=np.full(ratings.item_count, np.nan), where=sizes > 0))
