"""The questions of a study as its page shows them: words in the page's language, and what was answered so far."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from evaluation.models import Study
from evaluation.services.studies import questionnaire
from evaluation.services.studies.questionnaire import Question
from evaluation.services.studies.questionnaire.vocabulary import mixed_words
from evaluation.services.support.language_names import every_language, language_name

# More answers than these are chosen from a list that opens.
MOST_BUTTONS = 6


@dataclass(frozen=True)
class Option:
    value: str
    words: str
    is_chosen: bool


@dataclass(frozen=True)
class LanguageRow:
    number: int
    language: str
    from_age: str
    fluency: str
    # The language it is about, where the study says so.
    code: str
    name: str


@dataclass(frozen=True)
class QuestionField:
    """A question on the page; the template of its kind shows it."""

    question: Question
    text: str
    help: str
    problem: str
    is_optional: bool
    value: str
    options: list[Option]
    rows: list[LanguageRow]
    # Read by the page's script, which hides what is not asked: {"question": …, "op": …, "value": …}.
    condition: str
    condition_words: str

    @property
    def template(self) -> str:
        return f"rating/questions/{self.widget}.html"

    @property
    def widget(self) -> str:
        if questionnaire.is_single(self.question):
            return "list"
        if self.question.kind == "choice":
            return "list" if len(self.options) > MOST_BUTTONS else "choice"
        return {"number": "line", "text": "line"}.get(self.question.kind, self.question.kind)

    @property
    def is_group(self) -> bool:
        """Whether it has several controls, which a fieldset holds together."""
        return self.widget not in {"list", "line"}


def question_context(study: Study, request: HttpRequest, problems: dict[str, str]) -> dict[str, Any]:
    asked = questionnaire.questions_of(study)
    language = request.LANGUAGE_CODE
    return {
        "questions": [question_field(study, asked, question, request, problems) for question in asked],
        "study_languages": language_options(study, language)[0],
        "all_languages": language_options(study, language)[1],
        "fluencies": [(str(grade), words) for grade, words in questionnaire.FLUENCY.items()],
        "problems": problems,
    }


def question_field(
    study: Study, asked: list[Question], question: Question, request: HttpRequest, problems: dict[str, str]
) -> QuestionField:
    language, eligibility = request.LANGUAGE_CODE, questionnaire.eligibility_of(study)
    return QuestionField(
        question=question,
        text=question.text(language),
        help=question.text(language, "help"),
        problem=problems.get(question.key, ""),
        is_optional=not questionnaire.is_needed(question, eligibility),
        value=request.POST.get(question.key, ""),
        options=options_of(question, request),
        rows=language_rows(study, question, request),
        condition=json.dumps(dict(question.condition)) if question.condition else "",
        condition_words=condition_words(question, asked, language),
    )


def options_of(question: Question, request: HttpRequest) -> list[Option]:
    language, chosen = request.LANGUAGE_CODE, request.POST.getlist(question.key)
    if question.kind == "likert":
        words = [(str(point), question.label(point, language)) for point in question.points]
    elif question.kind == "vocabulary":
        words = [(word, word) for word in mixed_words(question)]
    else:
        words = [(option, question.option_text(option, language)) for option in question.options]
    return [Option(value, said, value in chosen) for value, said in words]


def language_rows(study: Study, question: Question, request: HttpRequest) -> list[LanguageRow]:
    if question.kind != "language":
        return []
    about = questionnaire.languages_of(study) if question.of_study else [""] * question.most
    return [
        LanguageRow(
            number=row,
            language=request.POST.get(f"{question.key}_language_{row}", ""),
            from_age=request.POST.get(f"{question.key}_from_age_{row}", ""),
            fluency=request.POST.get(f"{question.key}_fluency_{row}", ""),
            code=code,
            name=language_name(code) if code else "",
        )
        for row, code in enumerate(about)
    ]


def language_options(study: Study, language: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The languages of the study, and all others: first those that most judges will look for."""
    first = [code for code in questionnaire.languages_of(study) if code != questionnaire.OTHER]
    others = [(code, name) for code, name in every_language(language) if code not in first]
    return [(code, language_name(code)) for code in first], [*others, (questionnaire.OTHER, _("another language"))]


def condition_words(question: Question, asked: list[Question], language: str) -> str:
    """For whoever's browser runs no script: on what answer the question is asked."""
    rule = question.condition
    earlier = next((each for each in asked if each.key == rule.get("question")), None) if rule else None
    if earlier is None:
        return ""
    value = rule["value"]
    if isinstance(value, dict):
        value = value["language"]
    values = value if isinstance(value, list) else [value]
    words = ", ".join(", ".join(answer_words(earlier, one, language)) for one in values)
    said = {
        "at_least": _("Only if the answer to “%(question)s” is %(answer)s or more."),
        "at_most": _("Only if the answer to “%(question)s” is %(answer)s or less."),
        "none_of": _("Only if the answer to “%(question)s” is not: %(answer)s."),
    }.get(rule["op"], _("Only if the answer to “%(question)s” is: %(answer)s."))
    return said % {"question": earlier.text(language), "answer": words}


def answer_words(question: Question, value: Any, language: str) -> list[str]:
    if question.kind == "vocabulary":
        return [f"{value} %"]
    if question.kind == "several":
        value = [value]
    return questionnaire.group_labels(question, value, language)
