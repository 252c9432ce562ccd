"""The tables that readers get: those of an export, without what says more of judges than pseudonyms and bands.

Times of day, devices, the language of pages, free texts (comments, reasons for leaving something out) and answers in a
judge's own words are not among them; of the other answers, what few judges share is left empty
(`reporting.told_answers`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Count, QuerySet

from evaluation.models import Participation
from evaluation.services.exports.cells import Cells
from evaluation.services.exports.columns import Column, flag, text, whole
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table, flat
from evaluation.services.exports.tables import TABLES
from evaluation.services.exports.tables.answers import answer_columns
from evaluation.services.exports.tables.codebook import codebook_of
from evaluation.services.reporting.small_cells import SMALLEST_GROUP, groups_to_tell
from evaluation.services.reporting.told_answers import told_answers, told_questions

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


def judge_columns(data: StudyData) -> Sequence[Column]:
    suppressed = f"; empty where fewer than {SMALLEST_GROUP} judges would be told apart, and of judges who do not count"
    answers = answer_columns(told_questions(data.study))
    return [
        text("judge", "The judge's pseudonym", required=True),
        *(text(column.name, column.description + suppressed) for column in answers),
        whole("ratings", "Ratings given, of every kind", required=True, minimum=0),
        whole("checks", "Attention checks answered", required=True, minimum=0),
        whole("checks_passed", "Attention checks answered as expected", required=True, minimum=0),
        flag("excluded", "Whether the selection leaves this judge out of every number"),
    ]


def judge_rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    keys, told = [question.key for question in told_questions(data.study)], told_answers(data.study)
    judges: QuerySet[Any] = Participation.objects.filter(study=data.study).annotate(given=Count("ratings"))
    for judge in judges.order_by("pk"):
        answers = told.cells.get(judge.pk, {})
        answered, passed = data.exclusions.checks.get(judge.pk, (0, 0))
        excluded = cells.flags[judge.pk in data.exclusions.judges]
        said = (cells.text(answers.get(key, "")) for key in keys)
        yield (cells.text(judge.pseudonym), *said, judge.given, answered, passed, excluded)


JUDGES = Table("judges", "One row per judge, without small groups", judge_columns, judge_rows, key=("judge",))


# -- Groups ------------------------------------------------------------------------------------------


def _told_groups_only(table: Table) -> Table:
    """Costs of constraints: of all judges, and of the groups that the table of judges tells whole."""

    def rows(data: StudyData, cells: Cells) -> Iterator[Row]:
        names, told = [column.name for column in table.columns(data)], told_answers(data.study)
        criterion, group, by = (names.index(name) for name in ("criterion", "group", "grouped_by"))
        of_all = [names.index(name) for name in table.key if name not in {"group", "grouped_by"}]
        margins: dict[Row, list[Row]] = {}
        for row in map(flat, table.rows(data, cells)):
            known = told.groups.get(row[criterion], ())
            is_told = row[by] == cells.text(told.grouped_by.get(row[criterion], "")) and row[group] in map(
                cells.text, known
            )
            if is_told or not row[group]:
                margins.setdefault(tuple(row[place] for place in of_all), []).append(row)
        for margin, found in margins.items():
            sizes = {cells.text(name): size for name, size in told.groups.get(margin[0], {}).items()}
            yield from _told_rows(found, names, sizes)

    return replace(table, rows=rows)


def _told_rows(rows: Sequence[Row], names: Sequence[str], sizes: Mapping[str, int]) -> Iterator[Row]:
    """The rows of one constraint; ``sizes`` are the groups' own, whoever of them rated what breaks it.

    Where few of a group did not, how many judges and ratings its figures rest on is not told.
    """
    group, judges, ratings = (names.index(name) for name in ("group", "judges", "ratings"))
    rated = {row[group]: row[judges] or 0 for row in rows if row[group]}
    everybody = next((row[judges] for row in rows if not row[group]), None)
    shown = groups_to_tell(rated, everybody or 0)
    few_missing = any(0 < sizes[name] - rated[name] < SMALLEST_GROUP for name in shown)
    for row in rows:
        if not row[group]:
            yield row
        elif row[group] in shown:
            yield tuple(None if few_missing and at in (judges, ratings) else cell for at, cell in enumerate(row))


_TABLES = (
    *(without_columns(TABLES[name], left_out) for name, left_out in LEFT_OUT.items()),
    JUDGES,
    *(TABLES[name] for name in AS_EXPORTED),
    _told_groups_only(TABLES["constraints"]),
)
READER_TABLES: dict[str, Table] = {table.name: table for table in (*_TABLES, codebook_of(_TABLES))}
