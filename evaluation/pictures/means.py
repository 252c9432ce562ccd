"""Means with their intervals on a common axis; two kinds of mean differ by the shape of their marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.pictures.canvas import LINE, Canvas, Label, plain, ticks, with_minus
from evaluation.statistics.figure import Figure

ROW = 22


@dataclass(frozen=True)
class MeanRow:
    """A model, say, with one figure per series (over ratings and over sentences, or on two scales)."""

    label: Label
    figures: Sequence[Figure]


def means_picture(
    rows: Sequence[MeanRow], series: Sequence[str], span: tuple[float, float], *, width: int, title: str
) -> str:
    has_intervals = any(figure.bounds for row in rows for figure in row.figures)
    beginning = "Means with their 95 % intervals." if has_intervals else "Means."
    canvas = Canvas(width, title, described(beginning, rows, series))
    draw_rows(canvas, rows, series, span, points_of_scale(*span))
    return canvas.svg()


def points_of_scale(low: float, high: float) -> list[float]:
    """
    >>> points_of_scale(1, 7)
    [1, 2, 3, 4, 5, 6, 7]
    """
    return [low + step for step in range(round(high - low) + 1)]


def draw_rows(
    canvas: Canvas,
    rows: Sequence[MeanRow],
    series: Sequence[str],
    span: tuple[float, float],
    labelled: Sequence[float] = (),
) -> None:
    """Legend, rows and axis with labels at these values or at round ones; where it goes below 0, a line at 0."""
    axis = Axis(canvas, span, start=10, end=canvas.width - 52)
    legend(canvas, series)
    first = canvas.top
    for row in rows:
        _draw_row(canvas, axis, row)
    if span[0] < 0:
        canvas.line(axis.at(0), first, axis.at(0), canvas.top, "p-axis")
    axis.draw(first, labelled=labelled)


class Axis:
    """Values to pixels between `start` and `end`, with ticks and light lines."""

    def __init__(self, canvas: Canvas, span: tuple[float, float], *, start: float, end: float) -> None:
        self.canvas, self.span, self.start, self.end = canvas, span, start, end

    def at(self, value: float) -> float:
        low, high = self.span
        clipped = min(max(value, low), high)
        return self.start + (clipped - low) / ((high - low) or 1) * (self.end - self.start)

    def draw(
        self, top: float, stretches: Sequence[tuple[float, float]] | None = None, labelled: Sequence[float] = ()
    ) -> None:
        """Light lines go from `top` down to the axis, or only through these stretches."""
        y = self.canvas.top + 4
        self.canvas.line(self.start, y, self.end, y, "p-axis")
        for tick in labelled or ticks(*self.span):
            x = self.at(tick)
            for first, last in [(top, y)] if stretches is None else stretches:
                self.canvas.grid_line(x, first, x, last)
            self.canvas.line(x, y, x, y + 4, "p-axis")
            self.canvas.text(x, y + LINE, with_minus(f"{tick:g}"), "p-muted", "middle")
        self.canvas.top = y + LINE + 8


def legend(canvas: Canvas, series: Sequence[str]) -> None:
    """Each series with its mark, side by side where they fit."""
    x, y = 10.0, 16.0
    for index, name in enumerate(series):
        needed = len(name) * 7.1 + 34
        if x > 10 and x + needed > canvas.width:
            x, y = 10.0, y + LINE
        mark(canvas, x + 6, y - 4, index)
        canvas.text(x + 18, y, name, "p-muted")
        x += needed
    canvas.top = y + 12


def mark(canvas: Canvas, x: float, y: float, index: int, hint: str = "") -> None:
    """A filled disc for the first series, an open diamond for the second."""
    if index == 0:
        canvas.add("circle", cx=x, cy=y, r=5, class_="p-mark", hint=hint)
    else:
        canvas.add("path", d=f"M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z", class_="p-mark-open", hint=hint)


def _draw_row(canvas: Canvas, axis: Axis, row: MeanRow) -> None:
    canvas.top += canvas.label(axis.start, canvas.top + LINE - 2, row.label, canvas.width - 20, "p-strong") * LINE + 2
    # Where there is nothing at all, saying so once is enough.
    figures = row.figures if any(figure.value is not None for figure in row.figures) else row.figures[:1]
    for index, figure in enumerate(figures):
        _draw_figure(canvas, axis, figure, index, canvas.top + ROW / 2, plain(row.label))
        canvas.top += ROW
    canvas.top += 6


def _draw_figure(canvas: Canvas, axis: Axis, figure: Figure, index: int, y: float, label: str) -> None:
    if figure.value is None:
        canvas.text(axis.start, y + 5, figure.reason or "–", "p-muted")
        return
    if figure.low is not None and figure.high is not None:
        low, high = axis.at(figure.low), axis.at(figure.high)
        canvas.line(low, y, high, y, "p-whisker")
        for x in (low, high):
            canvas.line(x, y - 4, x, y + 4, "p-whisker")
    mark(canvas, axis.at(figure.value), y, index, f"{label}: {spoken(figure)}")
    canvas.text(canvas.width - 6, y + 5, with_minus(f"{figure.value:.2f}"), "p-strong" if index == 0 else "", "end")


def spoken(figure: Figure) -> str:
    if figure.value is None:
        return figure.reason or "unknown"
    interval = "" if figure.low is None or figure.high is None else f" (from {figure.low:.2f} to {figure.high:.2f})"
    return with_minus(f"{figure.value:.2f}{interval}")


def described(beginning: str, rows: Sequence[MeanRow], series: Sequence[str]) -> str:
    parts = [beginning]
    for row in rows:
        values = "; ".join(f"{name} {spoken(figure)}" for name, figure in zip(series, row.figures, strict=True))
        parts.append(f"{plain(row.label)}: {values}.")
    return " ".join(parts)
