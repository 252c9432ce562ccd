"""Where the answer to a sentence is kept: a judge's in the database, a preview's in the researcher's browser.

The pages know only the store, so that a preview shows, checks and refuses exactly what a judge's page does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Protocol

from django.urls import reverse

from evaluation.pages.rating import rendering
from evaluation.services.rating import marking, places, recording
from evaluation.services.rating.answer import Answer
from evaluation.services.rating.places import PlaceRow, Progress


class AnswerStore(Protocol):
    place: PlaceRow
    is_preview: bool

    def answer(self) -> rendering.ShownAnswer: ...

    def values(self) -> Mapping[int, int]: ...

    def marks(self) -> Mapping[int, str]: ...

    def record(self, answer: Answer) -> None: ...

    def mark(self, words: Iterable[str], reason: str) -> None: ...

    def progress(self) -> Progress: ...

    def address_after(self) -> str: ...

    def ahead(self, address: str, /) -> DatabaseStore | None: ...


class DatabaseStore:
    """The answer of a judge."""

    is_preview = False

    def __init__(self, place: PlaceRow) -> None:
        self.place = place

    def answer(self) -> rendering.ShownAnswer:
        if not self.place.answered_at:
            return rendering.NO_ANSWER
        return rendering.ShownAnswer(
            values=self.values(),
            cannot_judge=self.place.cannot_judge,
            comment=self.place.comment,
            marks=self.marks(),
            is_answered=True,
        )

    def values(self) -> Mapping[int, int]:
        return self._turned(places.values_of(self.place.pk))

    def marks(self) -> Mapping[int, str]:
        return marking.marks_of(self.place.pk)

    def record(self, answer: Answer) -> None:
        turned = places.facts_of(self.place).turned_choices(answer.choices, is_swapped=self.place.is_swapped)
        recording.record(self.place, replace(answer, values=self._turned(answer.values), choices=turned))

    def _turned(self, values: Mapping[int, int]) -> dict[int, int]:
        """The page speaks of the side that was chosen; stored is which sentence of the couple."""
        return places.facts_of(self.place).turned(values, is_swapped=self.place.is_swapped)

    def mark(self, words: Iterable[str], reason: str) -> None:
        marking.mark(self.place, words, reason)

    def progress(self) -> Progress:
        return places.progress(self.place)

    def address_after(self) -> str:
        if self.place.is_practice:
            return reverse("rate-feedback", args=[self.place.key])
        if self.place.next_key:
            return reverse("rate-sentence", args=[self.place.next_key])
        return reverse("rate", args=[self.place.participation_key])

    def ahead(self, address: str) -> DatabaseStore | None:
        """The sentence that the page needs next, which has the one at ``address`` already; None if there is none."""
        if self.place.is_practice or not self.place.next_key:
            return None
        has_next = address == self.address_after()
        key = self.place.key_after_next if has_next else self.place.next_key
        row = places.load_place(key) if key else None
        return DatabaseStore(row) if row and row.can_be_rated and row.is_untouched else None
