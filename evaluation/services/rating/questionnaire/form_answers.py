"""What a judge wrote into the questionnaire, read and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from evaluation.services.errors import Refused
from evaluation.services.rating.questionnaire.eligibility import rules_of
from evaluation.services.rating.questionnaire.questions import (
    EDUCATION,
    FLUENCY,
    LANGUAGES,
    OLDEST,
    OTHER,
    QUESTIONS,
    YOUNGEST,
    checked_language,
    checked_questions,
    checked_text,
    checked_whole,
)

MOST_OTHER_LANGUAGES = 4


def read_answers(
    questions: Iterable[str], eligibility: Mapping[str, Any], form: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, str]]:
    """The answers in ``form`` to these questions, and per question what is wrong with the one given."""
    needed = {rule["question"] for rule in rules_of(eligibility)}
    answers: dict[str, Any] = {}
    problems: dict[str, str] = {}
    for key in checked_questions(set(questions) & QUESTIONS.keys()):
        try:
            answer = READERS[key](form)
            if answer in (None, "") and (key in needed or not QUESTIONS[key].optional):
                raise Refused(_("Please answer this question."))
            answers[key] = answer
        except Refused as refusal:
            problems[key] = refusal.message
    return answers, problems


def _native_language(form: Mapping[str, Any]) -> str:
    chosen = form.get("native_language", "")
    return checked_language(chosen, "native_language") if chosen else ""


def _other_languages(form: Mapping[str, Any]) -> list[dict[str, Any]]:
    spoken: list[dict[str, Any]] = []
    for row in range(MOST_OTHER_LANGUAGES):
        typed = [str(form.get(f"other_{part}_{row}", "")).strip() for part in ("language", "from_age", "fluency")]
        if not any(typed):
            continue
        read = _spoken(*typed)
        # "Another language" may well be two.
        if read["language"] != OTHER and read["language"] in [earlier["language"] for earlier in spoken]:
            raise Refused(_("You have written down %s twice.") % LANGUAGES[read["language"]])
        spoken.append(read)
    return spoken


def _spoken(language: str, age: str, fluency: str) -> dict[str, Any]:
    if not language:
        raise Refused(_("Choose the language on every line you have begun."))
    if not age or not fluency:
        raise Refused(_("Say from what age and how well you speak %s.") % LANGUAGES.get(language, language))
    return {
        "language": checked_language(language, "other_languages"),
        "from_age": checked_whole(age, "other_languages", 0, OLDEST),
        "fluency": checked_whole(fluency, "other_languages", min(FLUENCY), max(FLUENCY)),
    }


def _age(form: Mapping[str, Any]) -> int | None:
    typed = str(form.get("age", "")).strip()
    return checked_whole(typed, "age", YOUNGEST, OLDEST) if typed else None


def _education(form: Mapping[str, Any]) -> str:
    chosen = str(form.get("education", ""))
    if chosen and chosen not in EDUCATION:
        raise Refused(_("Choose one of the answers."), field="education")
    return chosen


def _grew_up(form: Mapping[str, Any]) -> str:
    typed = str(form.get("grew_up", "")).strip()
    return checked_text(typed, "grew_up") if typed else ""


READERS = {
    "native_language": _native_language,
    "other_languages": _other_languages,
    "age": _age,
    "education": _education,
    "grew_up": _grew_up,
}
