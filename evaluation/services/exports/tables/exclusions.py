"""The table `exclusions`: which rules decide what counts, and whom and what they leave out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evaluation.services.exports.cells import Cells
from evaluation.services.exports.columns import Column, text, whole
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table
from evaluation.services.results.exclusions import list_exclusions
from evaluation.services.results.selection import declared_selection

KINDS = ("selection", "declared", "judge", "sentence", "answer")


def columns(_data: StudyData) -> Sequence[Column]:
    return [
        text(
            "kind",
            "A rule of the selection, a rule as declared at opening, or what was left out",
            required=True,
            enum=KINDS,
        ),
        text("who", "The judge, sentence or answer that is left out"),
        text("rule", "The rule that leaves it out"),
        text("reason", "Why, in words", required=True),
        whole("ratings", "How many ratings are left out by it", minimum=0),
    ]


def rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    for rule in data.selection.describe():
        yield ("selection", "", "", cells.text(rule), None)
    for rule in declared_selection(data.study).rules:
        yield ("declared", "", "", cells.text(rule), None)
    for left_out in list_exclusions(data.study, data.selection):
        words = (str(left_out.who), left_out.rule, left_out.reason)
        yield (left_out.kind, *(cells.text(word) for word in words), left_out.ratings)


TABLE = Table(
    "exclusions", "The rules of the selection, those declared at opening, then what is left out", columns, rows
)
