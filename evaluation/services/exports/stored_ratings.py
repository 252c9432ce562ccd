"""The ratings of a study as they are stored, read judge by judge: what the tables `ratings` and `matrix` are made of.

There may be a million. The database is asked for ratings and places only, some judges at a time along the index
``rating_by_judge``, so that no sort and no long-lived cursor is needed and the first rows come at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db.models import CharField, F
from django.db.models.functions import Cast

from evaluation.models import Rating
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row

# About so many ratings are in memory at a time.
BATCH_ROWS = 10_000
MOST_JUDGES = 500


class StoredRating(NamedTuple):
    """A rating with the fields of its place, as the query below reads them: fields and columns have the same names.

    Moments stay as the database writes them, which saves parsing them a million times.
    """

    participation_id: int
    criterion_id: int
    item_id: int
    value: int
    first_value: int
    edits: int
    given: str
    shown: str | None
    order: int
    duration_ms: int | None
    is_repeat: bool
    state: str
    excluded_at: str | None
    exclusion_reason: str
    language: str
    screen: str


JUDGE, CRITERION, ORDER = map(StoredRating._fields.index, ("participation_id", "criterion_id", "order"))
OF_THE_PLACE = ("order", "duration_ms", "is_repeat", "state", "exclusion_reason", "language", "screen")
MOMENTS = {"given": "given_at", "shown": "place__shown_at", "excluded_at": "place__excluded_at"}


class JudgeRatings:
    """A judge's ratings in the order in which the sentences were shown, and of a sentence in the order of the criteria.

    They are kept as plain tuples and named one at a time: ten thousand named tuples would be ten thousand objects for
    the garbage collector to look through again and again, which plain tuples of numbers and texts are not.
    """

    def __init__(self, rows: Iterable[Row], criteria: Mapping[int, int]) -> None:
        """`criteria` gives the place of each in the study's order."""
        many = len(criteria)
        self._rows = sorted(rows, key=lambda row: row[ORDER] * many + criteria[row[CRITERION]])

    def __iter__(self) -> Iterator[StoredRating]:
        return map(partial(tuple.__new__, StoredRating), self._rows)

    def __len__(self) -> int:
        return len(self._rows)


def judge_by_judge(data: StudyData) -> Iterator[tuple[int, JudgeRatings]]:
    """Judge by judge, asking the database for as many judges at a time as make a batch."""
    criteria = {criterion.pk: place for place, criterion in enumerate(data.criteria)}
    judges, size = list(data.judges), 1
    while judges:
        now, judges = judges[:size], judges[size:]
        seen = 0
        for participation, rows in groupby(stored_ratings(now), itemgetter(JUDGE)):
            mine = JudgeRatings(rows, criteria)
            seen += len(mine)
            yield participation, mine
        size = min(MOST_JUDGES, max(1, size * BATCH_ROWS // max(seen, 1)))


def stored_ratings(judges: Sequence[int]) -> Iterator[Row]:
    """Rows with the fields of `StoredRating`, those of a judge together."""
    found = (
        Rating.objects.filter(participation_id__in=judges)
        .annotate(**{name: F(f"place__{name}") for name in OF_THE_PLACE})
        .annotate(**{name: Cast(field, CharField()) for name, field in MOMENTS.items()})
        .order_by("participation_id")
        .values_list(*StoredRating._fields)
    )
    return found.iterator(chunk_size=BATCH_ROWS)
