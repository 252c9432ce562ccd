"""Places on a scale, with their intervals, on an axis with 0 in it; two scales differ by the shape of their marks."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.pictures.canvas import Canvas
from evaluation.pictures.means import MeanRow, described, draw_rows


def places_picture(rows: Sequence[MeanRow], series: Sequence[str], *, width: int, title: str) -> str:
    words = described("Places on a scale with their 95 % intervals, the mean being 0.", rows, series)
    canvas = Canvas(width, title, words)
    if rows:
        draw_rows(canvas, rows, series, span(rows))
    else:
        canvas.nothing()
    return canvas.svg()


def span(rows: Sequence[MeanRow]) -> tuple[float, float]:
    """From the lowest to the highest end, with 0; an interval without end does not squeeze the others."""
    ends = [end for row in rows for figure in row.figures for end in (figure.low, figure.value, figure.high)]
    values = [abs(end) for end in ends if end is not None]
    reach = min(max(values, default=1.0), 6.0) or 1.0
    return -reach * 1.05, reach * 1.05
