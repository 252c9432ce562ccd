"""The rows of a table, made once and kept in a file while a package is written, for each of its formats.

Rows are kept as programs get them; for spreadsheets their texts are made safe and their flags written as words, which
is all that the two differ in (`cells`). The file has no name and goes with the process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from evaluation.services.exports.cells import FOR_PROGRAMS, Cells
from evaluation.services.exports.columns import Column
from evaluation.services.exports.messages import messages, unpacked
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table, places


@contextmanager
def spools(names: Iterable[str], folder: Path) -> Iterator[dict[str, IO[bytes]]]:
    """An empty file of this folder for each of the tables."""
    with ExitStack() as files:
        yield {name: files.enter_context(TemporaryFile(dir=folder)) for name in names}


def spool(table: Table, data: StudyData, file: IO[bytes], also: Callable[[bytes], object]) -> None:
    """Put the table's rows into the file; `also` is given what the file is given."""
    for message in messages(table, data):
        file.write(message)
        also(message)
    file.flush()


def spooled(name: str, file: IO[bytes]) -> Table:
    """The table whose rows are in the file; its columns have no more than names and types."""
    return Table(name, "", lambda _data: columns_in(file), lambda _data, cells: rows_in(file, cells))


def columns_in(file: IO[bytes]) -> list[Column]:
    file.seek(0)
    return [Column(name, kind, "") for name, kind in next(unpacked(file))]


def rows_in(file: IO[bytes], cells: Cells) -> Iterator[Row]:
    columns, kept = columns_in(file), unpacked(file)
    while (part := next(kept)) is not None:
        yield from part if cells is FOR_PROGRAMS else written(part, columns, cells)


def written(part: list[Row], columns: Sequence[Column], cells: Cells) -> Iterator[Row]:
    """The rows for spreadsheets, column by column; tuples of cells (`table.Row`) each once."""
    found: list[Iterable[Any]] = []
    for values, some in zip(zip(*part, strict=True), places(columns, part[0]), strict=True):
        if type(values[0]) is tuple:
            safe = {one: tuple(map(partial(safely, cells), one, some)) for one in set(values)}
            found.append(map(safe.__getitem__, values))
        elif some[0].type in {"string", "boolean"}:
            safe = {one: safely(cells, one, some[0]) for one in set(values)}
            found.append(map(safe.__getitem__, values))
        else:
            found.append(values)
    return zip(*found, strict=True)


def safely(cells: Cells, value: Any, column: Column) -> Any:
    if column.type == "string":
        return value and cells.text(value)
    return cells.flags[value] if column.type == "boolean" and value is not None else value
