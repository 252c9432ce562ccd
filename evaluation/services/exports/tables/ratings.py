"""The table `ratings`, tidy and long: one row per judge, sentence and criterion.

``columns`` names and explains every column; ``RatingWriter`` fills them, in the same order: ``_item_cells`` those that
describe the sentence (``sentence`` to ``attention``, ``models`` among them), ``_row`` the others. Judges follow each
other, each with their sentences in the order in which they were shown.

It may have a million rows, so `stored_ratings` reads them a few judges at a time; what judges, sentences and criteria
are called is looked up in memory. A judge's ratings are gone through twice, for their z-scores need all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from evaluation.models import Criterion, ItemKind
from evaluation.services.exports.cells import Cells, iso_from_database, rounded
from evaluation.services.exports.columns import Column, flag, moment, number, text, whole
from evaluation.services.exports.stored_ratings import JudgeRatings, StoredRating, judge_by_judge
from evaluation.services.exports.study_data import ItemFacts, StudyData
from evaluation.services.exports.table import Row, Table
from evaluation.services.results.exclusion_rules import GIVEN_AWAY
from evaluation.statistics.summary import sigma_from_sums


class Memo(dict[str, str]):
    """Texts that come again and again, each made safe once."""

    def __init__(self, write: Callable[[str], str]) -> None:
        super().__init__()
        self.write = write

    def __missing__(self, text: str) -> str:
        self[text] = safe = self.write(text)
        return safe


def columns(data: StudyData) -> Sequence[Column]:
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
        whole("value", "The judge's last word on the scale", required=True, **data.scale_limits),
        text("value_label", "What the scale calls this point, where it says"),
        number(
            "z", "The value in standard deviations (n - 1) from the judge's mean of this criterion, over what counts"
        ),
        whole("first_value", "The judge's first answer", required=True, **data.scale_limits),
        whole("edits", "How often the judge changed the answer", required=True, minimum=0),
        whole("response_ms", "Milliseconds from shown to answered, without the time the page was hidden", minimum=0),
        moment("shown_at", "When the sentence was shown"),
        moment("submitted_at", "When the value was given", required=True),
        flag("surplus", "Whether the place was given to another judge"),
        flag("excluded", "Whether the selection leaves this rating out of every number"),
        text("exclusion_reason", "Why it is left out"),
        text("language", "The language of the judge's pages"),
        text("screen", "The class of the judge's screen"),
        text("script", "The script in which the words of the second language were shown, where the pair has two"),
    ]


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
        self.criteria = {criterion.pk: self.words[criterion.key] for criterion in data.criteria}
        self.labels = {criterion.pk: self._label_cells(criterion) for criterion in data.criteria}

    def _item_cells(self, item: ItemFacts) -> Row:
        texts = (item.pair_name, ";".join(item.memberships), item.condition, item.source)
        kinds = (item.kind == ItemKind.PRACTICE, item.kind == ItemKind.ATTENTION)
        return (item.number, *(self.words[word] for word in texts), *(self.flags[kind] for kind in kinds))

    def _label_cells(self, criterion: Criterion) -> dict[int, str]:
        labels = criterion.labels("en")
        return {point: self.words[labels.get(point, "")] for point in criterion.points}

    def judge(self, participation: int, stored: JudgeRatings) -> Iterator[Row]:
        scales = self._scales(stored)
        judge = self.data.judges[participation]
        start = (self.words[self.data.study.slug], self.words[judge.pseudonym], judge.list_number)
        for row, reason in self._with_reasons(stored):
            yield self._row(start, row, reason, scales)

    def _with_reasons(self, stored: JudgeRatings) -> Iterator[tuple[StoredRating, str]]:
        """Each rating with why its place is left out, if it is; asked once for each place."""
        order, reason = None, ""
        for row in stored:
            if row.order != order:
                order, reason = row.order, self.data.exclusions.reason(row)
            yield row, reason

    def _scales(self, stored: JudgeRatings) -> dict[int, dict[int, float | None]]:
        """For each criterion the z of each point, from what counts."""
        values: dict[int, list[int]] = {pk: [] for pk in self.criteria}
        for row, reason in self._with_reasons(stored):
            if not reason:
                values[row.criterion_id].append(row.value)
        return {criterion.pk: z_by_point(criterion.points, values[criterion.pk]) for criterion in self.data.criteria}

    def _row(self, start: Row, row: StoredRating, reason: str, scales: dict[int, dict[int, float | None]]) -> Row:
        criterion, value, flags, words = row.criterion_id, row.value, self.flags, self.words
        return (
            *start,
            row.order + 1,
            *self.items[row.item_id],
            flags[row.is_repeat],
            self.criteria[criterion],
            value,
            self.labels[criterion][value],
            None if reason else scales[criterion][value],
            row.first_value,
            row.edits,
            row.duration_ms,
            iso_from_database(row.shown),
            iso_from_database(row.given),
            flags[row.state in GIVEN_AWAY],
            flags[bool(reason)],
            words[reason],
            words[row.language],
            words[row.screen],
            words[row.script],
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
