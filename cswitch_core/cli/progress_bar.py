"""The progress bar: shown on a terminal, silent in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Protocol

from tqdm import tqdm


class Bar(Protocol):
    """What a command tells the bar."""

    def update(self, n: float) -> object: ...
    def set_postfix_str(self, text: str) -> object: ...


@contextmanager
def progress(total: int | None, unit: str) -> Iterator[Bar]:
    """Show a bar on standard error if that is a terminal; bytes (``B``) are shown as kB and MB."""
    is_quiet = not sys.stderr.isatty()
    with tqdm(total=total, unit=unit, unit_scale=unit == "B", file=sys.stderr, disable=is_quiet, leave=False) as bar:
        yield bar


def size_of(source: BinaryIO) -> int | None:
    """Return how many bytes a file has; nobody knows it of a pipe."""
    try:
        size = os.fstat(source.fileno()).st_size
    except OSError:
        return None
    return size or None
