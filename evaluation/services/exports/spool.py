"""The rows of a table, made once and kept in a file while a package is written, for each of its formats.

Rows are kept as programs get them; for spreadsheets their texts are made safe and their flags written as words, which
is all that the two differ in (`cells`). The file has no name and goes with the process.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from evaluation.services.exports.cells import FOR_PROGRAMS, Cells
from evaluation.services.exports.columns import Column
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table

# So many cells are in memory at a time, be they of many rows or of many columns.
PART_CELLS = 30_000


@contextmanager
def spooled(table: Table, data: StudyData, folder: Path) -> Iterator[Table]:
    """The table with its rows in a file of this folder."""
    with TemporaryFile(dir=folder) as file:
        rows, at_once = table.rows(data, FOR_PROGRAMS), max(1, PART_CELLS // len(table.columns(data)))
        while part := list(islice(rows, at_once)):
            marshal.dump(part, file)
        yield replace(table, rows=lambda data, cells: read(file, table.columns(data), cells))


def read(file: IO[bytes], columns: Sequence[Column], cells: Cells) -> Iterator[Row]:
    texts = {place for place, column in enumerate(columns) if column.type == "string"}
    flags = {place for place, column in enumerate(columns) if column.type == "boolean"}
    size = file.seek(0, 2)
    file.seek(0)
    while file.tell() < size:
        part = marshal.load(file)  # noqa: S302 - written above, by this process
        yield from part if cells is FOR_PROGRAMS else written(part, texts, flags, cells)


def written(part: list[Row], texts: set[int], flags: set[int], cells: Cells) -> Iterator[Row]:
    """The rows for spreadsheets, column by column."""
    columns = list(zip(*part, strict=True))
    for place in texts:
        safe = {text: text and cells.text(text) for text in set(columns[place])}
        columns[place] = tuple([safe[text] for text in columns[place]])
    for place in flags:
        columns[place] = tuple([value if value is None else cells.flags[value] for value in columns[place]])
    return zip(*columns, strict=True)
