"""Writing a sheet as XLSX: one sheet of texts, with nothing in it that a spreadsheet would run.

The parts are those that ECMA-376 asks of every workbook. Texts stand in their cells (``inlineStr``), where a leading
``=`` is a sign like any other. The archive's entries have no time of their own, so the same rows give the same bytes.
"""

from __future__ import annotations

import re
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import IO
from xml.sax.saxutils import escape

CHUNK = 1 << 16
SPOOL_BYTES = 1 << 24

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PARTS = {
    "[Content_Types].xml": (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPES}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPES}.worksheet+xml"/></Types>'
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{_RELATIONS}">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/workbook.xml": (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>'
        "</workbook>"
    ),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{_RELATIONS}">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
    ),
}
_SPELT_CODE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")


def sheet_chunks(rows: Iterable[Sequence[str]]) -> Iterator[bytes]:
    """Yield an XLSX file with these rows."""
    with tempfile.SpooledTemporaryFile(SPOOL_BYTES) as spool:
        _write(spool, rows)
        spool.seek(0)
        while chunk := spool.read(CHUNK):
            yield chunk


def _write(target: IO[bytes], rows: Iterable[Sequence[str]]) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _PARTS.items():
            archive.writestr(_entry(name), f"{_HEAD}{content}".encode())
        with archive.open(_entry("xl/worksheets/sheet1.xml"), "w", force_zip64=True) as sheet:
            sheet.write(f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetData>'.encode())
            for number, row in enumerate(rows, 1):
                sheet.write(_row(number, row).encode())
            sheet.write(b"</sheetData></worksheet>")


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _row(number: int, cells: Sequence[str]) -> str:
    found = "".join(_cell(f"{_column(place)}{number}", text) for place, text in enumerate(cells) if text)
    return f'<row r="{number}">{found}</row>'


def _cell(where: str, text: str) -> str:
    """Write one cell; what looks like the code of a character (``_x000D_``) is told apart from one."""
    safe = escape(_SPELT_CODE.sub("_x005F_", text), {"\r": "_x000D_"})
    return f'<c r="{where}" t="inlineStr"><is><t xml:space="preserve">{safe}</t></is></c>'


def _column(place: int) -> str:
    """Return the letters of a column.

    >>> _column(0), _column(25), _column(26)
    ('A', 'Z', 'AA')
    """
    letters = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
