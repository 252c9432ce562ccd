"""Where commands read and write: files, standard input and output; an output file appears whole or not at all."""

from __future__ import annotations

import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO

from cswitch_core.cli.errors import CommandError
from cswitch_core.files import whole_file

STANDARD = "-"


@contextmanager
def opened_input(name: str) -> Iterator[BinaryIO]:
    """Open a file of pairs, or standard input."""
    if name == STANDARD:
        if sys.stdin is None:
            raise CommandError("standard input is closed; name a file of pairs instead of -")
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as source:
        yield source


def input_name(name: str) -> str:
    return "standard input" if name == STANDARD else name


@contextmanager
def opened_output(name: str) -> Iterator[TextIO]:
    """Open an output: a file takes its name only once everything has been written without an error."""
    if name == STANDARD:
        if sys.stdout is None:
            raise CommandError("standard output is closed; name a file with --output")
        yield sys.stdout
        return
    path = Path(name)
    if path.exists() and not stat.S_ISREG(path.stat().st_mode):
        with path.open("w", encoding="utf-8", newline="") as stream:
            yield stream
        return
    with whole_file(path) as stream:
        yield stream
