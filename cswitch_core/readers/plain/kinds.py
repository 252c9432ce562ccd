"""Whether a file holds pairs already, plain text in columns, or one part of a parallel set."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from cswitch_core.languages import language_named
from cswitch_core.readers.delimited import COLUMNS
from cswitch_core.readers.plain.cells import cut_into_cells
from cswitch_core.readers.plain.encodings import decoded_lines, encoding_of
from cswitch_core.readers.plain.parallel import CONLLU_SUFFIXES, LINK_SUFFIXES, TREE_SUFFIXES, PlainFile
from cswitch_core.readers.plain.sheets import SHEET_MARKS, SHEET_SUFFIXES

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
        if suffix in SHEET_SUFFIXES or source.read(4).startswith(SHEET_MARKS):
            return "table"
        source.seek(0)
        _, rows = cut_into_cells(decoded_lines(source, encoding_of(source)), suffix)
        first = next(rows, None)
    cells = [cell.strip() for cell in first.cells] if first else []
    is_named = len(OWN_COLUMNS & {cell.lower() for cell in cells}) >= 2
    return "pairs" if is_named or (cells and cells[0].startswith("{")) else "table"
