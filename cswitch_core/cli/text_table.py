"""Tables as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence


def as_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Set rows under a header, the first column to the left and the others to the right.

    >>> print(as_table(["pair", "EC0"], [["paper-1", "22"]]))
    pair     EC0
    paper-1   22
    """
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    lines = []
    for first, *others in [header, *rows]:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
