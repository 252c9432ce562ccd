"""The table `matrix`: a row for each judge and criterion, a column for each rated sentence, only what counts.

Krippendorff's alpha in R (``irr::kripp.alpha``) wants judges in rows; transposed it is what ``irr::icc`` wants.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from evaluation.models import Criterion, ItemKind
from evaluation.services.exports.cells import Cells
from evaluation.services.exports.columns import Column, signature_column, text, whole
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table
from evaluation.services.results.rating_arrays import ratings_of
from evaluation.statistics.figure import Ints


def columns(data: StudyData) -> Sequence[Column]:
    return [
        text("judge", "The judge's pseudonym", required=True),
        text("criterion", "The scale", required=True, enum=[criterion.key for criterion in data.criteria]),
        *(
            whole(f"s{number}", f"The value given to sentence {number}", **data.scale_limits)
            for number in rated(data).values()
        ),
        signature_column(),
    ]


def rated(data: StudyData) -> dict[int, int]:
    return {pk: item.number for pk, item in data.items.items() if item.kind == ItemKind.STUDY and item.first_id is None}


def rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    items = np.array(list(rated(data)), dtype=np.int64)
    given = [_values(data, criterion) for criterion in data.criteria]
    for judge, facts in data.judges.items():
        for criterion, of_judges in zip(data.criteria, given, strict=True):
            if judge in of_judges:
                start = (cells.text(facts.pseudonym), cells.text(criterion.key))
                yield (*start, *_row(*of_judges[judge], items), data.signature)


def _values(data: StudyData, criterion: Criterion) -> dict[int, tuple[Ints, Ints]]:
    """Per judge the items that they rated, and what they gave them: only what counts."""
    if data.selection.repeats:
        return _first_looks(data, criterion)
    ratings = ratings_of(data.study, data.selection, criterion, exclusions=data.exclusions)
    order = np.argsort(ratings.judges, kind="stable")
    items = np.array(ratings.item_labels, dtype=np.int64)[ratings.items[order]]
    values = ratings.points.astype(np.int16)[ratings.given[order]]
    ends = np.cumsum(np.bincount(ratings.judges, minlength=ratings.judge_count))[:-1]
    parts = zip(np.split(items, ends), np.split(values, ends), strict=True)
    # Without any judge there is one part, of nothing.
    return dict(zip(ratings.judge_labels, parts, strict=False))


def _first_looks(data: StudyData, criterion: Criterion) -> dict[int, tuple[Ints, Ints]]:
    """The same where repeats count: the first look at a sentence that counts stands."""
    rows = data.exclusions.ratings().filter(criterion=criterion).order_by("participation_id", "place__order")
    found: dict[int, dict[int, int]] = {}
    for judge, item, value in rows.values_list("participation_id", "item_id", "value").iterator():
        found.setdefault(judge, {}).setdefault(item, value)
    return {judge: (_whole(given), _whole(given.values())) for judge, given in found.items()}


def _whole(numbers: Iterable[int]) -> Ints:
    return np.fromiter(numbers, dtype=np.int64)


def _row(rated_items: Ints, values: Ints, items: Ints) -> list[int | None]:
    """A value for each of the items, None where there is none; what is none of them is left out."""
    order = np.argsort(items)
    places = np.searchsorted(items[order], rated_items)
    known = places < items.size
    known[known] = items[order][places[known]] == rated_items[known]
    cells: list[int | None] = [None] * items.size
    for place, value in zip(order[places[known]].tolist(), values[known].tolist(), strict=True):
        cells[place] = value
    return cells


TABLE = Table("matrix", "Judges in rows, rated sentences in columns", columns, rows, key=("judge", "criterion"))
