"""Reading a file line by line, in bounded memory: whatever the bytes, each line is either text or a problem."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from cswitch_core.pairs import Problem

MAX_LINE_BYTES = 1 << 20
"""A pair of a thousand words takes some 30 kB; a line over a megabyte is not a pair."""

UTF8_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class LineSource(Protocol):
    """What lines are read from: a file, or a part of one."""

    def readline(self, limit: int, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Line:
    """``number`` counts from 1; either ``text`` is meant or ``problem`` says why there is none."""

    number: int
    text: str = ""
    problem: Problem | None = None


def read_lines(source: LineSource, first_number: int = 1) -> Iterator[Line]:
    """Yield every line with its end; never hold more than ``MAX_LINE_BYTES`` of one."""
    number = first_number
    while raw := source.readline(MAX_LINE_BYTES + 1):
        if number == 1 and raw.startswith(UTF16_MARKS):
            yield Line(number, problem=_utf16())
            return
        size = len(raw) + (_skip_rest(source) if len(raw) > MAX_LINE_BYTES and not raw.endswith(b"\n") else 0)
        yield too_long(number, size) if size > MAX_LINE_BYTES else _decoded(number, raw)
        number += 1


def _skip_rest(source: LineSource) -> int:
    skipped = 0
    while chunk := source.readline(MAX_LINE_BYTES):
        skipped += len(chunk)
        if chunk.endswith(b"\n"):
            break
    return skipped


def _decoded(number: int, raw: bytes) -> Line:
    if number == 1:
        raw = raw.removeprefix(UTF8_MARK)
    try:
        return Line(number, raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        return Line(
            number,
            problem=Problem(
                "line",
                f"byte {error.start + 1} of the line (0x{raw[error.start]:02x}) is no UTF-8",
                "Save the file in UTF-8; spreadsheets call it 'CSV UTF-8'",
            ),
        )


def too_long(number: int, size: int) -> Line:
    cure = f"Give one pair a line, at most {MAX_LINE_BYTES:,} bytes; a missing line break is the usual cause"
    return Line(number, problem=Problem("line", f"the line has {size:,} bytes", cure))


def _utf16() -> Problem:
    return Problem("line", "the file is in UTF-16, not in UTF-8", "Save it in UTF-8; spreadsheets call it 'CSV UTF-8'")
