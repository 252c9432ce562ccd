"""Costs with their intervals on one axis with a line at 0, by group where there are groups: a forest plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.pictures.canvas import LINE, Canvas, with_minus
from evaluation.pictures.means import ROW, Axis, mark, spoken
from evaluation.statistics.figure import Figure

# Beyond that on the logit scale an interval is cut off rather than squeezing the others.
FARTHEST = 6.0


@dataclass(frozen=True)
class ForestRow:
    """A constraint with a figure for each group of judges; a mark for all judges is filled."""

    label: str
    figures: Sequence[tuple[str, Figure]]


def forest_picture(rows: Sequence[ForestRow], *, width: int, title: str, axis_title: str) -> str:
    canvas = Canvas(width, title, _description(rows))
    if not rows:
        canvas.nothing()
        return canvas.svg()
    axis = Axis(canvas, _span(rows), start=10, end=width - 52)
    canvas.top += 6
    first, zero = canvas.top, axis.at(0)
    # Words stand between the rows of marks: lines go through the marks alone.
    stretches = [stretch for row in rows for stretch in _draw_row(canvas, axis, row)]
    for top, bottom in stretches:
        canvas.line(zero, top, zero, bottom, "p-axis")
    axis.draw(first, stretches)
    canvas.text(axis.start, canvas.top + LINE - 4, axis_title, "p-muted")
    canvas.top += LINE + 4
    return canvas.svg()


def _span(rows: Sequence[ForestRow]) -> tuple[float, float]:
    ends = [end for row in rows for _name, one in row.figures for end in (one.low, one.value, one.high)]
    values = [max(-FARTHEST, min(FARTHEST, end)) for end in ends if end is not None]
    low, high = min([0.0, *values]), max([0.5, *values])
    return low - 0.05 * (high - low), high + 0.05 * (high - low)


def _draw_row(canvas: Canvas, axis: Axis, row: ForestRow) -> list[tuple[float, float]]:
    """From where to where the row has marks."""
    stretches = []
    canvas.top += canvas.label(axis.start, canvas.top + LINE - 2, row.label, canvas.width - 20, "p-strong") * LINE + 2
    for name, figure in _told(row):
        if name:
            canvas.top += canvas.label(axis.start, canvas.top + LINE - 2, name, canvas.width - 20, "p-muted") * LINE
        top = canvas.top
        _draw_figure(canvas, axis, figure, f"{row.label}, {name}" if name else row.label, is_all=not name)
        if figure.value is not None:
            stretches.append((top, canvas.top))
    canvas.top += 8
    return stretches


def _told(row: ForestRow) -> Sequence[tuple[str, Figure]]:
    """A reason that holds for all groups is given once."""
    reasons = {figure.reason for _name, figure in row.figures if figure.value is None}
    is_shared = len(reasons) == 1 and all(figure.value is None for _name, figure in row.figures)
    return row.figures[:1] if is_shared else row.figures


def _draw_figure(canvas: Canvas, axis: Axis, figure: Figure, label: str, *, is_all: bool) -> None:
    if figure.value is None:
        canvas.top += (
            canvas.label(axis.start, canvas.top + LINE - 2, figure.reason or "–", canvas.width - 20, "p-muted") * LINE
        )
        return
    y = canvas.top + ROW / 2
    if figure.low is not None and figure.high is not None:
        low, high = axis.at(figure.low), axis.at(figure.high)
        canvas.line(low, y, high, y, "p-whisker")
        for x in (low, high):
            canvas.line(x, y - 4, x, y + 4, "p-whisker")
    mark(canvas, axis.at(figure.value), y, 0 if is_all else 1, f"{label}: {spoken(figure)}")
    canvas.text(canvas.width - 6, y + 5, with_minus(f"{figure.value:.2f}"), "p-strong" if is_all else "", "end")
    canvas.top += ROW


def _description(rows: Sequence[ForestRow]) -> str:
    parts = ["Costs of breaking each constraint with their 95 % intervals; 0 is no cost."]
    for row in rows:
        parts += [f"{row.label}{f', {name}' if name else ''}: {spoken(figure)}." for name, figure in row.figures]
    return " ".join(parts)
