"""CSV and JSON Lines, written a chunk at a time as rows come."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import islice
from typing import Any

from evaluation.services.exports.cells import FOR_PROGRAMS, FOR_SPREADSHEETS
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Table

BYTE_ORDER_MARK = "\ufeff"
# Enough rows that a chunk is worth sending, few enough that the first is there at once.
CHUNK_ROWS = 500

in_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def csv_chunks(table: Table, data: StudyData, *, bom: bool = False) -> Iterator[bytes]:
    """RFC 4180 in UTF-8, with the header line before any question to the database about ratings."""
    buffer = StringIO()
    writer = csv.writer(buffer)
    buffer.write(BYTE_ORDER_MARK if bom else "")
    writer.writerow([column.name for column in table.columns(data)])
    rows = table.rows(data, FOR_SPREADSHEETS)
    while chunk := buffer.getvalue():
        yield chunk.encode()
        buffer.seek(0)
        buffer.truncate()
        writer.writerows(islice(rows, CHUNK_ROWS))


def jsonl_chunks(table: Table, data: StudyData) -> Iterator[bytes]:
    """One JSON object a line, its keys in the order of the columns."""
    names = [in_json(column.name).replace("%", "%%") for column in table.columns(data)]
    line = "{" + ",".join(f"{name}:%s" for name in names) + "}\n"
    rows = table.rows(data, FOR_PROGRAMS)
    while part := list(islice(rows, CHUNK_ROWS)):
        columns = [_column_in_json(values) for values in zip(*part, strict=True)]
        yield "".join([line % cells for cells in zip(*columns, strict=True)]).encode()


def _column_in_json(values: Sequence[Any]) -> Iterable[Any]:
    """Texts repeat down a column, so each is written once; whole numbers are themselves."""
    kinds = set(map(type, values))
    if kinds == {int}:
        return values
    if kinds == {str}:
        written = {text: in_json(text) for text in set(values)}
        return map(written.__getitem__, values)
    return map(in_json, values)
