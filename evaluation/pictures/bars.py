"""Diverging stacked bars: how often each scale point was given, split at the threshold of acceptability.

Points below the threshold grow to the left and are striped, the others to the right (Heiberger and Robbins 2014); every
part that has room carries its scale point, and the mean stands at the end of its row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.pictures.canvas import LINE, Canvas, Label, counted, number, plain, with_minus

BAR, GAP = 20, 12
STEPS = 4


@dataclass(frozen=True)
class BarRow:
    """A sentence or model with the count at each point of the scale."""

    label: Label
    counts: Sequence[int]
    mean: float | None


def bars_picture(rows: Sequence[BarRow], points: Sequence[int], threshold: float, *, width: int, title: str) -> str:
    canvas = Canvas(width, title, _description(rows, points, threshold))
    scale = _Scale(rows, points, threshold, width)
    _legend(canvas, points, threshold)
    for row in rows:
        _draw_row(canvas, row, scale)
    _axis(canvas, scale)
    return canvas.svg()


class _Scale:
    """Shares to pixels, the same for every row, with room for the means at the right."""

    def __init__(self, rows: Sequence[BarRow], points: Sequence[int], threshold: float, width: int) -> None:
        self.points, self.threshold = points, threshold
        shares = [self.sides(row) for row in rows if sum(row.counts)]
        self.left = max([low for low, _ in shares], default=0.5) or 0.1
        self.right = max([high for _, high in shares], default=0.5) or 0.1
        self.start, self.end = 8.0, width - 62.0
        self.unit = (self.end - self.start) / (self.left + self.right)
        self.zero = self.start + self.left * self.unit

    def sides(self, row: BarRow) -> tuple[float, float]:
        total = sum(row.counts)
        low = sum(n for point, n in zip(self.points, row.counts, strict=True) if point < self.threshold)
        return low / total, 1 - low / total


def _draw_row(canvas: Canvas, row: BarRow, scale: _Scale) -> None:
    lines = canvas.label(scale.start, canvas.top + LINE - 4, row.label, canvas.width - scale.start - 4)
    top, total = canvas.top + lines * LINE + 2, sum(row.counts)
    if not total:
        canvas.text(scale.start, top + 14, "no ratings", "p-muted")
    else:
        _draw_bar(canvas, row, scale, top)
        canvas.line(scale.zero, top - 3, scale.zero, top + BAR + 3, "p-zero")
        mean = "–" if row.mean is None else with_minus(f"{row.mean:.2f}")
        canvas.text(canvas.width - 6, top + 15, mean, "p-strong", "end")
    canvas.top = top + BAR + GAP


def _draw_bar(canvas: Canvas, row: BarRow, scale: _Scale, top: float) -> None:
    total = sum(row.counts)
    x = scale.zero - scale.sides(row)[0] * scale.unit
    for point, count in zip(scale.points, row.counts, strict=True):
        if not count:
            continue
        wide = count / total * scale.unit
        hint = f"{plain(row.label)}: {number(point)} given {count} of {counted(total, 'time')}"
        kind = point_class(point, scale.points, scale.threshold)
        _part(canvas, (x, top, wide, BAR), kind, hint)
        if wide >= 14:
            canvas.text(x + wide / 2, top + 15, number(point), _ink(kind), "middle")
        x += wide


def _part(canvas: Canvas, box: tuple[float, float, float, float], kind: str, hint: str = "") -> None:
    canvas.rect(*box, kind, hint)
    if kind.startswith("p-low"):
        canvas.add("rect", x=box[0], y=box[1], width=box[2], height=box[3], fill="url(#hatch)", class_="p-striped")


def point_class(point: int, points: Sequence[int], threshold: float) -> str:
    """p-low-1 (just below the threshold) to p-low-4, or p-high-1 to p-high-4: farther is stronger."""
    side = [p for p in points if (p < threshold) == (point < threshold)]
    rank = side[::-1].index(point) if point < threshold else side.index(point)
    step = 1 + round(rank * (STEPS - 1) / max(len(side) - 1, 1))
    return f"p-low-{step}" if point < threshold else f"p-high-{step}"


def _ink(kind: str) -> str:
    """The colour of a number on a part: strong parts may need another than faint ones."""
    return "p-on-strong" if kind[-1] in "34" else "p-on-faint"


def _legend(canvas: Canvas, points: Sequence[int], threshold: float) -> None:
    box = min(30.0, (canvas.width - 130) / len(points))
    for index, point in enumerate(points):
        x = 8 + index * box
        kind = point_class(point, points, threshold)
        _part(canvas, (x, 4, box - 2, 18), kind)
        canvas.text(x + (box - 2) / 2, 18, number(point), _ink(kind), "middle")
    canvas.text(8 + len(points) * box + 6, 18, "scale point", "p-muted")
    canvas.text(canvas.width - 6, 18, "mean", "p-muted", "end")
    canvas.top = 34


def _axis(canvas: Canvas, scale: _Scale) -> None:
    y = canvas.top
    canvas.text(scale.zero - 6, y + 8, f"◂ below {number(scale.threshold)}", "p-muted", "end")
    canvas.text(scale.zero + 6, y + 8, f"{number(scale.threshold)} and above ▸", "p-muted")
    canvas.top = y + LINE


def _description(rows: Sequence[BarRow], points: Sequence[int], threshold: float) -> str:
    parts = [f"Stacked bars, one per row, split at {number(threshold)}."]
    for row in rows:
        given = ", ".join(f"{number(point)}: {count}" for point, count in zip(points, row.counts, strict=True) if count)
        mean = "" if row.mean is None else with_minus(f", mean {row.mean:.2f}")
        parts.append(f"{plain(row.label)}: {given or 'no ratings'}{mean}.")
    return " ".join(parts)
