"""The first sheet of a spreadsheet that has something in it: XLSX, and what else calamine reads (XLS, XLSB, ODS)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from cswitch_core.readers.plain.cells import Cells
from cswitch_core.readers.plain.rows import PlainFileError

SHEET_SUFFIXES = frozenset({".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"})
SHEET_MARKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


def sheet_rows(source: BinaryIO, file: str) -> Iterator[Cells]:
    """Yield the rows of the sheet, numbered as the spreadsheet numbers them; blank ones are left out."""
    sheet = _sheet(source, file)
    first_row = sheet.start[0] if sheet.start else 0
    for number, cells in enumerate(sheet.iter_rows(), first_row + 1):
        texts = tuple(map(_text, cells))
        if any(text.strip() for text in texts):
            yield Cells(number, texts)


def _sheet(source: BinaryIO, file: str) -> Any:
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        workbook = CalamineWorkbook.from_filelike(source)
        sheets = [workbook.get_sheet_by_index(number) for number in range(len(workbook.sheet_names))]
    except CalamineError as error:
        cure = "Save it again as .xlsx, or as “CSV UTF-8”"
        raise PlainFileError.of(f"it cannot be read as a spreadsheet ({error})", cure, file=file) from error
    return next((sheet for sheet in sheets if sheet.height), sheets[0])


def _text(cell: object) -> str:
    """Return a cell as its reader sees it: a whole number has no decimal point."""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)
