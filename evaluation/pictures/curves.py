"""How often a planned study finds its effect, over its size: points with their Monte Carlo errors, joined by a line.

Points whose answer is for the study's own judges only are open, and no line joins them to the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from evaluation.pictures.canvas import LINE, Canvas

HEIGHT = 200.0
GOAL = 0.8
FOR_THESE = "for these judges only"


def power_picture(
    sizes: Sequence[int],
    power: Sequence[float],
    errors: Sequence[float],
    *,
    over: str,
    width: int,
    title: str,
    these_judges: Sequence[bool] = (),
) -> str:
    """`over` says what the sizes count; a dashed line stands at 80 of 100."""
    own = list(these_judges) or [False] * len(sizes)
    whom = [f" {FOR_THESE}" if one else "" for one in own]
    spoken = ", ".join(f"{size}: {100 * one:.0f}{for_}" for size, one, for_ in zip(sizes, power, whom, strict=True))
    canvas = Canvas(width, title, f"Studies of 100 that find the effect, by number of {over}. {spoken}.")
    left, right, bottom = 44.0, width - 24.0, 26.0 + HEIGHT
    most = max(sizes)

    def x(size: float) -> float:
        return left + size / most * (right - left)

    def y(share: float) -> float:
        return bottom - min(max(share, 0.0), 1.0) * HEIGHT

    canvas.text(8, 14, "found in so many of 100 studies", "p-muted")
    for share in (0.0, 0.2, 0.4, 0.6, GOAL, 1.0):
        canvas.grid_line(left, y(share), right, y(share))
        canvas.text(left - 8, y(share) + 5, f"{100 * share:.0f}", "p-muted", "end")
    canvas.line(left, y(GOAL), right, y(GOAL), "p-goal")
    places = [(x(size), y(share), one) for size, share, one in zip(sizes, power, own, strict=True)]
    for _own, alike in groupby(places, key=lambda place: place[2]):
        canvas.add("path", d="M" + "L".join(f"{a:.1f} {b:.1f}" for a, b, _ in alike), class_="p-curve")
    for size, share, error, one, for_ in zip(sizes, power, errors, own, whom, strict=True):
        canvas.line(x(size), y(share - error), x(size), y(share + error), "p-whisker")
        hint = f"{size} {over}: {100 * share:.0f} of 100{for_}"
        canvas.add("circle", cx=x(size), cy=y(share), r=4.5, class_=_mark(these_judges=one), hint=hint)
    canvas.line(left, bottom, right, bottom, "p-axis")
    _sizes(canvas, [(size, x(size)) for size in sizes], bottom)
    canvas.text(left, bottom + 2 * LINE + 2, over, "p-muted")
    canvas.top = bottom + 2 * LINE + 12
    if any(own):
        canvas.add("circle", cx=left + 5, cy=canvas.top + 8, r=4.5, class_=_mark(these_judges=True))
        canvas.text(left + 16, canvas.top + 13, FOR_THESE, "p-muted")
        canvas.top += LINE + 4
    return canvas.svg()


def _mark(*, these_judges: bool) -> str:
    return "p-mark-open" if these_judges else "p-mark"


def _sizes(canvas: Canvas, sizes: Sequence[tuple[int, float]], bottom: float) -> None:
    """Each size below its point, where there is room."""
    last = float("-inf")
    for size, place in sizes:
        canvas.line(place, bottom, place, bottom + 4, "p-axis")
        if place - last > 26:
            canvas.text(place, bottom + LINE, str(size), "p-muted", "middle")
            last = place
