"""Writing files that appear whole or not at all, and cells that a spreadsheet shows instead of running."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import TextIO

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


@contextmanager
def whole_path(path: Path) -> Iterator[Path]:
    """Give a temporary path to write to; it becomes ``path`` when all went well; after an error nothing is left.

    As any new file it can be read and written by whom the process's umask allows.
    """
    temporary = path.parent / f".{path.name}.{token_hex(4)}.part"
    try:
        temporary.touch(exist_ok=False)
    except OSError as error:
        error.filename = str(path)  # the caller's name, not that of the temporary file
        raise
    try:
        yield temporary
        _reach_the_disk(temporary)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def remove_abandoned(directory: Path, *, before: float) -> None:
    """Remove what ``whole_path`` left behind where its process was killed: not written to since then, in seconds."""
    for temporary in directory.glob(".*.part"):
        with suppress(FileNotFoundError):  # somebody else may have done so, or be done with it
            if temporary.stat().st_mtime < before:
                temporary.unlink()


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Open a text file that appears whole or not at all."""
    with whole_path(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as stream:
        yield stream


def _reach_the_disk(path: Path) -> None:
    """Have the content on the disk before the name."""
    with path.open("rb") as part:
        os.fsync(part.fileno())


def safe_cell(text: str) -> str:
    """Put an apostrophe before what a spreadsheet would take for a formula.

    >>> safe_cell("=1+1"), safe_cell("tel")
    ("'=1+1", 'tel')
    """
    return f"'{text}" if text.lstrip("'").startswith(FORMULA_STARTS) else text


def plain_cell(text: str) -> str:
    """Take the apostrophe away again that ``safe_cell`` has put there.

    >>> plain_cell("'=1+1"), plain_cell("'tis"), plain_cell(safe_cell("'-"))
    ('=1+1', "'tis", "'-")
    """
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(FORMULA_STARTS) else text
