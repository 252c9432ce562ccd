"""Files of pairs, read as a stream: every problem of a file in one pass, and a bad pair never stops the good ones.

``read_rows`` gives each row as a pair or as its problems; ``read_pairs`` gives the pairs alone. Workers use the two
halves of it: ``read_records`` cuts a file into rows without looking into them, ``row_of`` makes one of them a pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Literal

from cswitch_core.pairs import Pair, PairError, Problem, Row
from cswitch_core.readers.delimited import COLUMNS, HEADER, pair_from_cells, read_table_records, records_of
from cswitch_core.readers.jsonl import pair_from_json, pair_from_line, read_jsonl_records
from cswitch_core.readers.lines import Line, read_lines
from cswitch_core.readers.pair_files import PAIR_FORMATS, PairFormat, pair_file
from cswitch_core.readers.plain.encodings import UTF8, decoded_lines, encoding_of
from cswitch_core.readers.plain.sheets import sheet_rows
from cswitch_core.readers.plain.tables import begins_like_a_sheet
from cswitch_core.readers.records import Record

# The field of what is wrong with a file in which there is no row.
FILE = "file"
Format = Literal["jsonl", "csv", "tsv"]

SUFFIXES: dict[str, Format] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
}

__all__ = [
    "COLUMNS",
    "FILE",
    "HEADER",
    "PAIR_FORMATS",
    "PairFormat",
    "Record",
    "UniqueIds",
    "pair_file",
    "pair_from_json",
    "read_pairs",
    "read_records",
    "read_rows",
    "row_of",
]


def read_rows(
    source: BinaryIO | Path,
    *,
    name: str | None = None,
    format: Format | None = None,  # noqa: A002
) -> Iterator[Row]:
    """Yield every row of a file in order: its pair, or everything that is wrong with it.

    ``name`` is what problems call the file; the format is guessed from it, or else from the first line.
    """
    if isinstance(source, Path):
        with source.open("rb") as opened:
            yield from read_rows(opened, name=name or str(source), format=format)
        return
    file = name or str(getattr(source, "name", "pairs"))
    ids = UniqueIds(file)
    for record in read_records(source, name=file, format=format):
        yield ids.checked(row_of(record, file))


def read_pairs(
    source: BinaryIO | Path,
    *,
    name: str | None = None,
    format: Format | None = None,  # noqa: A002
    on_error: Literal["stop", "skip"] = "stop",
) -> Iterator[Pair]:
    """Yield the pairs of a file; at a bad one stop with ``PairError``, or skip it."""
    for row in read_rows(source, name=name, format=format):
        if row.pair is not None:
            yield row.pair
        elif on_error == "stop":
            raise PairError(row.problems)


def read_records(source: BinaryIO, *, name: str, format: Format | None = None) -> Iterator[Record]:  # noqa: A002
    """Cut a file into rows without looking into them; a file without any gives one problem."""
    is_sheet = format is None and source.seekable() and begins_like_a_sheet(source)
    records = _sheet_records(source, name) if is_sheet else _text_records(source, name, format)
    first = next(records, None)
    yield first or Record(1, problem=Problem(FILE, "the file holds no pair", "Give at least one pair, one a line"))
    yield from records


def _text_records(source: BinaryIO, name: str, format: Format | None) -> Iterator[Record]:  # noqa: A002
    lines = _lines(source, name, format)
    head = list(_up_to_first_text(lines))
    lines = chain(head, lines)
    kind = format or SUFFIXES.get(Path(name).suffix.lower()) or _guessed(head)
    if kind == "jsonl":
        return read_jsonl_records(lines)
    return read_table_records(lines, "\t" if kind == "tsv" else None)


def _lines(source: BinaryIO, name: str, format: Format | None) -> Iterator[Line]:  # noqa: A002
    """Read the lines: those of a table in Windows-1252 or UTF-16 as well, as spreadsheets save it."""
    kind = format or SUFFIXES.get(Path(name).suffix.lower())
    if kind in {"csv", "tsv"} and source.seekable():
        encoding = encoding_of(source)
        if encoding != UTF8:
            return decoded_lines(source, encoding)
    return read_lines(source)


def _sheet_records(source: BinaryIO, name: str) -> Iterator[Record]:
    try:
        rows = [(row.line, row.cells) for row in sheet_rows(source, name)]
    except PairError as error:
        return iter([Record(1, problem=replace(error.problems[0], field=FILE))])
    return records_of(iter(rows))


def row_of(record: Record, file: str) -> Row:
    """Make a record a pair, or say everything that is wrong with it."""
    if record.problem:
        return Row(record.line, problems=(record.problem.located(file=file, line=record.line),))
    try:
        if isinstance(record.content, str):
            return Row(record.line, pair_from_line(record.content))
        return Row(record.line, pair_from_cells(record.content))
    except PairError as error:
        return Row(record.line, problems=tuple(p.located(file=file, line=record.line) for p in error.problems))


class UniqueIds:
    """Remembers the ids of a file and turns a row with one of them into a problem."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._line_of: dict[str, int] = {}

    def checked(self, row: Row) -> Row:
        """Return the row, or in place of a pair whose id was there before the problem."""
        problem = self.repeated(row.line, row.pair.id) if row.pair else None
        return row if problem is None else Row(row.line, problems=(problem,))

    def repeated(self, line: int, pair_id: str) -> Problem | None:
        """Remember the id of this line; return the problem if another line had it first."""
        first = self._line_of.setdefault(pair_id, line)
        if first == line:
            return None
        problem = Problem("id", f"line {first} has the id '{pair_id}' already", "Give each pair an id of its own")
        return problem.located(file=self._file, line=line, pair_id=pair_id)


def _up_to_first_text(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        yield line
        if line.text.strip():
            return


def _guessed(head: list[Line]) -> Format:
    text = head[-1].text.strip() if head else ""
    if text.startswith("{"):
        return "jsonl"
    return "tsv" if "\t" in text else "csv"
