"""Whether a file holds pairs already, plain text in columns, or one part of a parallel set."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Literal

from cswitch_core.languages import language_named
from cswitch_core.readers.delimited import COLUMNS
from cswitch_core.readers.plain.cells import Cells, cut_into_cells
from cswitch_core.readers.plain.encodings import decoded_lines, encoding_of
from cswitch_core.readers.plain.parallel import CONLLU_SUFFIXES, LINK_SUFFIXES, TREE_SUFFIXES, PlainFile
from cswitch_core.readers.plain.rows import PlainFileError
from cswitch_core.readers.plain.sheets import SHEET_MARKS, SHEET_SUFFIXES, sheet_rows

InputKind = Literal["pairs", "table", "part"]
PAIR_SUFFIXES = frozenset({".jsonl", ".ndjson", ".json"})
PART_SUFFIXES = TREE_SUFFIXES | LINK_SUFFIXES | CONLLU_SUFFIXES
# One of these alone may well be a column of plain text.
OWN_COLUMNS = frozenset(COLUMNS) - {"id"}


def kind_of_file(file: PlainFile) -> InputKind:
    """Tell by its name and its first row what a file holds."""
    suffix = Path(file.name).suffix.lower()
    if suffix in PAIR_SUFFIXES:
        return "pairs"
    if suffix in PART_SUFFIXES or language_named(suffix[1:]):
        return "part"
    with file.path.open("rb") as source:
        is_sheet = suffix in SHEET_SUFFIXES or source.read(4).startswith(SHEET_MARKS)
        source.seek(0)
        first = _first_of_sheet(source, file.name) if is_sheet else _first_row(source, suffix)
    cells = [cell.strip() for cell in first.cells] if first else []
    is_named = len(OWN_COLUMNS & {cell.lower() for cell in cells}) >= 2
    return "pairs" if is_named or (cells and cells[0].startswith("{")) else "table"


def _first_row(source: BinaryIO, suffix: str) -> Cells | None:
    _, rows = cut_into_cells(decoded_lines(source, encoding_of(source)), suffix)
    return next(rows, None)


def _first_of_sheet(source: BinaryIO, name: str) -> Cells | None:
    """Return its first row; whoever reads a sheet that cannot be opened says so."""
    with suppress(PlainFileError):
        return next(sheet_rows(source, name), None)
    return None
