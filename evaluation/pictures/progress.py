"""Ratings over time: the total so far, day by day, against what the study needs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import accumulate

from evaluation.pictures.canvas import LINE, Canvas, counted, ticks

HEIGHT = 180


def progress_picture(days: Sequence[tuple[date, int]], needed: int | None, *, width: int, title: str) -> str:
    """`days` are (day, ratings given that day), ascending; `needed` the number of ratings the design asks for."""
    canvas = Canvas(width, title, _description(days, needed))
    if not days:
        canvas.nothing()
        return canvas.svg()
    totals = list(accumulate(count for _, count in days))
    _draw(canvas, [day for day, _ in days], totals, needed)
    return canvas.svg()


class _Plot:
    """Days and totals to pixels."""

    def __init__(self, canvas: Canvas, days: Sequence[date], most: int) -> None:
        self.left, self.right, self.bottom = 58.0, canvas.width - 14.0, 26.0 + HEIGHT
        self.start, self.most = days[0], most
        self.length = max((days[-1] - days[0]).days + 1, 2)

    def x(self, day: date) -> float:
        return self.left + (day - self.start).days / self.length * (self.right - self.left)

    def y(self, total: float) -> float:
        return self.bottom - total / self.most * HEIGHT


def _draw(canvas: Canvas, days: Sequence[date], totals: list[int], needed: int | None) -> None:
    plot = _Plot(canvas, days, max(totals[-1], needed or 0))
    canvas.text(plot.left - 8, 14, "ratings", "p-muted", "end")
    for tick in ticks(0, plot.most, 5):
        canvas.grid_line(plot.left, plot.y(tick), plot.right, plot.y(tick))
        canvas.text(plot.left - 8, plot.y(tick) + 5, f"{tick:,.0f}", "p-muted", "end")
    steps = [(plot.x(day), plot.y(total)) for day, total in zip(days, totals, strict=True)]
    _steps(canvas, steps, plot.x(days[-1] + timedelta(days=1)), plot.bottom)
    if needed:
        canvas.line(plot.left, plot.y(needed), plot.right, plot.y(needed), "p-goal")
        canvas.text(plot.right, plot.y(needed) - 6, f"needed: {needed:,}", "p-muted", "end")
    canvas.line(plot.left, plot.bottom, plot.right, plot.bottom, "p-axis")
    _dates(canvas, plot)
    canvas.top = plot.bottom + LINE + 10


def _steps(canvas: Canvas, steps: list[tuple[float, float]], end: float, bottom: float) -> None:
    """A step up on each day with ratings, level until the next."""
    path = f"M{steps[0][0]:.1f} {bottom:.1f}"
    for (start, height), following in zip(steps, [*(x for x, _ in steps[1:]), end], strict=True):
        path += f"L{start:.1f} {height:.1f}L{following:.1f} {height:.1f}"
    canvas.add("path", d=f"{path}L{end:.1f} {bottom:.1f}Z", class_="p-area")
    canvas.add("path", d=path, class_="p-curve")


def _dates(canvas: Canvas, plot: _Plot) -> None:
    room = max(2, int((plot.right - plot.left) // 92))
    for offset in range(0, plot.length, max(1, -(-plot.length // room))):
        day = plot.start + timedelta(days=offset)
        canvas.line(plot.x(day), plot.bottom, plot.x(day), plot.bottom + 4, "p-axis")
        canvas.text(plot.x(day), plot.bottom + LINE + 2, f"{day:%Y-%m-%d}", "p-muted", "start")


def _description(days: Sequence[tuple[date, int]], needed: int | None) -> str:
    total = sum(count for _, count in days)
    goal = "" if needed is None else f" of {needed:,} needed"
    if not days:
        return f"No ratings yet{goal}."
    span = f"from {days[0][0]:%Y-%m-%d} to {days[-1][0]:%Y-%m-%d}, on {counted(len(days), 'day')}"
    return f"{counted(total, 'rating')}{goal}, {span}."
