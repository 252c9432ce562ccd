"""Places on a scale, with their intervals, on an axis with 0 in it; two scales differ by the shape of their marks."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.pictures.canvas import LINE, Canvas, Label, plain
from evaluation.pictures.means import ROW, Axis, legend, mark, spoken
from evaluation.statistics.figure import Figure

PlaceRow = tuple[Label, Sequence[Figure]]


def places_picture(rows: Sequence[PlaceRow], series: Sequence[str], *, width: int, title: str) -> str:
    canvas = Canvas(width, title, _description(rows, series))
    if not rows:
        canvas.nothing()
        return canvas.svg()
    axis = Axis(canvas, span(rows), start=10, end=width - 52)
    legend(canvas, series)
    first = canvas.top
    for label, figures in rows:
        _draw_row(canvas, axis, label, figures)
    middle = axis.at(0)
    canvas.line(middle, first, middle, canvas.top, "p-axis")
    axis.draw(first)
    return canvas.svg()


def span(rows: Sequence[PlaceRow]) -> tuple[float, float]:
    """From the lowest to the highest end, with 0; an interval without end does not squeeze the others."""
    ends = [end for _label, figures in rows for figure in figures for end in (figure.low, figure.value, figure.high)]
    values = [abs(end) for end in ends if end is not None]
    reach = min(max(values, default=1.0), 6.0) or 1.0
    return -reach * 1.05, reach * 1.05


def _draw_row(canvas: Canvas, axis: Axis, label: Label, figures: Sequence[Figure]) -> None:
    canvas.top += canvas.label(axis.start, canvas.top + LINE - 2, label, canvas.width - 20, "p-strong") * LINE + 2
    for index, figure in enumerate(figures):
        _draw_figure(canvas, axis, figure, index, plain(label))
        canvas.top += ROW
    canvas.top += 6


def _draw_figure(canvas: Canvas, axis: Axis, figure: Figure, index: int, label: str) -> None:
    y = canvas.top + ROW / 2
    if figure.value is None:
        canvas.text(axis.start, y + 5, figure.reason or "–", "p-muted")
        return
    if figure.low is not None and figure.high is not None:
        low, high = axis.at(figure.low), axis.at(figure.high)
        canvas.line(low, y, high, y, "p-whisker")
        for x in (low, high):
            canvas.line(x, y - 4, x, y + 4, "p-whisker")
    mark(canvas, axis.at(figure.value), y, index, f"{label}: {spoken(figure)}")
    canvas.text(canvas.width - 6, y + 5, f"{figure.value:.2f}", "p-strong" if index == 0 else "", "end")


def _description(rows: Sequence[PlaceRow], series: Sequence[str]) -> str:
    parts = ["Places on a scale with their 95 % intervals, the mean being 0."]
    for label, figures in rows:
        values = "; ".join(f"{name} {spoken(figure)}" for name, figure in zip(series, figures, strict=True))
        parts.append(f"{plain(label)}: {values}.")
    return " ".join(parts)
