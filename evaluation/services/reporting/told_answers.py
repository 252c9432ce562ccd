"""What judges said of themselves, as far as it may be told: no group of few judges, neither alone nor by subtraction.

All that is told of groups of judges rests on one set of cells: the table of judges for readers, the datasheet and the
costs of constraints by group. Judges who are alike in all cells are at least `SMALLEST_GROUP` (`small_cells`), so
whatever is added up or subtracted is made of such groups. The groups that costs were fitted for come first, so that
they are kept rather than other answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.models import Participation, Study
from evaluation.services.reporting.small_cells import without_small_cells
from evaluation.services.results.constraints import costs
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.selection import Selection
from evaluation.services.studies.judge_groups import JudgeGroups
from evaluation.services.studies.questionnaire import Question, group_labels, is_single, questions_of

BAND_YEARS = 5


@dataclass(frozen=True)
class ToldAnswers:
    """Per judge who counts the cells of each question, empty where they are not told."""

    judges: Sequence[Participation]
    cells: Mapping[int, Mapping[str, str]]
    # Per criterion the groups of judges whose costs may be told, with their sizes; and what they are groups by.
    groups: Mapping[str, Mapping[str, int]]
    grouped_by: Mapping[str, str]

    def counts(self, question: Question) -> tuple[Counter[str], int]:
        """How many judges gave each answer, in words, and of how many it is not told."""
        told = [judge for judge in self.judges if self.cells[judge.pk][question.key]]
        answers = (judge.answers.get(question.key) for judge in told)
        found = Counter(label for answer in answers for label in group_labels(question, answer, "en"))
        return found, len(self.judges) - len(told)


def told_answers(study: Study) -> ToldAnswers:
    judges, questions, fitted = counted_judges(study), told_questions(study), fitted_groups(study)
    groupings = list(dict.fromkeys(fitted.values()))
    members = [grouping.of(study) for grouping in groupings]
    rows = [
        [
            *(each[judge.pk] for each in members),
            *(plain_answer(question, judge.answers.get(question.key)) for question in questions),
        ]
        for judge in judges
    ]
    shown = without_small_cells(rows)
    keys = [question.key for question in questions]
    cells = {
        judge.pk: dict(zip(keys, told[len(members) :], strict=True)) for judge, told in zip(judges, shown, strict=True)
    }
    whole = {grouping: _whole_groups(rows, shown, place) for place, grouping in enumerate(groupings)}
    return ToldAnswers(
        judges,
        cells,
        {criterion: whole[grouping] for criterion, grouping in fitted.items()},
        {criterion: grouping.words for criterion, grouping in fitted.items()},
    )


def _whole_groups(rows: Sequence[Sequence[str]], shown: Sequence[Sequence[str]], column: int) -> Counter[str]:
    """The groups all of whose judges are told, with their sizes."""
    both = [(row[column], told[column]) for row, told in zip(rows, shown, strict=True)]
    untold = {name for name, told in both if not told}
    return Counter(name for name, _told in both if name not in untold)


def fitted_groups(study: Study) -> dict[str, JudgeGroups]:
    """Per criterion how judges were grouped when the costs of these data were fitted; not groups named by hand.

    Of several ways one is told, that declared before opening, else the last: two that overlap would tell small groups.
    """
    told: dict[str, JudgeGroups] = {}
    for criterion in study.criteria.scales():
        for answer in costs.grouped(costs.answers(study, criterion)):
            groups = JudgeGroups.from_json(answer["groups"])
            if answer["is_current"] and groups.question:
                told.setdefault(criterion.key, groups)
    return told


def counted_judges(study: Study) -> list[Participation]:
    left_out = Exclusions(study, Selection.of(study)).judges
    rated = study.ratings.order_by().values("participation_id")
    return list(study.participations.filter(pk__in=rated).exclude(pk__in=left_out).order_by("pk"))


# -- Questions ---------------------------------------------------------------------------------------


def told_questions(study: Study) -> list[Question]:
    """Those with answers from a list, and ages, which are told in bands."""
    return [question for question in questions_of(study) if is_from_a_list(question) or is_age(question)]


def is_from_a_list(question: Question) -> bool:
    """Answers that many give in the same words; not texts, numbers or lists of languages, which tell people apart."""
    return question.kind in ("choice", "likert") or is_single(question)


def is_age(question: Question) -> bool:
    """An exact age helps to tell who somebody is."""
    return question.key == "age" and question.kind == "number"


def plain_answer(question: Question, answer: Any) -> str:
    """As in the table of judges; "" without an answer."""
    if is_age(question):
        return age_band(answer)
    return "" if answer in (None, "", []) else str(answer)


def age_band(age: Any) -> str:
    """
    >>> age_band(23), age_band(25), age_band(None)
    ('20 to 24', '25 to 29', '')
    """
    if not isinstance(age, int):
        return ""
    low = age - age % BAND_YEARS
    return f"{low} to {low + BAND_YEARS - 1}"
