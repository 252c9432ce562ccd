"""The table `sources`, one row per source (or what sentences were drawn for) and theory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evaluation.services.exports.cells import Cells, rounded
from evaluation.services.exports.columns import Column, flag, number, signature_column, text, whole
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table
from evaluation.services.results.sources import SourceRow, source_rows


def columns(data: StudyData) -> Sequence[Column]:
    return [
        text("source", "Where the sentences came from, or what they were drawn for", required=True),
        flag("from_elsewhere", "Whether they were brought in rather than drawn"),
        text("theory", "The model they are compared with", required=True),
        whole("sentences", "How many sentences of the source", required=True, minimum=0),
        whole("read_exactly", "Those in the words of their pair", required=True, minimum=0),
        whole("read_approximately", "Those in forms of these words, or with some replaced", required=True, minimum=0),
        whole("unread", "Those that cannot be read, or have not been yet", required=True, minimum=0),
        text("unread_reasons", "Why, as reason:count separated by semicolons"),
        whole("generated", "Those read that the theory generates", required=True, minimum=0),
        number("share_generated", "The share of those read that the theory generates", minimum=0, maximum=1),
        text("first_broken_rules", "The first rule that the others break, as rule:count separated by semicolons"),
        *(number(f"{criterion.key}_mean", f"{criterion}: the mean over ratings") for criterion in data.criteria),
        signature_column(),
    ]


def rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    for row in source_rows(data.study, data.selection):
        for model in data.study.models_chosen:
            yield (
                cells.text(row.name),
                cells.flags[row.is_from_elsewhere],
                cells.text(model),
                row.sentences,
                row.exact,
                row.approximate,
                row.sentences - row.read,
                cells.text(_counted(row.why_unread)),
                row.generated[model],
                rounded(row.share(model).value),
                cells.text(_counted(row.first_rules(model))),
                *(_mean(row, criterion.key) for criterion in data.criteria),
                data.signature,
            )


def _counted(found: Sequence[tuple[str, int]]) -> str:
    return ";".join(f"{name}:{count}" for name, count in sorted(found))


def _mean(row: SourceRow, criterion: str) -> float | None:
    return rounded(row.ratings.summaries[criterion].mean.value)


TABLE = Table("sources", "One row per source and theory", columns, rows, key=("source", "theory"))
