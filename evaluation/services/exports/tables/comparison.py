"""The table `comparison`, one row per criterion and quantity, from the same numbers as the page that compares models.

Shares are from 0 to 1. Each quantity stands there twice where judges, sentences or answers are left out: as counted,
and with nobody and nothing left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evaluation.models import Criterion
from evaluation.services.exports.cells import Cells, p_value, rounded
from evaluation.services.exports.columns import Column, number, signature_column, text, whole
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table
from evaluation.services.results.comparison import Comparison, ModelQuality, TwoModels, Unrestricted, comparison
from evaluation.services.results.few_judges import about_intervals
from evaluation.statistics.figure import Figure

QUANTITIES = (
    *("mean", "soundness", "soundness_over_pairs", "completeness"),
    *("accepted_share", "accepted_sentences", "difference_sentences", "difference_completeness"),
)
EXCLUSIONS = ("as counted", "nobody left out")
VERDICTS = ("equivalent", "different", "undecided", "unknown")


def columns(data: StudyData) -> Sequence[Column]:
    return [
        text("criterion", "The scale", required=True, enum=[criterion.key for criterion in data.criteria]),
        text("exclusions", "Who counts", required=True, enum=EXCLUSIONS),
        text("quantity", "What is estimated; docs/methods.md explains each", required=True, enum=QUANTITIES),
        text("first", "The model", required=True),
        text("second", "The model it is compared with; accepted: of what only the first of the two generates"),
        whole("cut", "The lowest point that accepts a sentence"),
        whole("rated", "How many rated sentences it rests on", minimum=0),
        number("value", "The estimate"),
        number("low", "The lower end of its 95 % interval"),
        number("high", "The upper end of its 95 % interval"),
        number("low_90", "The lower end of its 90 % interval, by which equivalence is judged"),
        number("high_90", "The upper end of its 90 % interval"),
        number("p", "The p value of no difference", minimum=0, maximum=1),
        number("margin", "Below which a difference of completeness is none", minimum=0, maximum=1),
        text("verdict", "equivalent also where there is a difference, smaller than the margin", enum=VERDICTS),
        text("reason", "Why there is no estimate or no interval, or why an interval may be wider than needed"),
        text("caution", "What to know before believing the interval, as on the page; empty if there is nothing"),
        signature_column(),
    ]


def rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    for criterion in data.criteria:
        found = comparison(data.study, data.selection, criterion)
        for exclusions, one in zip(EXCLUSIONS, (found, found.without_exclusions), strict=True):
            if one is not None:
                for row in _rows(one):
                    yield _cells(data, cells, criterion, exclusions, row, about_intervals(one.judges))


_Found = tuple[str, str, str, Figure, TwoModels | None]


def _rows(found: Comparison | Unrestricted) -> Iterator[_Found]:
    for model in found.models:
        yield from ((quantity, model.model, "", figure, None) for quantity, figure in _of_model(model))
    for two in found.pairs:
        for part, names in zip(two.parts, ((two.first, two.second), (two.second, two.first)), strict=True):
            yield "accepted_share", *names, part.share, None
            yield "accepted_sentences", *names, part.estimate, None
        yield "difference_sentences", two.first, two.second, two.difference.sentences, two
        yield "difference_completeness", two.first, two.second, two.difference.completeness, two


def _of_model(model: ModelQuality) -> Iterator[tuple[str, Figure]]:
    yield "mean", model.mean
    yield "soundness", model.soundness
    yield "soundness_over_pairs", model.soundness_of_pairs
    yield "completeness", model.completeness


def _cells(data: StudyData, cells: Cells, criterion: Criterion, exclusions: str, row: _Found, caution: str) -> Row:
    quantity, first, second, figure, two = row
    narrow = two.difference.completeness_90 if two and quantity == "difference_completeness" else None
    return (
        cells.text(criterion.key),
        exclusions,
        quantity,
        cells.text(first),
        cells.text(second),
        criterion.cut,
        figure.n,
        *(rounded(value) for value in (figure.value, figure.low, figure.high)),
        *(rounded(value) for value in ((narrow.low, narrow.high) if narrow else (None, None))),
        p_value(two.difference.p.value if two else None),
        two.difference.margin if two else None,
        two.difference.verdict if two else "",
        cells.text(figure.reason),
        cells.text(caution),
        data.signature,
    )


TABLE = Table(
    "comparison",
    "One row per criterion and quantity: soundness, completeness, differences of models",
    columns,
    rows,
    key=("criterion", "exclusions", "quantity", "first", "second"),
)
