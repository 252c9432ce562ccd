"""The table `matrix`: a row for each judge and criterion, a column for each rated sentence, only what counts.

Krippendorff's alpha in R (``irr::kripp.alpha``) wants judges in rows; transposed it is what ``irr::icc`` wants.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from evaluation.models import Criterion, ItemKind
from evaluation.services.exports.cells import Cells
from evaluation.services.exports.columns import Column, signature_column, text, whole
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table
from evaluation.services.results.rating_arrays import ratings_of
from evaluation.statistics.figure import Ints

# Of what is no rated sentence and has no column.
NOWHERE = -1


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
    places = {pk: place for place, pk in enumerate(rated(data))}
    given = [_values(data, criterion, places) for criterion in data.criteria]
    for judge, facts in data.judges.items():
        for criterion, of_judges in zip(data.criteria, given, strict=True):
            if judge in of_judges:
                start = (cells.text(facts.pseudonym), cells.text(criterion.key))
                yield (*start, *_row(*of_judges[judge], len(places)), data.signature)


def _values(data: StudyData, criterion: Criterion, places: Mapping[int, int]) -> dict[int, tuple[Ints, Ints]]:
    """Per judge the places of the sentences that they rated, and what they gave them: only what counts."""
    if data.selection.repeats:
        return _first_looks(data, criterion, places)
    ratings = ratings_of(data.study, data.selection, criterion, exclusions=data.exclusions)
    ends = np.cumsum(np.bincount(ratings.judges, minlength=ratings.judge_count))[:-1]
    order = np.argsort(ratings.judges, kind="stable")
    where = _whole(places.get(item, NOWHERE) for item in ratings.item_labels)[ratings.items[order]]
    values = ratings.points.astype(np.int16)[ratings.given[order]]
    parts = zip(np.split(where, ends), np.split(values, ends), strict=True)
    # Without any judge there is one part, of nothing.
    return dict(zip(ratings.judge_labels, parts, strict=False))


def _first_looks(data: StudyData, criterion: Criterion, places: Mapping[int, int]) -> dict[int, tuple[Ints, Ints]]:
    """The same where repeats count: the first look at a sentence that counts stands."""
    rows = data.exclusions.ratings().filter(criterion=criterion).order_by("participation_id", "place__order")
    found: dict[int, dict[int, int]] = {}
    for judge, item, value in rows.values_list("participation_id", "item_id", "value").iterator():
        found.setdefault(judge, {}).setdefault(places.get(item, NOWHERE), value)
    return {judge: (_whole(given), _whole(given.values())) for judge, given in found.items()}


def _whole(numbers: Iterable[int]) -> Ints:
    return np.fromiter(numbers, dtype=np.int32)


def _row(places: Ints, values: Ints, width: int) -> list[int | None]:
    """A value in each of these places, None in the others; what is nowhere is left out."""
    cells: list[int | None] = [None] * width
    for place, value in zip(places.tolist(), values.tolist(), strict=True):
        if place != NOWHERE:
            cells[place] = value
    return cells


TABLE = Table("matrix", "Judges in rows, rated sentences in columns", columns, rows, key=("judge", "criterion"))
