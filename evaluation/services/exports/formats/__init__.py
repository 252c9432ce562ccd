"""The formats a table can leave in."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from evaluation.services.exports.formats.parquet_files import write_parquet
from evaluation.services.exports.formats.text_files import csv_chunks, jsonl_chunks
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Table

PIECE = 256 * 1024


def chunks_of(table: Table, data: StudyData, form: str, *, bom: bool = False) -> Iterator[bytes]:
    if form == "csv":
        return csv_chunks(table, data, bom=bom)
    return jsonl_chunks(table, data) if form == "jsonl" else parquet_chunks(table, data)


def parquet_chunks(table: Table, data: StudyData) -> Iterator[bytes]:
    """By way of a file: Parquet's directory stands at its end, so it cannot be sent as it is made."""
    with tempfile.TemporaryDirectory(prefix="cswitch-parquet-") as folder:
        target = Path(folder) / f"{table.name}.parquet"
        write_parquet(table, data, target)
        with target.open("rb") as opened:
            while piece := opened.read(PIECE):
                yield piece
