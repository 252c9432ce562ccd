"""Plain text in two columns of a table: opened, looked at, and read row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

from cswitch_core.pairs import Problem
from cswitch_core.readers.plain.cells import Cells, cut_into_cells
from cswitch_core.readers.plain.columns import Columns, Header, columns_of
from cswitch_core.readers.plain.encodings import decoded_lines, encoding_of
from cswitch_core.readers.plain.rows import PlainFileError, PlainRow
from cswitch_core.readers.plain.sheets import SHEET_MARKS, SHEET_SUFFIXES, sheet_rows
from cswitch_core.shared_tree import Both
from cswitch_core.wording import counted

ROWS_LOOKED_AT = 20


@dataclass(frozen=True, slots=True)
class Table:
    """A table that was opened: its first rows to look at, then all rows; ``encoding`` as people call it."""

    file: str
    encoding: str
    separator: str
    head: tuple[Cells, ...]
    rows: Iterator[Cells]


def open_table(source: BinaryIO, file: str, *, is_named: bool = False) -> Table:
    """Open a spreadsheet or a text with cells; the source must be one that can be read again from its start.

    ``is_named``: it is known that the first row names the columns.
    """
    suffix = Path(file).suffix.lower()
    if suffix in SHEET_SUFFIXES or begins_like_a_sheet(source):
        encoding, separator, rows = "spreadsheet", "", sheet_rows(source, file)
    else:
        found = encoding_of(source)
        separator, rows = cut_into_cells(decoded_lines(source, found), suffix, is_named=is_named)
        encoding = found.title
    head = tuple(islice(rows, ROWS_LOOKED_AT))
    if not head:
        raise PlainFileError.of("the file holds no row", "Give two sentences in each row", file=file)
    return Table(file, encoding, separator, head, chain(head, rows))


def begins_like_a_sheet(source: BinaryIO) -> bool:
    """Tell a spreadsheet by its first bytes, whatever it is called; the source is left at its start."""
    head = source.read(4)
    source.seek(0)
    return head.startswith(SHEET_MARKS)


def read_table(
    source: BinaryIO, file: str, languages: Both[str], *, asked: Sequence[str] = (), header: Header = "auto"
) -> Iterator[PlainRow]:
    """Yield the rows of a table as plain rows; raise ``PlainFileError`` if its columns are not there."""
    table = open_table(source, file)
    columns = columns_of(table.head, languages, asked=asked, header=header, file=file)
    rows = islice(table.rows, 1 if columns.has_header else 0, None)
    return (plain_row(row, number, columns, file) for number, row in enumerate(rows, 1))


def plain_row(row: Cells, number: int, columns: Columns, file: str) -> PlainRow:
    """Return one row, with what is wrong with its cells."""
    cells = [cell.strip() for cell in row.cells] + [""] * len(columns.names)
    own_id = cells[columns.id] if columns.id is not None else ""
    note = cells[columns.note] if columns.note is not None else ""
    texts = cells[columns.first], cells[columns.second]
    found = PlainRow(row.line, own_id or str(number), texts, file, columns.sides, note)
    problem = row.problem or _too_wide(row, columns)
    return found.with_problems(problem) if problem else found


def _too_wide(row: Cells, columns: Columns) -> Problem | None:
    if not any(cell.strip() for cell in row.cells[len(columns.names) :]):
        return None
    message = f"the row has {counted(len(row.cells), 'cell')}, and the table {counted(len(columns.names), 'column')}"
    return Problem("row", message, "Take the tab or separator out of the sentence, or put its cell into double quotes")
