"""Cutting a table of plain text into cells: tabs, ``|||`` as aligners want it, or CSV as spreadsheets save it.

In a table with tabs a quote is usually a quote that somebody said: a cell is unquoted only where a spreadsheet must
have put the quotes, around a tab or around doubled quotes, or where every cell of the line has them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from cswitch_core.pairs import Problem
from cswitch_core.readers.delimited import cut_rows
from cswitch_core.readers.lines import Line

TAB, BARS = "\t", "|||"
SEPARATORS = (TAB, BARS, ";", ",")
LINES_LOOKED_AT = 50


class Cells(NamedTuple):
    """The cells of one row, or why there are none; ``line`` is where the row starts."""

    line: int
    cells: tuple[str, ...] = ()
    problem: Problem | None = None


def cut_into_cells(lines: Iterable[Line], suffix: str = "", *, is_named: bool = False) -> tuple[str, Iterator[Cells]]:
    """Return what stands between the cells of a text, and its rows; blank ones are left out.

    If the first line ``is_named``, so that it holds the names of columns, it tells; else all of the first lines do.
    """
    lines = iter(lines)
    head = list(islice(lines, LINES_LOOKED_AT))
    texts = [line.text for line in head if line.text.strip()]
    separator = TAB if suffix in {".tsv", ".tab"} else separator_of(texts[:1] if is_named else texts)
    rows = _csv_rows if separator in {";", ","} else _line_rows
    return separator, rows(chain(head, lines), separator)


def separator_of(texts: Iterable[str]) -> str:
    """Return what stands in at least half of the lines, tabs first.

    >>> separator_of(["Oil, hot oil;Tel", "Go, now;Jao"]), separator_of(["Oil ||| Tel"]), separator_of(["Oil"])
    (';', '|||', '\\t')
    """
    texts = [text for text in texts if text.strip()]
    for separator in SEPARATORS:
        if 2 * sum(separator in text for text in texts) >= max(len(texts), 1):
            return separator
    return TAB


def _csv_rows(lines: Iterable[Line], separator: str) -> Iterator[Cells]:
    for line, cells in cut_rows(lines, separator):
        yield Cells(line, problem=cells) if isinstance(cells, Problem) else Cells(line, tuple(cells))


def _line_rows(lines: Iterable[Line], separator: str) -> Iterator[Cells]:
    for line in lines:
        if line.problem:
            yield Cells(line.number, problem=line.problem)
        elif line.text.strip():
            yield Cells(line.number, tuple(_cut(line.text.rstrip("\r\n"), separator)))


def _cut(text: str, separator: str) -> list[str]:
    if separator == BARS:
        return [cell.strip() for cell in text.split(BARS)]
    plain = text.split(TAB)
    quoted = _unquoted(text) if '"' in text else None
    if quoted is None:
        return plain
    is_needed = len(quoted) != len(plain) or '""' in text or all(cell.startswith('"') for cell in plain)
    return quoted if is_needed else plain


def _unquoted(text: str) -> list[str] | None:
    """Return the cells as a spreadsheet would read them, or None if it could not."""
    try:
        return next(csv.reader([text], delimiter=TAB, strict=True))
    except csv.Error:
        return None
