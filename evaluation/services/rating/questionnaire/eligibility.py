"""The rules who may take part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy as context_lazy

from evaluation.models import Study
from evaluation.services.errors import Refused
from evaluation.services.rating.questionnaire.questions import (
    FLUENCY,
    OLDEST,
    QUESTIONS,
    checked_language,
    checked_text,
    checked_whole,
    questionnaire_code,
)

# "Everyday talk": how well the languages of a study are spoken by those who may judge it.
SPOKEN = 3

OPERATIONS = {
    "is": context_lazy("rule", "is"),
    "one_of": context_lazy("rule", "is one of"),
    "none_of": context_lazy("rule", "is none of"),
    "at_least": context_lazy("rule", "is at least"),
    "at_most": context_lazy("rule", "is at most"),
    "includes": context_lazy("rule", "include"),
}


def rule_from_form(question: str, op: str, value: Any) -> dict[str, Any]:
    """A rule as it is stored, from what a form sent; refused with the field that is wrong."""
    if question not in QUESTIONS:
        raise Refused(_("There is no question called “%s”.") % question, field="question")
    if op not in QUESTIONS[question].operations:
        raise Refused(_("“%s” does not fit this question.") % op, field="op")
    return {"question": question, "op": op, "value": _checked_value(op, value)}


def _checked_value(op: str, value: Any) -> Any:
    if op in {"at_least", "at_most"}:
        return checked_whole(value, "value", 0, OLDEST)
    if op == "includes":
        wanted = value if isinstance(value, Mapping) else {"language": str(value).strip()}
        checked = {
            "language": checked_language(wanted.get("language", ""), "value"),
            "fluency": checked_whole(wanted.get("fluency", 1), "value", min(FLUENCY), max(FLUENCY)),
        }
        by_age = wanted.get("by_age", "")
        return checked if by_age in {None, ""} else checked | {"by_age": checked_whole(by_age, "value", 0, OLDEST)}
    if op == "is":
        return checked_text(value, "value")
    several = value if isinstance(value, list | tuple) else str(value).split(",")
    kept = [checked_text(one, "value") for one in several if str(one).strip()]
    if not kept:
        raise Refused(_("Say which answers you mean, separated by commas."), field="value")
    return kept


def rules_of(eligibility: Mapping[str, Any]) -> list[dict[str, Any]]:
    return list(eligibility.get("rules", [])) if eligibility else []


def eligibility_of(study: Study) -> dict[str, Any]:
    """The study's rules, and one for each of its languages where it is only for people who speak those."""
    rules = rules_of(study.eligibility)
    if study.eligibility.get("languages"):
        rules += [
            {"question": "other_languages", "op": "includes", "value": {"language": code, "fluency": SPOKEN}}
            for code in map(questionnaire_code, study.languages)
        ]
    return {"rules": rules}


def is_eligible(eligibility: Mapping[str, Any], answers: Mapping[str, Any]) -> bool:
    return all(
        _speaks(rule["value"], answers) if rule["op"] == "includes" else _holds(rule, answers.get(rule["question"]))
        for rule in rules_of(eligibility)
    )


def _speaks(value: Mapping[str, Any], answers: Mapping[str, Any]) -> bool:
    """Whether a language is spoken well enough and early enough, as the native one or another."""
    native = {"language": answers.get("native_language"), "from_age": 0, "fluency": max(FLUENCY)}
    return any(
        spoken["language"] == value["language"]
        and spoken["fluency"] >= value.get("fluency", 1)
        and spoken["from_age"] <= value.get("by_age", OLDEST)
        for spoken in (native, *(answers.get("other_languages") or ()))
    )


def _holds(rule: Mapping[str, Any], answer: Any) -> bool:
    op, value = rule["op"], rule["value"]
    if answer in (None, ""):
        return False
    if op in {"at_least", "at_most"}:
        return bool(answer >= value if op == "at_least" else answer <= value)
    wanted = {str(one).casefold() for one in ([value] if op == "is" else value)}
    return (str(answer).casefold() in wanted) is (op != "none_of")
