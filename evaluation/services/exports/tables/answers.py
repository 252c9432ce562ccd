"""The columns of the table `judges` that are answers to the questionnaire: one or two for each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from evaluation.services.exports.cells import Cells
from evaluation.services.exports.columns import Column, text, whole
from evaluation.services.reporting.told_answers import age_band, is_age
from evaluation.services.studies.questionnaire import Question, is_single

LANGUAGE = "en"


def answer_columns(questions: Sequence[Question]) -> list[Column]:
    return [column for question in questions for column in COLUMNS[question.kind](question)]


def answer_cells(questions: Sequence[Question], answers: Mapping[str, Any], cells: Cells) -> list[Any]:
    return [cell for question in questions for cell in CELLS[question.kind](question, answers.get(question.key), cells)]


def _said(question: Question, more: str = "") -> str:
    """The question in words, and what the cells hold."""
    words = f"“{question.text(LANGUAGE)}”"
    return f"{words}: {more}" if more else words


# -- Columns -----------------------------------------------------------------------------------------


def _choice(question: Question) -> list[Column]:
    return [text(question.key, _said(question, _options(question)), enum=list(question.options))]


def _several(question: Question) -> list[Column]:
    return [text(question.key, _said(question, f"{_options(question)}; separated by semicolons"))]


def _options(question: Question) -> str:
    return ", ".join(f"{option} = {question.option_text(option, LANGUAGE)}" for option in question.options)


def _number(question: Question) -> list[Column]:
    if is_age(question):
        return [text("age_band", "Age in years, in bands of five")]
    return [whole(question.key, _said(question), minimum=question.low, maximum=question.high)]


def _text(question: Question) -> list[Column]:
    return [text(question.key, _said(question, "in the judge's own words"))]


def _likert(question: Question) -> list[Column]:
    labels = {point: question.label(point, LANGUAGE) for point in question.points}
    words = ", ".join(f"{point} = {label}" for point, label in labels.items() if label)
    return [whole(question.key, _said(question, words), minimum=question.low, maximum=question.high)]


def _languages(question: Question) -> list[Column]:
    if question.details:
        return [
            text(question.key, _said(question, "each as language(from age, fluency 1 to 5), separated by semicolons"))
        ]
    if is_single(question):
        return [text(question.key, _said(question, "as a language code"))]
    return [text(question.key, _said(question, "as language codes, separated by semicolons"))]


def _vocabulary(question: Question) -> list[Column]:
    score = f"score in per cent: the mean share of real words ticked ({len(question.words)} asked) and of others not"
    return [
        whole(question.key, _said(question, score), minimum=0, maximum=100),
        text(f"{question.key}_known", _said(question, "what was ticked, separated by semicolons")),
    ]


COLUMNS: dict[str, Callable[[Question], list[Column]]] = {
    "choice": _choice,
    "several": _several,
    "number": _number,
    "text": _text,
    "likert": _likert,
    "language": _languages,
    "vocabulary": _vocabulary,
}


# -- Cells -------------------------------------------------------------------------------------------


def _plain(_question: Question, answer: Any, cells: Cells) -> list[Any]:
    return [cells.text(str(answer or ""))]


def _joined(_question: Question, answer: Any, cells: Cells) -> list[Any]:
    return [cells.text(";".join(map(str, answer or ())))]


def _whole(question: Question, answer: Any, cells: Cells) -> list[Any]:
    return [cells.text(age_band(answer)) if is_age(question) else answer]


def _spoken(_question: Question, answer: Any, cells: Cells) -> list[Any]:
    named = [answer] if isinstance(answer, str) else [spoken(language) for language in answer or ()]
    return [cells.text(";".join(named))]


def _score(_question: Question, answer: Any, cells: Cells) -> list[Any]:
    return [answer["score"], cells.text(";".join(answer["known"]))] if answer else [None, ""]


CELLS: dict[str, Callable[[Question, Any, Cells], list[Any]]] = {
    "choice": _plain,
    "several": _joined,
    "number": _whole,
    "text": _plain,
    "likert": _whole,
    "language": _spoken,
    "vocabulary": _score,
}


def spoken(language: Mapping[str, Any]) -> str:
    """
    >>> spoken({"language": "en", "from_age": 5, "fluency": 4}), spoken({"language": "en"})
    ('en(5, 4)', 'en')
    """
    code = str(language.get("language", ""))
    return f"{code}({language['from_age']}, {language['fluency']})" if "from_age" in language else code
