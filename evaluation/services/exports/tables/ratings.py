"""The tidy long table: one row per judge, sentence and criterion, judge by judge in the order in which they were asked.

It may have a million rows. The database is asked for ratings and places only, some judges at a time along the index
``rating_by_judge`` (so that no sort and no long-lived cursor is needed and the first rows come at once); what judges,
sentences and criteria are called is looked up in memory. Within-judge z-scores need a judge's ratings together,
so a judge is the unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import CharField
from django.db.models.functions import Cast

from evaluation.models import Criterion, ItemKind, Rating
from evaluation.services.exports.cells import Cells, iso_from_database, rounded
from evaluation.services.exports.columns import Column, flag, moment, number, text, whole
from evaluation.services.exports.study_data import ItemFacts, StudyData
from evaluation.services.exports.table import Row, Table
from evaluation.services.results.exclusions import GIVEN_AWAY, Exclusions
from evaluation.statistics.summary import sigma_from_sums

# About so many ratings are in memory at a time.
BATCH_ROWS = 10_000
MOST_JUDGES = 500


# What is read for each rating, in this order.
FIELDS = (
    *("participation_id", "criterion_id", "item_id", "place__order", "value", "first_value", "edits", "given", "shown"),
    *("place__duration_ms", "place__is_repeat", "place__state", "hand", "place__exclusion_reason"),
    *("place__language", "place__screen"),
)
CRITERION, ITEM, ORDER, VALUE = 1, 2, 3, 4
Stored = tuple[Any, ...]


class Memo(dict[str, str]):
    """Texts that come again and again, each made safe once."""

    def __init__(self, write: Callable[[str], str]) -> None:
        super().__init__()
        self.write = write

    def __missing__(self, written: str) -> str:
        self[written] = safe = self.write(written)
        return safe


def columns(data: StudyData) -> Sequence[Column]:
    low = min((criterion.low for criterion in data.criteria), default=None)
    high = max((criterion.high for criterion in data.criteria), default=None)
    return [
        text("study", "The study's address", required=True),
        text("judge", "The judge's pseudonym, as in the table judges", required=True),
        whole("list", "The list of sentences the judge was given, where lists were made"),
        whole("trial", "Which sentence of this judge it was, 1 being the first shown", required=True, minimum=1),
        whole("sentence", "The sentence's number, as in the table sentences", required=True),
        text("pair", "The id of the pair of sentences it was made from"),
        text("models", "Every chosen model that generates it, separated by semicolons"),
        text("condition", "What it was drawn for: a model, a region of two models' sets, control, or a source"),
        text("source", "Where an imported sentence came from"),
        flag("practice", "Whether it was a practice sentence"),
        flag("attention", "Whether it was an attention check"),
        flag("repeat", "Whether this was the judge's second look at the sentence"),
        text("criterion", "The scale", required=True, enum=[criterion.key for criterion in data.criteria]),
        whole("value", "The judge's last word on the scale", required=True, minimum=low, maximum=high),
        text("value_label", "What the scale calls this point, where it says"),
        number(
            "z", "The value in standard deviations (n - 1) from the judge's mean of this criterion, over what counts"
        ),
        whole("first_value", "The judge's first answer", required=True, minimum=low, maximum=high),
        whole("edits", "How often the judge changed the answer", required=True, minimum=0),
        whole("response_ms", "Milliseconds from shown to answered, without the time the page was hidden", minimum=0),
        moment("shown_at", "When the sentence was shown"),
        moment("submitted_at", "When the value was given", required=True),
        flag("surplus", "Whether the place was given to another judge"),
        flag("excluded", "Whether the selection leaves this rating out of every number"),
        text("exclusion_reason", "Why it is left out"),
        text("language", "The language of the judge's pages"),
        text("screen", "The class of the judge's screen"),
    ]


def judge_by_judge(data: StudyData) -> Iterator[tuple[int, list[Stored]]]:
    """Judge by judge, asking the database for as many judges at a time as make a batch."""
    judges, size = list(data.judges), 1
    while judges:
        now, judges = judges[:size], judges[size:]
        seen = 0
        for participation, rows in groupby(stored_ratings(now), itemgetter(0)):
            mine = list(rows)
            seen += len(mine)
            yield participation, mine
        size = min(MOST_JUDGES, max(1, size * BATCH_ROWS // max(seen, 1)))


def stored_ratings(judges: Sequence[int]) -> Iterator[Stored]:
    found = (
        Rating.objects.filter(participation_id__in=judges)
        .annotate(
            given=Cast("given_at", CharField()),
            shown=Cast("place__shown_at", CharField()),
            hand=Cast("place__excluded_at", CharField()),
        )
        .order_by("participation_id")
        .values_list(*FIELDS)
    )
    return found.iterator(chunk_size=BATCH_ROWS)


def reason_of(exclusions: Exclusions, participation: int, row: Stored) -> str:
    """Why the rating does not count; empty if it does."""
    _, _, item, _, _, _, _, _, _, duration_ms, is_repeat, state, hand, hand_reason, _, _ = row
    return exclusions.reason(
        participation=participation,
        item=item,
        is_repeat=is_repeat,
        state=state,
        duration_ms=duration_ms,
        excluded=hand is not None,
        hand_reason=hand_reason,
    )


def rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    writer = RatingWriter(data, cells)
    for participation, stored in judge_by_judge(data):
        yield from writer.judge(participation, stored)


class RatingWriter:
    """Turns what is stored of a judge into rows; everything that repeats is written once, beforehand."""

    def __init__(self, data: StudyData, cells: Cells) -> None:
        self.data = data
        self.flags = cells.flags
        self.words = Memo(cells.text)
        self.items = {pk: self._item_cells(item) for pk, item in data.items.items()}
        self.reason_of = partial(reason_of, data.exclusions)
        self.criteria = {criterion.pk: self.words[criterion.key] for criterion in data.criteria}
        self.positions = {criterion.pk: place for place, criterion in enumerate(data.criteria)}
        self.labels = {criterion.pk: self._label_cells(criterion) for criterion in data.criteria}

    def _item_cells(self, item: ItemFacts) -> Row:
        texts = (item.pair, ";".join(item.memberships), item.condition, item.source)
        kinds = (item.kind == ItemKind.PRACTICE, item.kind == ItemKind.ATTENTION)
        return (item.number, *(self.words[written] for written in texts), *(self.flags[kind] for kind in kinds))

    def _label_cells(self, criterion: Criterion) -> dict[int, str]:
        labels = criterion.labels("en")
        return {point: self.words[labels.get(point, "")] for point in criterion.points}

    def judge(self, participation: int, stored: list[Stored]) -> Iterator[Row]:
        positions, many = self.positions, len(self.positions)
        stored.sort(key=lambda row: row[ORDER] * many + positions[row[CRITERION]])
        reasons = [self.reason_of(participation, row) for row in stored]
        scales = self._scales(stored, reasons)
        judge = self.data.judges[participation]
        start = (self.words[self.data.study.slug], self.words[judge.pseudonym], judge.list_number)
        for row, reason in zip(stored, reasons, strict=True):
            yield self._row(start, row, reason, scales)

    def _scales(self, stored: list[Stored], reasons: list[str]) -> dict[int, dict[int, float | None]]:
        """For each criterion the z of each point, from the judge's ratings that count."""
        counted: dict[int, list[int]] = {pk: [] for pk in self.criteria}
        for row, reason in zip(stored, reasons, strict=True):
            if not reason:
                counted[row[CRITERION]].append(row[VALUE])
        return {criterion.pk: z_by_point(criterion.points, counted[criterion.pk]) for criterion in self.data.criteria}

    def _row(self, start: Row, row: Stored, reason: str, scales: dict[int, dict[int, float | None]]) -> Row:
        (
            _,
            criterion,
            item,
            order,
            value,
            first,
            edits,
            given,
            shown,
            duration_ms,
            is_repeat,
            state,
            *_,
            language,
            screen,
        ) = row
        flags, words = self.flags, self.words
        return (
            *start,
            order + 1,
            *self.items[item],
            flags[is_repeat],
            self.criteria[criterion],
            value,
            self.labels[criterion][value],
            None if reason else scales[criterion][value],
            first,
            edits,
            duration_ms,
            iso_from_database(shown),
            iso_from_database(given),
            flags[state in GIVEN_AWAY],
            flags[bool(reason)],
            words[reason],
            words[language],
            words[screen],
        )


def z_by_point(points: Iterable[int], values: Sequence[int]) -> dict[int, float | None]:
    """Nothing where the judge's values do not vary: there is no unit to measure in."""
    sigma = sigma_from_sums(len(values), sum(values), sum(value * value for value in values)).value
    if not sigma:
        return dict.fromkeys(points)
    mean = sum(values) / len(values)
    return {point: rounded((point - mean) / sigma) for point in points}


TABLE = Table(
    "ratings", "One row per judge, sentence and criterion", columns, rows, key=("judge", "trial", "criterion")
)
