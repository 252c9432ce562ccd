"""What a study asks its judges about themselves, before they rate.

``question`` is a question as it is stored, ``kinds`` what the kinds of questions do, ``ready_made`` blocks to begin
with, ``rules`` say who may take part and what is asked of whom, ``answers`` reads what a judge wrote, ``changing`` is
what the editor does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from evaluation.models import Study
from evaluation.services.studies.interface_languages import interface_languages
from evaluation.services.studies.questionnaire.answers import is_asked, is_needed, read_answers
from evaluation.services.studies.questionnaire.checked import OTHER, questionnaire_code
from evaluation.services.studies.questionnaire.kinds import (
    FLUENCY,
    KINDS,
    OLDEST,
    group_labels,
    is_single,
    kind_of,
    operations_of,
)
from evaluation.services.studies.questionnaire.question import Question
from evaluation.services.studies.questionnaire.ready_made import BLOCKS, READY_MADE, ready_made
from evaluation.services.studies.questionnaire.rules import (
    OPERATIONS,
    eligibility_of,
    is_eligible,
    rule_from_form,
    rules_of,
)


def questions_of(study: Study) -> list[Question]:
    """The study's questions, in the order asked."""
    return list(_read(study.questions, interface_languages(study)))


def _read(stored: Iterable[Mapping[str, Any] | str], languages: list[str]) -> Iterable[Question]:
    for entry in stored:
        if not isinstance(entry, str):
            yield Question.from_json(entry)
        elif entry in READY_MADE:
            yield ready_made(entry, languages)


def languages_of(study: Study) -> list[str]:
    """The languages of the study as the questionnaire has them, each once."""
    return list(dict.fromkeys(map(questionnaire_code, study.languages)))


__all__ = [
    "BLOCKS",
    "FLUENCY",
    "KINDS",
    "OLDEST",
    "OPERATIONS",
    "OTHER",
    "READY_MADE",
    "Question",
    "eligibility_of",
    "group_labels",
    "is_asked",
    "is_eligible",
    "is_needed",
    "is_single",
    "kind_of",
    "languages_of",
    "operations_of",
    "questions_of",
    "read_answers",
    "ready_made",
    "rule_from_form",
    "rules_of",
]
