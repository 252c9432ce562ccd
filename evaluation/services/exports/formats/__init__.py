"""The formats of an export: each writes any table as a stream of bytes."""

from __future__ import annotations

from collections.abc import Iterator

from evaluation.services.exports.formats.parquet_files import parquet_chunks
from evaluation.services.exports.formats.text_files import csv_chunks, jsonl_chunks
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Table


def chunks_of(table: Table, data: StudyData, form: str, *, bom: bool = False) -> Iterator[bytes]:
    if form == "csv":
        return csv_chunks(table, data, bom=bom)
    return jsonl_chunks(table, data) if form == "jsonl" else parquet_chunks(table, data)
