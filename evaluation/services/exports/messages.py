"""A table as a series of messages, on its way into a file (`spool`) or to another process (`formats.parquet_program`).

First come the columns as pairs of name and type, then the rows, some at a time, as programs get them (`cells`), and
None at the end. A message is bytes, with its length before it.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from itertools import islice
from typing import IO, Any

from evaluation.services.exports.cells import FOR_PROGRAMS
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Table

# So many cells are in memory at a time, be they of many rows or of many columns.
PART_CELLS = 60_000
LENGTH_BYTES = 8


def messages(table: Table, data: StudyData) -> Iterator[bytes]:
    columns, rows = table.columns(data), table.rows(data, FOR_PROGRAMS)
    yield packed([(column.name, column.type) for column in columns])
    while part := list(islice(rows, max(1, PART_CELLS // len(columns)))):
        yield packed(part)
    yield packed(None)


def packed(message: Any) -> bytes:
    content = marshal.dumps(message)
    return len(content).to_bytes(LENGTH_BYTES, "big") + content


def unpacked(file: IO[bytes]) -> Iterator[Any]:
    """Each message is read at once, for `marshal.load` would ask the file for every single value."""
    while length := file.read(LENGTH_BYTES):
        yield marshal.loads(file.read(int.from_bytes(length, "big")))  # noqa: S302 - written by ourselves
