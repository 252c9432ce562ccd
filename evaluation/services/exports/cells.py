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
# Below the one a p value is written with significant digits; what is below the other is written as that.
SMALL_P, LEAST_P = 0.001, 1e-99


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


def p_value(p: float | None) -> float | None:
    """As other numbers, and below .001 with three significant digits: never 0, which no p value is.

    >>> p_value(0.0234078), p_value(0.0002), p_value(2.6956e-12), p_value(0.0), p_value(None)
    (0.023408, 0.0002, 2.7e-12, 1e-99, None)
    """
    if p is None or p >= SMALL_P:
        return rounded(p)
    return float(f"{max(p, LEAST_P):.2e}")
