"""Reading pairs from a table as spreadsheets save it: CSV or TSV, one row a pair, with named columns.

Cells may be quoted and then hold line breaks, as trees do. A quote that never closes would swallow the rest of the
file; here it spoils one row only: the lines after it are read again.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from cswitch_core.files import plain_cell
from cswitch_core.pairs import Pair, Problem
from cswitch_core.readers.fields import TABLE_FIELDS, PairBuilder
from cswitch_core.readers.lines import MAX_LINE_BYTES, Line
from cswitch_core.readers.records import Record
from cswitch_core.wording import counted

COLUMNS = ("id", "l1_lang", "l1_tree", "l2_lang", "l2_text", "alignment")
OPTIONAL_COLUMNS = ("confidence", "note", "l1_original", "l2_original", "l2_other_script")
# The field of what is wrong with the line of column names: without it no row can be read.
HEADER = "header"


def pair_from_cells(cells: Mapping[str, str]) -> Pair:
    """Return the pair of one row, given by column; raise ``PairError`` with everything that is wrong with it."""
    return PairBuilder(TABLE_FIELDS, cells).build()


def read_table_records(lines: Iterable[Line], delimiter: str | None) -> Iterator[Record]:
    """Yield the cells of each row by column name; without a delimiter it is guessed from the header."""
    for record in records_of(cut_rows(lines, delimiter)):
        content = record.content
        if isinstance(content, Mapping):
            content = {name: plain_cell(cell) for name, cell in content.items()}
        yield replace(record, content=content)


def records_of(rows: Iterator[tuple[int, Sequence[str] | Problem]]) -> Iterator[Record]:
    """Yield the cells of each row by the names in the first one."""
    for line, cells in rows:
        if isinstance(cells, Problem):
            yield Record(line, problem=replace(cells, field=HEADER))
            return
        header = [cell.strip().lower() for cell in cells]
        missing = [column for column in COLUMNS if column not in header]
        yield from [Record(line, problem=_missing(missing, header))] if missing else _records_under(header, rows)
        return


def cut_rows(lines: Iterable[Line], delimiter: str | None) -> Iterator[tuple[int, list[str] | Problem]]:
    """Yield where each row starts and its cells, or why it could not be read; blank rows are left out."""
    feeder = _Feeder(lines)
    head = feeder.first_text()
    return _rows(feeder, delimiter or max(",;\t", key=head.count))


class _Feeder:
    """Hands lines to the csv module and keeps those of the current row, to give them back if no row comes of them."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = iter(lines)
        self._waiting: deque[Line] = deque()
        self._taken: list[Line] = []

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._next_line()
        too_much = sum(len(taken.text) for taken in self._taken) > MAX_LINE_BYTES
        if line is None or line.problem or too_much:
            self._waiting.extendleft([line] if line else [])
            raise StopIteration
        self._taken.append(line)
        return line.text

    def first_text(self) -> str:
        """Look at the first line that is not blank."""
        while (line := self._next_line()) is not None:
            if line.problem or line.text.strip():
                self._waiting.appendleft(line)
                return line.text
        return ""

    def next_row(self) -> Line | None:
        """Return the line with which the next row begins, still to be handed out."""
        self._taken.clear()
        line = self._next_line()
        if line is not None and line.problem is None:
            self._waiting.appendleft(line)
        return line

    def give_back(self) -> None:
        """Let the lines after the first of this row be read again."""
        self._waiting.extendleft(reversed(self._taken[1:]))

    def _next_line(self) -> Line | None:
        return self._waiting.popleft() if self._waiting else next(self._lines, None)


def _rows(feeder: _Feeder, delimiter: str) -> Iterator[tuple[int, list[str] | Problem]]:
    while (start := feeder.next_row()) is not None:
        if start.problem:
            yield start.number, start.problem
            continue
        try:
            cells = next(csv.reader(feeder, delimiter=delimiter, strict=True))
        except csv.Error as error:
            feeder.give_back()
            yield start.number, _no_row(error)
        else:
            if any(cell.strip() for cell in cells):
                yield start.number, cells


def _records_under(header: list[str], rows: Iterable[tuple[int, Sequence[str] | Problem]]) -> Iterator[Record]:
    wanted = [(place, name) for place, name in enumerate(header) if name in COLUMNS + OPTIONAL_COLUMNS]
    for line, cells in rows:
        if isinstance(cells, Problem):
            yield Record(line, problem=cells)
        elif any(cell.strip() for cell in cells[len(header) :]) or len(cells) <= max(place for place, _ in wanted):
            yield Record(line, problem=_wrong_width(len(cells), len(header)))
        else:
            yield Record(line, {name: cells[place] for place, name in wanted})


def _missing(columns: list[str], header: list[str]) -> Problem:
    which = f"the columns {', '.join(columns)} are" if len(columns) > 1 else f"the column {columns[0]} is"
    return Problem(
        HEADER,
        f"{which} missing (the first line has: {', '.join(header)})",
        f"Name the columns {', '.join(COLUMNS)} in the first line",
    )


def _wrong_width(width: int, expected: int) -> Problem:
    return Problem(
        "line",
        f"the row has {counted(width, 'cell')} and the header {expected}",
        "Give every row all cells; put a cell with the separator or a line break inside into double quotes",
    )


def _no_row(error: csv.Error) -> Problem:
    if "new-line" in str(error):
        cure = "Save the file with usual line ends; spreadsheets call it 'CSV UTF-8'"
        return Problem("line", "a cell holds a bare carriage return, the line end of old Macs", cure)
    return Problem(
        "line",
        f"the row cannot be read ({error})",
        'Close every quoted cell, and write a quote inside one twice, as in "a ""quoted"" word"',
    )
