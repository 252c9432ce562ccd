"""What a comparison needs of every rated sentence: its mean, raw and within judges, and what it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.models import Criterion, Item, Study
from evaluation.services.results.rating_arrays import ratings_of
from evaluation.services.results.selection import Selection
from evaluation.statistics.figure import Floats
from evaluation.statistics.judge_consistency import z_scores
from evaluation.statistics.rating_table import Ratings


@dataclass(frozen=True, slots=True)
class RatedItem:
    """`z` is the mean of its ratings' z-scores, None where no judge of it varies."""

    pk: int
    condition: str
    # Exactly which models generate it, in words; the source's name for an imported sentence.
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


def rated_items(study: Study, selection: Selection, criterion: Criterion) -> RatedItems:
    ratings = ratings_of(study, selection, criterion)
    z = z_scores(ratings.judges, ratings.values)
    z_means = _means(ratings, z)
    places = {item: place for place, item in enumerate(ratings.item_labels)}
    fields = ("pk", "condition", "source", "memberships", "pair_id", "probability", "measures")
    rows = Item.objects.filter(study=study).order_by("number").values_list(*fields, named=True)
    items = [
        RatedItem(
            pk=row.pk,
            condition=row.condition,
            cell=row.source or cell_words(row.memberships, study.models_chosen),
            memberships=frozenset(row.memberships),
            pair=row.pair_id,
            probability=row.probability,
            phenomena=frozenset(row.measures.get("phenomena", ())),
            switch_points=row.measures.get("switch_points", 0),
            mean=float(ratings.item_means[places[row.pk]]),
            z=None if np.isnan(z_means[places[row.pk]]) else float(z_means[places[row.pk]]),
        )
        for row in rows
        if row.pk in places
    ]
    return RatedItems(ratings, z, items)


def _means(ratings: Ratings, values: Floats) -> Floats:
    """Per sentence the mean of the values that exist; nan where none does."""
    known = np.isfinite(values)
    sums = np.bincount(ratings.items[known], values[known], ratings.item_count)
    sizes = np.bincount(ratings.items[known], minlength=ratings.item_count)
    return np.asarray(np.divide(sums, sizes, out=np.full(ratings.item_count, np.nan), where=sizes > 0))
