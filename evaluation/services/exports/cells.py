"""How a value is written into a cell of each kind of file.

A spreadsheet runs a text cell that begins with = + - @ (or a tab or carriage return before one) as a formula, whoever
wrote it; such a text gets an apostrophe in front (OWASP, "CSV Injection"). Only texts: a negative number stays one.
JSON Lines and Parquet are read by programs and keep every text as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from evaluation.services.support.files import safe_cell

Flags = dict[bool, Any]


def unchanged(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Cells:
    """``text`` is applied to every text that people wrote; ``flags`` says how true and false are written."""

    text: Callable[[str], str]
    flags: Flags


FOR_SPREADSHEETS = Cells(safe_cell, {True: "true", False: "false"})
FOR_PROGRAMS = Cells(unchanged, {True: True, False: False})


def iso(moment: datetime | None) -> str | None:
    """To the second, in UTC.

    >>> iso(datetime(2026, 11, 1, 12, 30, 5, 999, tzinfo=UTC))
    '2026-11-01T12:30:05Z'
    """
    return None if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def iso_from_database(moment: str | None) -> str | None:
    """The same from the database's own way of writing a moment, which saves parsing it a million times.

    >>> iso_from_database("2026-11-01 12:30:05.000999+00")
    '2026-11-01T12:30:05Z'
    """
    return None if moment is None else f"{moment[:10]}T{moment[11:19]}Z"


def rounded(value: float | None, digits: int = 6) -> float | None:
    """Numbers in files carry six decimals: more than any scale needs, and alike on every machine."""
    return None if value is None else round(value, digits)
