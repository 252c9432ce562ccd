"""A study summed up: what it asked, how many of everything, what it found, and what to be careful about.

- `aims`: what the study was for and what judges were asked, from its settings;
- `numbers`: how many judges, sentences, pairs, ratings and choices there are, and how far it is;
- `cautions`: what a reader should know before believing a figure, each with the page that has more of it;
- `findings`: agreement, means and verdicts of one criterion, preferences between conditions; these read all ratings.

Everything is plain data. `overview` is quick whatever the size of the study; `study_summary` has it all.
"""

from __future__ import annotations

from dataclasses import dataclass

from evaluation.models import Study
from evaluation.services.results.selection import Selection
from evaluation.services.results.study_summary.aims import Asked, aims_of, asked_of, material_words
from evaluation.services.results.study_summary.cautions import Caution, cautions_of
from evaluation.services.results.study_summary.findings import (
    ChoiceFindings,
    CriterionFindings,
    Finding,
    SharedFindings,
    choice_findings,
    criterion_findings,
)
from evaluation.services.results.study_summary.numbers import Numbers, numbers_of

# Above so many ratings a page shows its findings after the rest.
MOST_AT_ONCE = 2_000


@dataclass(frozen=True)
class Overview:
    """What can be said without reading every rating."""

    aims: list[str]
    asked: list[Asked]
    material: list[str]
    numbers: Numbers
    cautions: list[Caution]

    @property
    def is_large(self) -> bool:
        return self.numbers.ratings + self.numbers.choices > MOST_AT_ONCE

    @property
    def is_empty(self) -> bool:
        return not self.numbers.ratings + self.numbers.choices


@dataclass(frozen=True)
class StudySummary:
    overview: Overview
    criteria: list[CriterionFindings]
    choices: ChoiceFindings | None


def is_large(study: Study, most: int | None = None) -> bool:
    """Whether there are more ratings than a page can wait for; no more are counted than that needs."""
    most = MOST_AT_ONCE if most is None else most
    return study.ratings.order_by()[: most + 1].count() > most


def overview(study: Study, selection: Selection, ratings: int | None = None) -> Overview:
    """`ratings`: how many count, where that is known."""
    numbers = numbers_of(study, selection, ratings)
    return Overview(
        aims=aims_of(study),
        asked=asked_of(study),
        material=material_words(study, numbers),
        numbers=numbers,
        cautions=cautions_of(study, selection, numbers),
    )


def study_summary(study: Study, selection: Selection) -> StudySummary:
    """All of it. Without any rating there are no findings."""
    scales, of_study = study.criteria.scales(), SharedFindings(study, selection)
    if not of_study.exclusions.ratings().filter(criterion__in=scales).exists():
        scales = scales.none()
    criteria = [criterion_findings(study, selection, criterion, of_study) for criterion in scales]
    found = overview(study, selection, sum(one.overall.n for one in criteria))
    return StudySummary(
        overview=found,
        criteria=criteria,
        choices=choice_findings(study, selection) if found.numbers.choices else None,
    )


__all__ = [
    "Asked",
    "Caution",
    "ChoiceFindings",
    "CriterionFindings",
    "Finding",
    "Numbers",
    "Overview",
    "StudySummary",
    "choice_findings",
    "criterion_findings",
    "is_large",
    "overview",
    "study_summary",
]
