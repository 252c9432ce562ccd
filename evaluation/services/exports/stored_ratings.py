"""The ratings of a study as they are stored, read judge by judge: what the tables `ratings` and `matrix` are made of.

There may be a million. The database is asked for ratings and places only, some judges at a time along the index
``rating_by_judge``, so that no sort and no long-lived cursor is needed and the first rows come at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import NamedTuple

from django.db.models import CharField, F, IntegerField, QuerySet
from django.db.models.functions import Cast

from evaluation.models import CriterionKind, Place, Rating
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row
from evaluation.services.results.fetching import raw_rows
from evaluation.services.support.page_cache import small_page_cache

# About so many ratings of several judges are asked for at a time, and so many of a single one.
BATCH_ROWS = 10_000
PART_ROWS = 2_000
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
    script: str


JUDGE, CRITERION, ORDER = map(StoredRating._fields.index, ("participation_id", "criterion_id", "order"))
# From here on a row has what counting depends on and how the page was shown: the same for many places.
STATE = StoredRating._fields.index("is_repeat")
OF_THE_PLACE = ("order", "duration_ms", "state", "exclusion_reason", "language", "screen", "script")
MOMENTS = {"given": "given_at", "shown": "place__shown_at", "excluded_at": "place__excluded_at"}


named: Callable[[Row], StoredRating] = partial(tuple.__new__, StoredRating)


class JudgeRatings:
    """A judge's ratings in the order in which the sentences were shown, and of a sentence in the order of the criteria.

    They are read in parts, one after the other in that order, each time they are gone through: of a judge with
    thousands of sentences only one part is in memory. Rows are kept as plain tuples and named one at a time: ten
    thousand named tuples would be ten thousand objects for the garbage collector to look through again and again, which
    plain tuples of numbers and texts are not.
    """

    def __init__(
        self, parts: Callable[[], Iterable[Iterable[Row]]], criteria: Mapping[int, int], *, are_many: bool = False
    ) -> None:
        """`criteria` gives the place of each in the study's order; many are better counted by the database."""
        self._parts = parts
        self._criteria = criteria
        self.are_many = are_many

    def __iter__(self) -> Iterator[StoredRating]:
        return map(named, self.rows())

    def rows(self) -> Iterator[Row]:
        """The same without names, which is faster: the fields of `StoredRating` in their order."""
        many = len(self._criteria)
        # Mostly the criteria were made in the order in which they are asked, and the database's numbers say it.
        in_order = itemgetter(ORDER, CRITERION) if list(self._criteria) == sorted(self._criteria) else None
        for part in self._parts():
            yield from sorted(part, key=in_order or (lambda row: row[ORDER] * many + self._criteria[row[CRITERION]]))


def judge_by_judge(data: StudyData) -> Iterator[tuple[int, JudgeRatings]]:
    """Judge by judge, asking the database for as many judges at a time as make a batch, or for one in parts."""
    with small_page_cache():
        yield from _judge_by_judge(data)


def _judge_by_judge(data: StudyData) -> Iterator[tuple[int, JudgeRatings]]:
    criteria = {criterion.pk: place for place, criterion in enumerate(data.criteria)}
    judges, size = list(data.judges), 1
    while judges:
        now, judges = judges[:size], judges[size:]
        seen = Rating.objects.filter(participation_id__in=now).count()
        if len(now) == 1 and seen > PART_ROWS:
            yield now[0], JudgeRatings(partial(in_parts, now[0], len(criteria)), criteria, are_many=True)
        else:
            for participation, rows in groupby(stored_ratings(now), itemgetter(JUDGE)):
                yield participation, JudgeRatings(partial(iter, [list(rows)]), criteria)
        size = min(MOST_JUDGES, max(1, size * BATCH_ROWS // max(seen, 1)))


def in_parts(judge: int, criteria: int) -> Iterator[Iterable[Row]]:
    """One judge's rows, some sentences at a time, with no cursor left open between them."""
    orders = Place.objects.filter(participation=judge).order_by("order").values_list("order", flat=True)
    starts = list(orders)[:: max(1, PART_ROWS // max(criteria, 1))]
    for start, stop in zip_longest(starts, starts[1:]):
        # By the place's judge, for places have an index on judge and order.
        part = Rating.objects.filter(place__participation=judge, place__order__gte=start)
        yield as_rows(part if stop is None else part.filter(place__order__lt=stop))


def stored_ratings(judges: Sequence[int]) -> list[Row]:
    """Rows with the fields of `StoredRating`, those of a judge together."""
    return as_rows(Rating.objects.filter(participation_id__in=judges))


def as_rows(ratings: QuerySet[Rating]) -> list[Row]:
    """Straight from the cursor: Django would go through a million rows again, column by column."""
    found = (
        ratings.filter(criterion__kind=CriterionKind.SCALE)
        .annotate(**{name: F(f"place__{name}") for name in OF_THE_PLACE})
        .annotate(**{name: Cast(field, CharField()) for name, field in MOMENTS.items()})
        # A number in both databases, as it is stored in SQLite.
        .annotate(is_repeat=Cast("place__is_repeat", IntegerField()))
        .order_by("participation_id")
        .values_list(*StoredRating._fields)
    )
    return raw_rows(found)
