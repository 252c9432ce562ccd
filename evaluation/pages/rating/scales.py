"""The scales of a sentence as a judge sees them: points in one row or one column, words at their points.

In a row, words may be wider than the step of their point. How far they may go is counted in half steps from the
beginning of the row: point ``i`` has its middle at ``2i + 1``. Words at either end begin and end with their point, all
others stand in the middle of theirs. All scales of a page run in one direction, the one in which the words of each
have room; the style sheet (``css/scales.css``) knows how wide the page is.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

from evaluation.models import Criterion

# In units of the page's letters (rem): one letter of a label, the space around it, and the rows that fit a page.
LETTER, AROUND = 0.43, 0.5
ROW_ON_A_PHONE, ROW_ON_A_WIDE_PAGE = 15.5, 39.0
# Longer words are hyphenated; longer labels are better read beside their points.
LONGEST_WORD, MOST_LINES = 13, 6
# Half steps; more than any label needs that has neighbours.
MOST_ROOM = 12


@dataclass(frozen=True)
class Point:
    value: int
    label: str
    is_chosen: bool
    # Half steps that the label may take in a row.
    room: int = 0


@dataclass(frozen=True)
class Scale:
    """A criterion as it is shown: its points with their words, and what was chosen."""

    criterion: Criterion
    name: str
    question: str
    points: list[Point]
    problem: str = ""

    @property
    def field(self) -> str:
        return f"score-{self.criterion.key}"

    @property
    def row_width(self) -> float:
        """How wide a row must be (rem) for every label to have the width it needs."""
        steps = 2 * len(self.points)
        return max((label_width(point.label) * steps / point.room for point in self.points if point.room), default=0.0)


def scale(criterion: Criterion, language: str, value: int | None, problem: str = "") -> Scale:
    labels = criterion.labels(language)
    rooms = label_rooms([labels.get(point, "") for point in criterion.points])
    points = [
        Point(point, labels.get(point, ""), point == value, room)
        for point, room in zip(criterion.points, rooms, strict=True)
    ]
    return Scale(criterion, criterion.text("name", language), criterion.text("question", language), points, problem)


def direction_of(scales: Iterable[Scale]) -> str:
    """``as-row``, ``as-row-if-wide`` or ``as-column``: the class that all scales of a page have in common."""
    needed = max((scale.row_width for scale in scales), default=0.0)
    if needed <= ROW_ON_A_PHONE:
        return "as-row"
    return "as-row-if-wide" if needed <= ROW_ON_A_WIDE_PAGE else "as-column"


def label_width(label: str) -> float:
    """The width (rem) in which no usual word is broken and the label has few lines."""
    longest_word = min(LONGEST_WORD, max(map(len, label.split()), default=0))
    return max(longest_word, len(label) / MOST_LINES) * LETTER + AROUND


# -- Room for the words in a row -------------------------------------------------------------------------------------


def label_rooms(labels: list[str]) -> list[int]:
    """For each point the half steps that its label may take without touching another; 0 where there is none."""
    worded = [position for position, label in enumerate(labels) if label]
    borders = [0, *(border(*two, len(labels)) for two in itertools.pairwise(worded)), 2 * len(labels)]
    rooms = [0] * len(labels)
    for number, position in enumerate(worded):
        rooms[position] = room(position, borders[number], borders[number + 1], len(labels))
    return rooms


def border(left: int, right: int, points: int) -> int:
    """Where the room of two neighbouring labels meets: both get about the same."""
    is_first, is_last = left == 0, right == points - 1
    if is_first == is_last:
        return left + right + 1
    # Words at an end grow to one side only, those in the middle to both.
    third = round((2 * (right - left) + 1) * 2 / 3)
    return third if is_first else 2 * points - third


def room(position: int, begin: int, end: int, points: int) -> int:
    if position in {0, points - 1}:
        return min(MOST_ROOM, end - begin)
    middle = 2 * position + 1
    return min(MOST_ROOM, 2 * min(middle - begin, end - middle))
