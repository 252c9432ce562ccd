"""The rating page as HTML.

Most of it is the same for every sentence of a study in one language. That part is rendered once per process with holes
in it; a sentence that has not been answered yet only fills the holes. Any other is rendered whole, from the same file.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from evaluation.models import CannotJudge, Criterion, Marking, MarkReason, Study
from evaluation.services.rating.places import PlaceRow, StudyFacts, study_facts
from evaluation.templatetags.sentences import Tokens, sentence_html

SHELLS_KEPT = 128
SENTENCE_CLASS = {Marking.SLANT: "", Marking.COLOUR: "coloured", Marking.NONE: "unmarked"}
# What differs from sentence to sentence.
HOLES = (
    "csrf_token",
    "place_url",
    "participation_url",
    "sentence",
    "words",
    "number",
    "total",
    "done",
    "left",
    "minutes",
    "shown",
)
HOLE = re.compile("\uffff([a-z_]+)\uffff")


def sentence_class(study: Study) -> str:
    return SENTENCE_CLASS[Marking(study.marking)]


def words_html(tokens: Tokens, marks: Mapping[int, str], ticked: Container[int]) -> SafeString:
    """A box to tick for each word, and the reason where it is marked."""
    reasons = dict(MarkReason.choices)
    return mark_safe(  # noqa: S308  (every part is escaped)
        "".join(
            f'<label class="word{" marked" if number in marks else ""}">'
            f'<input type="checkbox" name="word" value="{number}"{" checked" if number in ticked else ""}>'
            f'<span dir="auto">{escape(word)}</span>'
            f"<small>{escape(reasons[marks[number]]) if number in marks else ''}</small></label>"
            for number, (word, _language) in enumerate(tokens)
        )
    )


# -- Scales ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Point:
    value: int
    label: str
    is_chosen: bool


@dataclass(frozen=True)
class Scale:
    """A criterion as it is shown: its points, the words at both ends, and what was chosen."""

    criterion: Criterion
    name: str
    question: str
    points: list[Point]
    problem: str = ""

    @property
    def field(self) -> str:
        return f"score-{self.criterion.key}"

    @property
    def first(self) -> str:
        return self.points[0].label

    @property
    def last(self) -> str:
        return self.points[-1].label

    @property
    def is_worded(self) -> bool:
        """Whether points between the ends have words of their own."""
        return any(point.label for point in self.points[1:-1])


def scale(criterion: Criterion, language: str, value: int | None, problem: str = "") -> Scale:
    labels = criterion.labels(language)
    points = [Point(point, labels.get(point, ""), point == value) for point in criterion.points]
    return Scale(criterion, criterion.text("name", language), criterion.text("question", language), points, problem)


# -- The page --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shown:
    """What the page of one sentence shows beyond the sentence."""

    values: Mapping[int, int] = field(default_factory=dict)
    cannot_judge: str = ""
    comment: str = ""
    marks: Mapping[int, str] = field(default_factory=dict)
    # Words that wait for their reason.
    ticked: Container[int] = ()
    problems: Mapping[str, str] = field(default_factory=dict)
    is_answered: bool = False


FRESH = Shown()


def page_context(
    facts: StudyFacts, language: str, shown: Shown, *, is_practice: bool, is_preview: bool
) -> dict[str, Any]:
    problems = dict(shown.problems)
    return {
        "study": facts.study,
        "scales": [
            scale(criterion, language, shown.values.get(criterion.pk), problems.pop(criterion.key, ""))
            for criterion in facts.criteria
        ],
        "shown_answer": shown,
        "problems": problems,
        "reasons": CannotJudge.choices,
        "mark_reasons": MarkReason.choices,
        "sentence_class": sentence_class(facts.study),
        "is_practice": is_practice,
        "is_preview": is_preview,
        "language": language,
    }


@lru_cache(maxsize=SHELLS_KEPT)
def shell(key: tuple[int, int, datetime], language: str, is_practice: bool) -> tuple[str, ...]:  # noqa: FBT001
    """The page of a fresh sentence, cut at its holes: text, name of a hole, text, …"""
    context = page_context(study_facts(*key), language, FRESH, is_practice=is_practice, is_preview=False)
    holes = {name: mark_safe(f"\uffff{name}\uffff") for name in HOLES}  # noqa: S308  (our own names)
    return tuple(HOLE.split(render_to_string("rating/sentence.html", context | holes)))


def page(
    facts: StudyFacts,
    place: PlaceRow,
    language: str,
    filling: Mapping[str, object],
    shown: Shown,
    *,
    is_preview: bool = False,
) -> str:
    """The page of a sentence; ``filling`` has the holes that are not about the sentence itself."""
    second = (place.second_language,) if place.second_language else facts.second_languages
    filled: dict[str, Any] = {
        **filling,
        "sentence": sentence_html(place.text, place.tokens, second, shown.marks),
        "words": words_html(place.tokens, shown.marks, shown.ticked) if facts.study.word_marks else "",
    }
    if shown is FRESH and not is_preview:
        parts = shell(facts.key, language, place.is_practice)
        return "".join([str(filled[part]) if at % 2 else part for at, part in enumerate(parts)])
    context = page_context(facts, language, shown, is_practice=place.is_practice, is_preview=is_preview)
    return render_to_string("rating/sentence.html", context | filled)
