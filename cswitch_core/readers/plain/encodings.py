"""Which encoding a file of text is in: UTF-8, UTF-16 or Windows-1252, found by looking at all of its bytes.

A file is UTF-8 if most of what is not ASCII in it is valid UTF-8: one damaged line then costs that line. What else
people's spreadsheets and editors write is UTF-16, which they mark, or Windows-1252, where nearly all bytes are letters.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from cswitch_core.readers.lines import MAX_LINE_BYTES, UTF8_MARK, UTF16_MARKS, Line, too_long

BLOCK_BYTES = 1 << 16
MOST_DAMAGE = 0.1
"""The share of characters beyond ASCII that may be damaged in a file that still counts as UTF-8."""

UNREADABLE = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True)
class Encoding:
    """Python's name of an encoding, and the one people know."""

    codec: str
    title: str


UTF8 = Encoding("utf-8-sig", "UTF-8")
UTF16 = Encoding("utf-16", "UTF-16")
UTF16_LITTLE = Encoding("utf-16-le", "UTF-16")
UTF16_BIG = Encoding("utf-16-be", "UTF-16")
WINDOWS = Encoding("cp1252", "Windows-1252")


def encoding_of(source: BinaryIO) -> Encoding:
    """Return the encoding of a file, which is read once and left at its start."""
    head = source.read(BLOCK_BYTES)
    if head.startswith(UTF16_MARKS):
        found = UTF16
    elif not head.startswith(UTF8_MARK) and b"\x00" in head:
        found = UTF16_LITTLE if head[1::2].count(0) >= head[::2].count(0) else UTF16_BIG
    else:
        found = _utf8_or_windows(head, source)
    source.seek(0)
    return found


def decoded_lines(source: BinaryIO, encoding: Encoding) -> Iterator[Line]:
    """Yield every line with its end; what cannot be read in it is ``UNREADABLE``."""
    text = io.TextIOWrapper(source, encoding=encoding.codec, errors="replace", newline="")
    number = 0
    try:
        while line := text.readline(MAX_LINE_BYTES + 1):
            number += 1
            if len(line) > MAX_LINE_BYTES and not line.endswith(("\n", "\r")):
                yield too_long(number, len(line) + _skip_rest(text))
            else:
                yield Line(number, line)
    finally:
        if not source.closed:
            text.detach()


def _utf8_or_windows(head: bytes, source: BinaryIO) -> Encoding:
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    good = bad = 0
    while head:
        text = decoder.decode(head)
        damaged = text.count(UNREADABLE)
        bad += damaged
        good += 0 if text.isascii() else sum(character > "\x7f" for character in text) - damaged
        head = source.read(BLOCK_BYTES)
    return UTF8 if bad <= MOST_DAMAGE * (good + bad) else WINDOWS


def _skip_rest(text: io.TextIOWrapper) -> int:
    skipped = 0
    while chunk := text.readline(MAX_LINE_BYTES):
        skipped += len(chunk)
        if chunk.endswith(("\n", "\r")):
            break
    return skipped
