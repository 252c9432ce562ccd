"""The tables that readers get: those of an export, without what says more of judges than pseudonyms and bands.

Times of day, devices, the language of pages, free texts (comments, reasons for leaving something out) and answers in a
judge's own words are not among them; of the other answers, what few judges share is left empty (`small_cells`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from evaluation.models import Participation
from evaluation.services.exports.cells import Cells
from evaluation.services.exports.columns import Column, flag, text, whole
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table, flat
from evaluation.services.exports.tables import TABLES
from evaluation.services.exports.tables.answers import answer_cells, answer_columns, is_age
from evaluation.services.exports.tables.codebook import codebook_of
from evaluation.services.publications.small_cells import SMALLEST_GROUP, without_small_cells
from evaluation.services.reporting.datasheet.of_the_study import is_from_a_list
from evaluation.services.studies.questionnaire import Question, questions_of

OF_JUDGES = {"list", "shown_at", "submitted_at", "exclusion_reason", "language", "screen", "script"}
LEFT_OUT = {
    "ratings": OF_JUDGES,
    "choices": OF_JUDGES,
    "sentences": {"exclusion_reason"},
}
AS_EXPORTED = ("couples", "models", "comparison", "sources", "broken", "marked_words", "matrix")


def without_columns(table: Table, names: set[str]) -> Table:
    def kept(data: StudyData) -> list[int]:
        return [place for place, column in enumerate(table.columns(data)) if column.name not in names]

    def columns(data: StudyData) -> Sequence[Column]:
        every = table.columns(data)
        return [every[place] for place in kept(data)]

    def rows(data: StudyData, cells: Cells) -> Iterator[Row]:
        places = kept(data)
        for row in map(flat, table.rows(data, cells)):
            yield tuple(row[place] for place in places)

    return replace(table, columns=columns, rows=rows)


# -- Judges ------------------------------------------------------------------------------------------


def is_told(question: Question) -> bool:
    """Answers from a list, and ages in their bands."""
    return is_from_a_list(question) or is_age(question)


def told_questions(data: StudyData) -> list[Question]:
    return [question for question in questions_of(data.study) if is_told(question)]


def judge_columns(data: StudyData) -> Sequence[Column]:
    suppressed = f"; empty where fewer than {SMALLEST_GROUP} judges would be told apart"
    answers = [text(column.name, column.description + suppressed) for column in answer_columns(told_questions(data))]
    return [
        text("judge", "The judge's pseudonym", required=True),
        *answers,
        whole("ratings", "Ratings given, of every kind", required=True, minimum=0),
        whole("checks", "Attention checks answered", required=True, minimum=0),
        whole("checks_passed", "Attention checks answered as expected", required=True, minimum=0),
        flag("excluded", "Whether the selection leaves this judge out of every number"),
    ]


def judge_rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    asked, judges = told_questions(data), list(Participation.objects.filter(study=data.study).order_by("pk"))
    given = {judge.pk: judge.ratings.count() for judge in judges}
    answers = [[str(cell or "") for cell in answer_cells(asked, judge.answers, cells)] for judge in judges]
    for judge, told in zip(judges, without_small_cells(answers), strict=True):
        answered, passed = data.exclusions.checks.get(judge.pk, (0, 0))
        excluded = cells.flags[judge.pk in data.exclusions.judges]
        yield (cells.text(judge.pseudonym), *told, given[judge.pk], answered, passed, excluded)


JUDGES = Table("judges", "One row per judge, without small groups", judge_columns, judge_rows, key=("judge",))


# -- Groups ------------------------------------------------------------------------------------------


def _large_groups_only(table: Table) -> Table:
    """Costs of constraints, without those of groups of few judges."""

    def rows(data: StudyData, cells: Cells) -> Iterator[Row]:
        names = [column.name for column in table.columns(data)]
        group, judges = names.index("group"), names.index("judges")
        for row in map(flat, table.rows(data, cells)):
            if not row[group] or (row[judges] or 0) >= SMALLEST_GROUP:
                yield row

    return replace(table, rows=rows)


_TABLES = (
    *(without_columns(TABLES[name], left_out) for name, left_out in LEFT_OUT.items()),
    JUDGES,
    *(TABLES[name] for name in AS_EXPORTED),
    _large_groups_only(TABLES["constraints"]),
)
READER_TABLES: dict[str, Table] = {table.name: table for table in (*_TABLES, codebook_of(_TABLES))}
