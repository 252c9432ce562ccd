"""CSV and JSON Lines, written a chunk at a time as rows come, a column at once.

Cells repeat down a column, and tuples of cells (`table.Row`) do by the thousand, so each is written once and its text
is used again.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from math import isfinite
from typing import Any

from evaluation.services.exports.cells import FOR_PROGRAMS, FOR_SPREADSHEETS
from evaluation.services.exports.columns import Column
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table, places

BYTE_ORDER_MARK = "\ufeff"
# Enough rows that a chunk is worth sending, few enough that the first is there at once; and cells, for a table may have
# thousands of columns.
CHUNK_ROWS, CHUNK_CELLS = 500, 60_000
# So many texts of tuples are kept at most.
MOST_KEPT = 20_000

in_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
Values = Sequence[Any]


class _Line:
    """A file whose ``write`` gives back what it is given, so that the writer's ``writerow`` does."""

    @staticmethod
    def write(text: str) -> str:
        return text


WriteLine = Callable[[Iterable[Any]], str]
AFTER = "\r\n"


def csv_chunks(table: Table, data: StudyData, *, bom: bool = False) -> Iterator[bytes]:
    """RFC 4180 in UTF-8, with the header line before any question to the database about ratings."""
    # One of its own, because a writer is no good to two threads at once.
    in_csv: WriteLine = csv.writer(_Line()).writerow
    columns = table.columns(data)
    yield ((BYTE_ORDER_MARK if bom else "") + in_csv([column.name for column in columns])).encode()
    rows, kept = table.rows(data, FOR_SPREADSHEETS), _Kept(partial(_part_in_csv, in_csv))
    for part in _parts(rows, len(columns)):
        if tuple in map(type, part[0]):
            texts = [
                kept.texts(values) if type(values[0]) is tuple else _column_in_csv(in_csv, values)
                for values in zip(*part, strict=True)
            ]
            yield (AFTER.join(map(",".join, zip(*texts, strict=True))) + AFTER).encode()
        else:
            yield "".join(map(in_csv, part)).encode()


def _parts(rows: Iterator[Row], width: int) -> Iterator[list[Row]]:
    size = max(1, min(CHUNK_ROWS, CHUNK_CELLS // width))
    while part := list(islice(rows, size)):
        yield part


def _part_in_csv(in_csv: WriteLine, cells: Row) -> str:
    # One cell more, because a line of one empty cell is written in another way than an empty cell among others.
    return in_csv((*cells, 0))[: -len(",0" + AFTER)]


def _column_in_csv(in_csv: WriteLine, values: Values) -> Iterable[str]:
    kinds = set(map(type, values))
    if kinds == {int}:
        return map(str, values)
    if kinds <= {str, type(None)}:
        written = {text: _part_in_csv(in_csv, (text,)) for text in set(values)}
        return map(written.__getitem__, values)
    if kinds <= {float, type(None)}:
        return ["" if value is None else repr(value) for value in values]
    return [_part_in_csv(in_csv, (value,)) for value in values]


def jsonl_chunks(table: Table, data: StudyData) -> Iterator[bytes]:
    """One JSON object a line, its keys in the order of the columns."""
    columns, rows = table.columns(data), table.rows(data, FOR_PROGRAMS)
    line, kept = "", [_Kept(str)]
    for part in _parts(rows, len(columns)):
        if not line:
            found = list(places(columns, part[0]))
            line = "{" + ",".join("%s" if len(some) > 1 else f"{_name(some[0])}:%s" for some in found) + "}\n"
            kept = [_Kept(partial(_part_in_json, [in_json(column.name) for column in some])) for some in found]
        texts = [
            own.texts(values) if type(values[0]) is tuple else _column_in_json(values)
            for own, values in zip(kept, zip(*part, strict=True), strict=True)
        ]
        yield "".join([line % cells for cells in zip(*texts, strict=True)]).encode()


def _name(column: Column) -> str:
    return in_json(column.name).replace("%", "%%")


def _part_in_json(names: Sequence[str], cells: Row) -> str:
    return ",".join([f"{name}:{in_json(cell)}" for name, cell in zip(names, cells, strict=True)])


def _column_in_json(values: Values) -> Iterable[Any]:
    """Texts repeat down a column, so each is written once; numbers are themselves."""
    kinds = set(map(type, values))
    if kinds == {int}:
        return values
    if kinds <= {str, type(None)}:
        written = {text: in_json(text) for text in set(values)}
        return map(written.__getitem__, values)
    if kinds <= {float, type(None)} and all(map(isfinite, filter(None, values))):
        return ["null" if value is None else value for value in values]
    return map(in_json, values)


class _Kept(dict[Row, str]):
    """The texts of tuples of cells, each written once."""

    def __init__(self, write: Callable[[Row], str]) -> None:
        super().__init__()
        self.write = write

    def __missing__(self, cells: Row) -> str:
        self[cells] = text = self.write(cells)
        return text

    def texts(self, values: Values) -> Iterable[str]:
        if len(self) > MOST_KEPT:
            self.clear()
        return map(self.__getitem__, values)
