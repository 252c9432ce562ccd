"""Parquet, written by polars a part at a time, so that a million ratings never stand in memory together.

polars works in threads of its own, which must not meet the database; so the rows are read here, into parts on disk, and
polars joins the parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evaluation.services.exports.cells import FOR_PROGRAMS
from evaluation.services.exports.columns import Column
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table

if TYPE_CHECKING:
    import polars

PART_ROWS = 20_000
MOMENT = "%Y-%m-%dT%H:%M:%SZ"


def write_parquet(table: Table, data: StudyData, target: Path) -> None:
    """Row groups of one size in one order, so that the same data give the same bytes; ``target`` must be in a folder of
    its own."""
    import polars

    columns = table.columns(data)
    rows = table.rows(data, FOR_PROGRAMS)
    parts = target.parent / "parts"
    parts.mkdir()
    for number in count():
        batch = list(islice(rows, PART_ROWS))
        # A table without rows has one part all the same, for its columns.
        if batch or number == 0:
            frame(columns, batch).write_parquet(parts / f"{number:06}.parquet", compression="lz4")
        if len(batch) < PART_ROWS:
            break
    joined = polars.scan_parquet(parts / "*.parquet", low_memory=True)
    joined.sink_parquet(target, row_group_size=PART_ROWS, maintain_order=True, compression="zstd")


def frame(columns: Sequence[Column], rows: list[Row]) -> polars.DataFrame:
    import polars

    moments = [column.name for column in columns if column.type == "datetime"]
    written = schema(columns) | dict.fromkeys(moments, polars.String)
    made = polars.DataFrame(rows, schema=written, orient="row")
    return made.with_columns(polars.col(moments).str.to_datetime(MOMENT, time_zone="UTC")) if moments else made


def schema(columns: Sequence[Column]) -> dict[str, Any]:
    import polars

    kinds: dict[str, Any] = {
        "string": polars.String,
        "integer": polars.Int64,
        "number": polars.Float64,
        "boolean": polars.Boolean,
        "datetime": polars.Datetime("us", "UTC"),
    }
    return {column.name: kinds[column.type] for column in columns}
