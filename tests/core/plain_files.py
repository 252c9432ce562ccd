"""Small files of plain text, written for a test, and what comes of them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from cswitch_core.readers.plain import PlainFile, PlainRow, read_plain

EN_HI = ("en", "hi")
ROWS = [
    ("I read a book.", "Main ek kitaab padhta hoon."),
    ("Ravi drinks hot tea.", "Ravi garam chai peeta hai."),
    ("She can't come today.", "Woh aaj nahin aa sakti."),
]


def table(rows: list[tuple[str, ...]] = ROWS, separator: str = "\t") -> str:
    return "".join(separator.join(row) + "\n" for row in rows)


def written(folder: Path, **files: str | bytes) -> list[PlainFile]:
    """Write files; ``x_en`` becomes ``x.en``."""
    found = []
    for name, content in files.items():
        path = folder / name.replace("_", ".")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        found.append(PlainFile(path, path.name))
    return found


def read(folder: Path, languages: tuple[str, str] = EN_HI, **files: str | bytes) -> list[PlainRow]:
    return list(read_plain(written(folder, **files), languages))


def texts(rows: list[PlainRow]) -> list[tuple[str, str]]:
    return [row.texts for row in rows]


def spreadsheet(*rows: tuple[str, ...]) -> bytes:
    """A sheet as small as a reader accepts it, after an empty one."""
    cells = "".join(
        f'<row r="{number}">'
        + "".join(
            f'<c r="{chr(65 + place)}{number}" t="inlineStr"><is><t>{cell}</t></is></c>'
            for place, cell in enumerate(row)
        )
        + "</row>"
        for number, row in enumerate(rows, 1)
    )
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    types = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{types}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{types}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}"><Relationship Id="r1" Type="{office}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets><sheet name="One" sheetId="1" '
        'r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}"><Relationship Id="r1" '
        f'Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData></worksheet>',
    }
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return written.getvalue()
