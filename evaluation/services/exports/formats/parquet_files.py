"""Parquet, written a row group at a time as rows come, so that a million ratings never stand in memory together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from io import BytesIO
from itertools import islice
from typing import Any

from evaluation.services.exports.cells import FOR_PROGRAMS
from evaluation.services.exports.columns import Column
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table

# Row groups of one size, so that the same data give the same bytes.
GROUP_ROWS = 5_000
# So many rows are Python objects at a time; Arrow's columns, in which a group is collected, are far smaller.
BATCH_ROWS = 1_000


def parquet_chunks(table: Table, data: StudyData) -> Iterator[bytes]:
    """Each row group as soon as it is full; then the directory of the file, which stands at its end."""
    from pyarrow import Table as ArrowTable
    from pyarrow.parquet import ParquetWriter

    schema = arrow_schema(table.columns(data))
    rows = table.rows(data, FOR_PROGRAMS)
    buffer = BytesIO()
    with ParquetWriter(buffer, schema, compression="zstd") as writer:
        while group := list(arrow_batches(islice(rows, GROUP_ROWS), schema)):
            writer.write_table(ArrowTable.from_batches(group, schema), row_group_size=GROUP_ROWS)
            yield emptied(buffer)
    yield emptied(buffer)


def emptied(buffer: BytesIO) -> bytes:
    """What has been written since the last time."""
    chunk = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return chunk


def arrow_schema(columns: Sequence[Column]) -> Any:
    import pyarrow

    types = {
        "string": pyarrow.large_string(),
        "integer": pyarrow.int64(),
        "number": pyarrow.float64(),
        "boolean": pyarrow.bool_(),
        "datetime": pyarrow.timestamp("us", "UTC"),
    }
    return pyarrow.schema([(column.name, types[column.type]) for column in columns])


def arrow_batches(rows: Iterator[Row], schema: Any) -> Iterator[Any]:
    while batch := list(islice(rows, BATCH_ROWS)):
        yield arrow_batch(batch, schema)


def arrow_batch(rows: Sequence[Row], schema: Any) -> Any:
    import pyarrow

    columns: list[Sequence[Any]] = []
    for values in zip(*rows, strict=True):
        columns += zip(*values, strict=True) if type(values[0]) is tuple else [values]
    arrays = [arrow_array(column, kind) for column, kind in zip(columns, schema.types, strict=True)]
    return pyarrow.record_batch(arrays, schema=schema)


def arrow_array(values: Sequence[Any], kind: Any) -> Any:
    """Without Arrow's own functions on columns, which take 10 MB when the first of them is called."""
    import pyarrow

    if pyarrow.types.is_timestamp(kind):
        # Rows carry moments as ISO 8601 says, in UTC.
        moments = {text: text and datetime.fromisoformat(text) for text in set(values)}
        return pyarrow.array([moments[text] for text in values], kind)
    return pyarrow.array(values, kind)
