"""The table `ratings`, tidy and long: one row per judge, sentence and criterion.

``columns`` names and explains every column; ``RatingWriter`` fills them, in the same order: ``_item_cells`` those that
describe the sentence (``sentence`` to ``attention``, ``models`` among them), ``_score_cells`` those from ``repeat`` to
``value_label``, ``_after`` those from ``surplus`` on, ``judge`` the others. Judges follow each other, each with their
sentences in the order in which they were shown.

It may have a million rows, so `stored_ratings` reads them a few judges at a time; what judges, sentences and criteria
are called is looked up in memory. A judge's z-scores need all of their ratings: where they are too many to be in memory
together, the database counts how often each value was given. What is said of a place is written once for all criteria.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from django.db.models import Count

from evaluation.models import Criterion, ItemKind
from evaluation.services.exports.cells import Cells, iso_from_database, rounded
from evaluation.services.exports.columns import Column, flag, moment, number, text, whole
from evaluation.services.exports.stored_ratings import STATE, JudgeRatings, StoredRating, judge_by_judge, named
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
        self.criteria = {criterion.pk: criterion for criterion in data.criteria}
        # The cells from the repeat to the label, by whether it is one and the criterion, for each point.
        self.scored = {
            (is_repeat, criterion.pk): self._score_cells(criterion, is_repeat=is_repeat)
            for is_repeat in (False, True)
            for criterion in data.criteria
        }
        self.afters: dict[Row, Row] = {}

    def _item_cells(self, item: ItemFacts) -> Row:
        texts = (item.pair_name, ";".join(item.memberships), item.condition, item.source)
        kinds = (item.kind == ItemKind.PRACTICE, item.kind == ItemKind.ATTENTION)
        return (item.number, *(self.words[word] for word in texts), *(self.flags[kind] for kind in kinds))

    def _score_cells(self, criterion: Criterion, *, is_repeat: bool) -> dict[int, Row]:
        labels, start = criterion.labels("en"), (self.flags[is_repeat], self.words[criterion.key])
        return {point: (*start, point, self.words[labels.get(point, "")]) for point in criterion.points}

    def judge(self, participation: int, stored: JudgeRatings) -> Iterator[Row]:
        judge = self.data.judges[participation]
        start = (self.words[self.data.study.slug], self.words[judge.pseudonym], judge.list_number)
        scales = self._scales(participation, stored)
        items, scored, left_out = self.items, self.scored, self.data.exclusions.items
        # By the sentence's reason and what the row says of its place, which is the same for thousands.
        known: dict[Row, tuple[str, Row]] = {}
        last = None
        for row in stored.rows():
            _judge, criterion, item, value, first_value, edits, given, shown, order, duration_ms, is_repeat, *_ = row
            if order != last:
                last, shown_at, sentence = order, iso_from_database(shown), items[item]
                key = (left_out.get(item), row[STATE:])
                if key not in known:
                    known[key] = self._after(named(row))
                reason, after = known[key]
            yield (
                start,
                order + 1,
                sentence,
                scored[is_repeat, criterion][value],
                None if reason else scales[criterion][value],
                first_value,
                edits,
                duration_ms,
                shown_at,
                f"{given[:10]}T{given[11:19]}Z",
                after,
            )

    def _after(self, rating: StoredRating) -> tuple[str, Row]:
        """Why its place does not count, and the cells from the surplus to the script, the same tuple wherever alike."""
        reason = self.data.exclusions.reason(rating)
        flags = (self.flags[rating.state in GIVEN_AWAY], self.flags[bool(reason)])
        texts = (reason, rating.language, rating.screen, rating.script)
        cells = (*flags, *(self.words[text] for text in texts))
        return reason, self.afters.setdefault(cells, cells)

    def _scales(self, participation: int, stored: JudgeRatings) -> dict[int, dict[int, float | None]]:
        """For each criterion the z of each point, from what counts."""
        counts: dict[int, dict[int, int]] = {pk: {} for pk in self.criteria}
        for criterion, value, times in self._counted(participation) if stored.are_many else self._each(stored):
            own = counts.setdefault(criterion, {})
            own[value] = own.get(value, 0) + times
        return {criterion.pk: z_by_point(criterion.points, counts[criterion.pk]) for criterion in self.data.criteria}

    def _counted(self, participation: int) -> Iterator[tuple[int, int, int]]:
        """How often a judge gave which value on which criterion, counted by the database."""
        given = self.data.exclusions.ratings().filter(participation=participation).order_by()
        return iter(given.values_list("criterion_id", "value").annotate(times=Count("pk")))

    def _each(self, stored: JudgeRatings) -> Iterator[tuple[int, int, int]]:
        """Each value that counts, once; why a place does not count is asked once for each."""
        order, reason = None, ""
        for row in stored:
            if row.order != order:
                order, reason = row.order, self.data.exclusions.reason(row)
            if not reason:
                yield row.criterion_id, row.value, 1


def z_by_point(points: Iterable[int], counts: Mapping[int, int]) -> dict[int, float | None]:
    """From how often each value was given; nothing where they do not vary, for there is no unit to measure in."""
    n, total = sum(counts.values()), sum(value * times for value, times in counts.items())
    sigma = sigma_from_sums(n, total, sum(value * value * times for value, times in counts.items())).value
    if not sigma:
        return dict.fromkeys(points)
    mean = total / n
    return {point: rounded((point - mean) / sigma) for point in points}


TABLE = Table(
    "ratings",
    "One row per judge, sentence and criterion",
    columns,
    rows,
    key=("judge", "trial", "criterion"),
)
