"""Small files of plain text, written for a test, and what comes of them."""

from __future__ import annotations

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
