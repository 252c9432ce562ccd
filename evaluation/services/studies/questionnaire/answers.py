"""What a judge wrote into the questionnaire, read and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from evaluation.services.errors import Refused
from evaluation.services.studies.questionnaire.kinds import Form, kind_of
from evaluation.services.studies.questionnaire.question import Question
from evaluation.services.studies.questionnaire.rules import holds, rules_of


def read_answers(
    questions: Sequence[Question], eligibility: Mapping[str, Any], form: Form, languages: Sequence[str] = ()
) -> tuple[dict[str, Any], dict[str, str]]:
    """The answers in ``form``, and per question what is wrong with the one given.

    ``languages`` are those of the study. What is asked only on a condition that does not hold is not read at all.
    """
    answers: dict[str, Any] = {}
    problems: dict[str, str] = {}
    for question in questions:
        if not is_asked(question, questions, answers):
            continue
        try:
            answer = kind_of(question).read(question, form, list(languages))
            if is_missing(question, answer) and is_needed(question, eligibility):
                raise Refused(_("Please answer this question."))
            answers[question.key] = answer
        except Refused as refusal:
            problems[question.key] = refusal.message
    return answers, problems


def is_asked(question: Question, questions: Sequence[Question], answers: Mapping[str, Any]) -> bool:
    return not question.condition or holds(question.condition, questions, answers)


def is_missing(question: Question, answer: Any) -> bool:
    """Nobody needs to speak another language: no languages at all are an answer, unless they are asked for."""
    return answer in (None, "") or (answer == [] and (question.kind != "language" or question.required))


def is_needed(question: Question, eligibility: Mapping[str, Any]) -> bool:
    """Whether it must be answered: it says so, or a rule reads it."""
    return question.required or question.key in {rule["question"] for rule in rules_of(eligibility)}
