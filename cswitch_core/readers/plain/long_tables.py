"""A long table: one row an observation, its columns named in the first row; CSV, TSV, a spreadsheet or JSON Lines.

Nothing is known here of what the columns mean; whoever reads the table chooses among their names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from cswitch_core.pairs import Problem
from cswitch_core.readers.lines import Line
from cswitch_core.readers.plain.cells import Cells
from cswitch_core.readers.plain.encodings import UNREADABLE, decoded_lines, encoding_of
from cswitch_core.readers.plain.rows import PlainFileError
from cswitch_core.readers.plain.tables import begins_like_a_sheet, open_table
from cswitch_core.wording import counted

JSON_SUFFIXES = frozenset({".jsonl", ".ndjson", ".json"})
LONGEST_HEAD = 1 << 12
_OBJECT = 'Write one object a line, such as {"judge": "A", "sentence": "…", "value": 4}'


@dataclass(frozen=True, slots=True)
class LongTable:
    """The names of the columns, no two alike, and the rows below them, each with as many cells or with its problem."""

    encoding: str
    names: tuple[str, ...]
    rows: Iterator[Cells]


def open_long_table(source: BinaryIO, file: str, *, has_header: bool = True) -> LongTable:
    """Open a table; without a header its columns are called 1, 2, 3 …"""
    if not begins_like_a_sheet(source) and _holds_objects(source, file):
        return _objects(source, file)
    table = open_table(source, file, is_named=has_header)
    first = next((row for row in table.head if not row.problem), None)
    if first is None:
        raise PlainFileError.of("no row of the file can be read", "Save it again as “CSV UTF-8”", file=file)
    names = unlike(first.cells) if has_header else tuple(str(number + 1) for number in range(len(first.cells)))
    return LongTable(table.encoding, names, _below(table.rows, names, first.line if has_header else 0))


def unlike(cells: Iterable[str]) -> tuple[str, ...]:
    """Return names of which no two are alike, and none is empty.

    >>> unlike(["judge", "", "value ", "value"])
    ('judge', 'column 2', 'value', 'value (2)')
    """
    names: list[str] = []
    for number, cell in enumerate(cells, 1):
        name = " ".join(cell.split()) or f"column {number}"
        repeats = sum(known == name or known.startswith(f"{name} (") for known in names)
        names.append(f"{name} ({repeats + 1})" if repeats else name)
    return tuple(names)


def _below(rows: Iterable[Cells], names: Sequence[str], header: int) -> Iterator[Cells]:
    for row in rows:
        if row.problem or row.line != header:
            yield _as_wide(row, names)


def _as_wide(row: Cells, names: Sequence[str]) -> Cells:
    """Return the row with a cell for every name; a shorter one is filled up, a longer one cannot be read."""
    if row.problem:
        return row
    if any(cell.strip() for cell in row.cells[len(names) :]):
        message = f"the row has {counted(len(row.cells), 'cell')}, and the table {counted(len(names), 'column')}"
        cure = "Put a cell with the separator inside into double quotes"
        return Cells(row.line, problem=Problem("row", message, cure))
    if any(UNREADABLE in cell for cell in row.cells):
        damaged = Problem("row", "a character of the row cannot be read", "Save the file in UTF-8")
        return Cells(row.line, problem=damaged)
    cells = tuple(cell.strip() for cell in row.cells[: len(names)])
    return Cells(row.line, cells + ("",) * (len(names) - len(cells)))


def _holds_objects(source: BinaryIO, file: str) -> bool:
    head = source.read(LONGEST_HEAD).removeprefix(b"\xef\xbb\xbf").lstrip()
    source.seek(0)
    return Path(file).suffix.lower() in JSON_SUFFIXES or head.startswith(b"{")


def _objects(source: BinaryIO, file: str) -> LongTable:
    """Read every object first: the columns are the names that any of them has."""
    encoding = encoding_of(source)
    read = [
        (line.number, _object(line)) for line in decoded_lines(source, encoding) if line.problem or line.text.strip()
    ]
    names = tuple(dict.fromkeys(name for _, found in read if isinstance(found, dict) for name in found))
    if not names:
        problem = next((found for _, found in read if isinstance(found, Problem)), None)
        message = problem.message if problem else "the file holds no row"
        raise PlainFileError.of(message, _OBJECT, file=file)
    return LongTable(encoding.title, names, (_cells(line, found, names) for line, found in read))


def _cells(line: int, found: dict[str, str] | Problem, names: Sequence[str]) -> Cells:
    if isinstance(found, Problem):
        return Cells(line, problem=found)
    return _as_wide(Cells(line, tuple(found.get(name, "") for name in names)), names)


def _object(line: Line) -> dict[str, str] | Problem:
    if line.problem:
        return line.problem
    try:
        found = json.loads(line.text)
    except (ValueError, RecursionError):
        return Problem("row", "it is no JSON", _OBJECT)
    if not isinstance(found, dict):
        return Problem("row", "it is no JSON object", _OBJECT)
    return {" ".join(str(name).split()): _cell(value) for name, value in found.items()}


def _cell(value: object) -> str:
    """Return a value as it would stand in a cell: nothing for null, a whole number without a decimal point."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
