"""What a judge's page sent as an answer, and when each point of it was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from evaluation.services.rating.places import Choice, PlaceRow

LONGEST_LOOK_MS = 24 * 60 * 60 * 1000


@dataclass(frozen=True)
class Answer:
    """What came from the page, already checked against the study's scales."""

    # By criterion. With ``is_final`` all of them, or none and a reason why the sentence can't be judged.
    values: Mapping[int, int] = field(default_factory=dict)
    # By criterion, every point chosen since the answer before was sent; the last one is the value. A page sends several
    # choices at once, and none where it has no script.
    choices: Mapping[int, tuple[Choice, ...]] = field(default_factory=dict)
    cannot_judge: str = ""
    # None: nothing was said about it, so it stays.
    comment: str | None = None
    is_final: bool = True
    shown_at: datetime | None = None
    duration_ms: int | None = None
    language: str = ""
    screen: str = ""
    # In which the words of two forms were shown.
    script: str = ""

    @property
    def takes_choices_back(self) -> bool:
        """Whether points were chosen that are not the judge's last word: there are values for the history."""
        return any(len(choices) > 1 or self.cannot_judge for choices in self.choices.values())


def shown_at(row: PlaceRow, answer: Answer, now: datetime) -> datetime:
    """As the browser says, corrected where it is impossible."""
    return max(row.claimed_at, min(answer.shown_at or now, now))


def chosen_at(row: PlaceRow, answer: Answer, choice: Choice, now: datetime) -> datetime:
    after = timedelta(milliseconds=min(choice.after_ms, LONGEST_LOOK_MS))
    return min(now, shown_at(row, answer, now) + after)


def first_chosen_at(row: PlaceRow, answer: Answer, criterion: int, now: datetime) -> datetime:
    """When a point was first chosen on this scale; where the browser did not say, when the answer came."""
    choices = answer.choices.get(criterion)
    return chosen_at(row, answer, choices[0], now) if choices and answer.shown_at else now


def measurements(row: PlaceRow, answer: Answer, now: datetime) -> dict[str, Any]:
    """What the browser measured, corrected where it is impossible."""
    duration = answer.duration_ms
    return {
        "shown_at": shown_at(row, answer, now),
        "duration_ms": None if duration is None else min(duration, LONGEST_LOOK_MS),
        "language": answer.language,
        "screen": answer.screen,
        "script": answer.script if answer.script in row.scripts else "",
    }
