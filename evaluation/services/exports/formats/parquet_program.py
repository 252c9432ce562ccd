"""The program that writes Parquet: pyarrow, and nothing of the site. `parquet_files` runs it.

It is sent tables, one after the other, as `exports.messages` says, and answers each message with the bytes of the file
that are ready by then, if any, and whether these are its last. Row groups go out as soon as they are full, so that a
million ratings never stand in memory together.
"""

from __future__ import annotations

import marshal
import sys
from collections.abc import Sequence
from datetime import datetime
from io import BytesIO
from typing import IO, Any

import pyarrow
from pyarrow.parquet import ParquetWriter

# As in `exports.messages`, which cannot be imported without the site.
LENGTH_BYTES = 8
# Row groups of one size, so that the same data give the same bytes.
GROUP_ROWS = 5_000
# So many rows are Python objects at a time; Arrow's columns, in which a group is collected, are far smaller.
BATCH_ROWS = 1_000
TYPES = {
    "string": pyarrow.large_string(),
    "integer": pyarrow.int64(),
    "number": pyarrow.float64(),
    "boolean": pyarrow.bool_(),
    "datetime": pyarrow.timestamp("us", "UTC"),
}
# Cells, of which a tuple is those of several columns.
Row = tuple[Any, ...]


class ParquetTable:
    """A table being written: rows wait until they make a batch, batches until they make a row group."""

    def __init__(self, columns: Sequence[tuple[str, str]]) -> None:
        self.schema = pyarrow.schema([(name, TYPES[kind]) for name, kind in columns])
        self.buffer = BytesIO()
        self.writer = ParquetWriter(self.buffer, self.schema, compression="zstd")
        self.rows: list[Row] = []
        self.batches: list[Any] = []

    def add(self, rows: Sequence[Row]) -> None:
        self.rows += rows
        while len(self.rows) >= BATCH_ROWS:
            self._end_batch()
            if len(self.batches) == GROUP_ROWS // BATCH_ROWS:
                self._end_group()

    def end(self) -> None:
        """The last rows, then the directory of the file, which stands at its end."""
        if self.rows:
            self._end_batch()
        if self.batches:
            self._end_group()
        self.writer.close()

    def _end_batch(self) -> None:
        batch, self.rows = self.rows[:BATCH_ROWS], self.rows[BATCH_ROWS:]
        self.batches.append(arrow_batch(batch, self.schema))

    def _end_group(self) -> None:
        self.writer.write_table(pyarrow.Table.from_batches(self.batches, self.schema), row_group_size=GROUP_ROWS)
        self.batches = []

    def written(self) -> bytes:
        """What has been written since the last time."""
        chunk = self.buffer.getvalue()
        self.buffer.seek(0)
        self.buffer.truncate()
        return chunk


def arrow_batch(rows: Sequence[Row], schema: Any) -> Any:
    columns: list[Sequence[Any]] = []
    for values in zip(*rows, strict=True):
        columns += zip(*values, strict=True) if type(values[0]) is tuple else [values]
    arrays = [arrow_array(column, kind) for column, kind in zip(columns, schema.types, strict=True)]
    return pyarrow.record_batch(arrays, schema=schema)


def arrow_array(values: Sequence[Any], kind: Any) -> Any:
    """Without Arrow's own functions on columns, which take 10 MB when the first of them is called."""
    if pyarrow.types.is_timestamp(kind):
        # Rows carry moments as ISO 8601 says, in UTC.
        moments = {text: text and datetime.fromisoformat(text) for text in set(values)}
        return pyarrow.array([moments[text] for text in values], kind)
    return pyarrow.array(values, kind)


def main(told: IO[bytes], answers: IO[bytes]) -> None:
    table = None
    while length := told.read(LENGTH_BYTES):
        message = marshal.loads(told.read(int.from_bytes(length, "big")))  # noqa: S302 - from whom runs this program
        if table is None:
            table = ParquetTable(message)
        elif message is not None:
            table.add(message)
        else:
            table.end()
        answer = marshal.dumps((table.written(), message is None))
        answers.write(len(answer).to_bytes(LENGTH_BYTES, "big") + answer)
        answers.flush()
        table = None if message is None else table


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
