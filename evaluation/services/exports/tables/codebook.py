"""The table `codebook`: every column of every table, from the declarations that the tables are written by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evaluation.services.exports.cells import Cells
from evaluation.services.exports.columns import Column, flag, text
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table


def columns(_data: StudyData) -> Sequence[Column]:
    return [
        text("table", "The table's name, which is its file's", required=True),
        text("column", "The column's name", required=True),
        text("type", "What its cells hold", required=True, enum=["string", "integer", "number", "boolean", "datetime"]),
        flag("required", "Whether it is never empty"),
        text("allowed", "What may stand in a cell"),
        text("description", "What it means", required=True),
    ]


def codebook_of(tables: Sequence[Table]) -> Table:
    def rows(data: StudyData, cells: Cells) -> Iterator[Row]:
        for table in tables:
            for column in table.columns(data):
                words = (column.allowed(), column.description)
                start = (table.name, column.name, column.type, cells.flags[column.required])
                yield (*start, *(cells.text(word) for word in words))

    return Table("codebook", "Every column of every table", columns, rows, key=("table", "column"))
