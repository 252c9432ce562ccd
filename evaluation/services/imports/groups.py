"""Group columns of a file of ratings as questions that its judges have answered, so that results can group by them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.text import slugify

from evaluation.services.imports.plan import Plan
from evaluation.services.imports.reading import RatingsFile
from evaluation.services.studies.questionnaire.question import Question

MOST_OPTIONS = 30
LONGEST_KEY = 40
MOST_DIGITS = 6


def group_questions(file: RatingsFile, plan: Plan) -> dict[str, Question]:
    """A question for each group column: a number if all of its cells are whole numbers, else a choice or words."""
    asked: dict[str, Question] = {}
    for number, column in enumerate(plan.groups, start=1):
        key = slugify(column).replace("-", "_")[:LONGEST_KEY] or f"group_{number}"
        taken = {question.key for question in asked.values()}
        asked[column] = _question(column, f"{key}_{number}" if key in taken else key, file)
    return asked


def answers_of(said: Mapping[str, str], asked: Mapping[str, Question]) -> dict[str, Any]:
    """What a judge's group columns say, as answers to the questions."""
    return {
        question.key: int(said[column]) if question.kind == "number" else said[column]
        for column, question in asked.items()
        if said.get(column)
    }


def _question(column: str, key: str, file: RatingsFile) -> Question:
    cells = sorted({said[column] for said in file.judges.values() if said.get(column)})
    if cells and all(cell.isdecimal() and len(cell) <= MOST_DIGITS for cell in cells):
        values = [int(cell) for cell in cells]
        return Question(key, "number", {"en": {"text": column}}, required=False, low=min(values), high=max(values))
    if len(cells) > MOST_OPTIONS:
        return Question(key, "text", {"en": {"text": column}}, required=False)
    words = {"text": column, "options": {cell: cell for cell in cells}}
    return Question(key, "choice", {"en": words}, required=False, options=tuple(cells))
