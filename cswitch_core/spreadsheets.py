"""Cells that a spreadsheet shows instead of running."""

from __future__ import annotations

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def safe_cell(text: str) -> str:
    """Put an apostrophe before what a spreadsheet would take for a formula.

    >>> safe_cell("=1+1"), safe_cell("tel")
    ("'=1+1", 'tel')
    """
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
