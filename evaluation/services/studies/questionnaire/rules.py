"""Rules on answers: who may take part, and which questions are asked.

A rule is ``{"question": "age", "op": "at_least", "value": 18}``. ``Study.eligibility`` is ``{}`` (everybody) or
``{"rules": [rule, …]}``, all of which must hold:

    {"question": "native_language", "op": "one_of", "value": ["hi", "ur"]}
    {"question": "other_languages", "op": "includes", "value": {"language": "en", "fluency": 3, "by_age": 8}}

``{"languages": true}``, with or without rules, asks for everyday talk in every language of the study. ``includes``
looks at every language the judge names anywhere; one named without an age, as the native one is, counts as spoken from
birth.
So two such rules say "fluent in both by 8"; fluency and age may be left out. A question's ``condition`` is a rule too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy as context_lazy

from evaluation.models import Study
from evaluation.services.errors import Refused
from evaluation.services.studies.questionnaire.checked import (
    checked_text,
    checked_whole,
    language_from_words,
    questionnaire_code,
)
from evaluation.services.studies.questionnaire.kinds import FLUENCY, OLDEST, kind_of, operations_of
from evaluation.services.studies.questionnaire.question import Question

# "Everyday talk": how well the languages of a study are spoken by those who may judge it.
SPOKEN = 3
LEAST, GREATEST = -100_000, 100_000
OPERATIONS = {
    "is": context_lazy("rule", "is"),
    "one_of": context_lazy("rule", "is one of"),
    "none_of": context_lazy("rule", "is none of"),
    "at_least": context_lazy("rule", "is at least"),
    "at_most": context_lazy("rule", "is at most"),
    "includes": context_lazy("rule", "include"),
}


def rule_from_form(questions: Sequence[Question], key: str, op: str, value: Any) -> dict[str, Any]:
    """A rule as it is stored, from what a form sent; refused with the field that is wrong."""
    question = next((each for each in questions if each.key == key), None)
    if question is None:
        raise Refused(_("There is no question called “%s”.") % key, field="question")
    if op not in operations_of(question):
        fitting = ", ".join(str(OPERATIONS[each]) for each in operations_of(question))
        raise Refused(_("This does not fit the question. These do: %s.") % fitting, field="op")
    return {"question": key, "op": op, "value": _checked_value(question, op, value)}


def _checked_value(question: Question, op: str, value: Any) -> Any:
    if op in {"at_least", "at_most"}:
        return checked_whole(value, "value", LEAST, GREATEST)
    if op == "includes":
        return _checked_language_rule(value if isinstance(value, Mapping) else {"language": value})
    if op == "is":
        return _checked_answer(question, value)
    several = value if isinstance(value, list | tuple) else str(value).split(",")
    kept = [_checked_answer(question, one) for one in several if str(one).strip()]
    if not kept:
        raise Refused(_("Say which answers you mean, separated by commas."), field="value")
    return kept


def _checked_language_rule(wanted: Mapping[str, Any]) -> dict[str, Any]:
    checked = {
        "language": language_from_words(wanted.get("language", ""), "value"),
        "fluency": checked_whole(wanted.get("fluency", 1), "value", min(FLUENCY), max(FLUENCY)),
    }
    by_age = wanted.get("by_age", "")
    return checked if by_age in {None, ""} else checked | {"by_age": checked_whole(by_age, "value", 0, OLDEST)}


def _checked_answer(question: Question, value: Any) -> Any:
    """One answer of the question, as it is stored; a chosen one may be written in words of any language."""
    if question.kind == "language":
        return language_from_words(value, "value")
    if question.kind == "likert":
        return checked_whole(value, "value", question.low, question.high)
    typed = checked_text(value, "value")
    if not question.options:
        return typed
    by_words = {str(words).casefold(): key for key, words in _option_words(question)}
    option = by_words.get(typed.casefold(), typed)
    if option not in question.options:
        answers = ", ".join(question.options)
        raise Refused(
            _("“%(typed)s” is not one of the answers: %(answers)s.") % {"typed": typed, "answers": answers},
            field="value",
        )
    return option


def _option_words(question: Question) -> Iterator[tuple[str, Any]]:
    for texts in question.texts.values():
        yield from texts.get("options", {}).items()


def rules_of(eligibility: Mapping[str, Any]) -> list[dict[str, Any]]:
    return list(eligibility.get("rules", [])) if eligibility else []


def eligibility_of(study: Study) -> dict[str, Any]:
    """The study's rules, and one for each of its languages where it is only for people who speak those."""
    rules = rules_of(study.eligibility)
    if study.eligibility.get("languages"):
        rules += [
            {"question": "", "op": "includes", "value": {"language": code, "fluency": SPOKEN}}
            for code in map(questionnaire_code, study.languages)
        ]
    return {"rules": rules}


def is_eligible(eligibility: Mapping[str, Any], questions: Sequence[Question], answers: Mapping[str, Any]) -> bool:
    return all(holds(rule, questions, answers) for rule in rules_of(eligibility))


def holds(rule: Mapping[str, Any], questions: Sequence[Question], answers: Mapping[str, Any]) -> bool:
    """Whether the answers meet a rule; a question without an answer meets none."""
    if rule["op"] == "includes":
        return _speaks(rule["value"], questions, answers)
    question = next((each for each in questions if each.key == rule["question"]), None)
    answer = answers.get(rule["question"])
    if question is None or answer in (None, "", []):
        return False
    return _compare(rule["op"], rule["value"], kind_of(question).values(answer))


def _compare(op: str, value: Any, given: list[Any]) -> bool:
    if op in {"at_least", "at_most"}:
        return bool(given[0] >= value if op == "at_least" else given[0] <= value)
    wanted = {str(one).casefold() for one in (value if isinstance(value, list) else [value])}
    return any(str(one).casefold() in wanted for one in given) is (op != "none_of")


def _speaks(value: Mapping[str, Any], questions: Sequence[Question], answers: Mapping[str, Any]) -> bool:
    """Whether a language is spoken well enough and early enough, wherever the judge named it."""
    return any(
        spoken["language"] == value["language"]
        and spoken.get("fluency", max(FLUENCY)) >= value.get("fluency", 1)
        and spoken.get("from_age", 0) <= value.get("by_age", OLDEST)
        for spoken in _languages_named(questions, answers)
    )


def _languages_named(questions: Sequence[Question], answers: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for question in questions:
        answer = answers.get(question.key)
        if question.kind == "language" and answer:
            yield from [{"language": answer}] if isinstance(answer, str) else answer
