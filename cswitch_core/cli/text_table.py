"""Tables as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence


def as_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Set rows under a header, the first column or so many to the left and the others to the right.

    >>> print(as_table(["pair", "EC0"], [["paper-1", "22"]]))
    pair     EC0
    paper-1   22
    """
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    lines = []
    for row in [header, *rows]:
        words = (cell.ljust(width) for cell, width in zip(row[:left], widths[:left], strict=True))
        numbers = (cell.rjust(width) for cell, width in zip(row[left:], widths[left:], strict=True))
        lines.append("  ".join([*words, *numbers]).rstrip())
    return "\n".join(lines)
