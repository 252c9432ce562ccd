"""The table `judges`, one row per judge: pseudonym, what they said about themselves, and how they did.

Names and addresses are left out unless the export is one with identities, and ages are given in bands of five years,
so that the table can be handed on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Count, QuerySet

from evaluation.models import Criterion, Participation, ParticipationState, Rating
from evaluation.services.exports.cells import Cells, iso, rounded
from evaluation.services.exports.columns import Column, flag, moment, number, text, whole
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table
from evaluation.services.exports.tables.answers import answer_cells, answer_columns
from evaluation.services.results.sensitivity import sensitivities
from evaluation.services.studies.questionnaire import questions_of
from evaluation.statistics.figure import Figure

IDENTITY = [
    text("name", "The judge's name"),
    text("email", "The judge's e-mail address"),
    text("external_id", "The id that a crowd-work site gave the judge"),
]


def columns(data: StudyData) -> Sequence[Column]:
    return [
        text("judge", "The judge's pseudonym", required=True),
        *(IDENTITY if data.identities else ()),
        flag("double", "Whether the judge came with a participant id that somebody had come with before"),
        text("double_of", "Whose id that was: the pseudonym of the first judge with it, unless that one was erased"),
        text("state", "How far the judge has come", required=True, enum=ParticipationState.values),
        text("language", "The language of the judge's pages"),
        whole("list", "The list of sentences the judge was given, where lists were made"),
        *answer_columns(questions_of(data.study)),
        whole("consent_version", "The version of the consent text that was agreed to"),
        whole("ratings", "Ratings given, of every kind", required=True, minimum=0),
        whole("checks", "Attention checks answered", required=True, minimum=0),
        whole("checks_passed", "Attention checks answered as expected", required=True, minimum=0),
        *(
            number(
                f"{criterion.key}_d_prime",
                f"{criterion}: how well the judge tells good controls from bad ones (d'); empty without controls",
            )
            for criterion in data.criteria
        ),
        whole("active_ms", "Milliseconds spent, pauses left out", required=True, minimum=0),
        moment("started_at", "When the judge began to rate"),
        moment("finished_at", "When the judge finished"),
        flag("excluded", "Whether the selection leaves this judge out of every number"),
        text("exclusion_reason", "Why the judge is left out"),
    ]


def rows(data: StudyData, cells: Cells) -> Iterator[Row]:
    # By judge, for which there is an index, and not by study.
    of_judges = Rating.objects.filter(participation__in=list(data.judges)).order_by()
    given = dict(of_judges.values_list("participation_id").annotate(Count("pk")))
    asked, told_apart = questions_of(data.study), sensitivities(data.study, data.criteria)
    judges: QuerySet[Any] = Participation.objects.filter(study=data.study).with_first().select_related("user")
    for judge in judges.order_by("pk").iterator():
        answered, passed = data.exclusions.checks.get(judge.pk, (0, 0))
        reason = data.exclusions.judges.get(judge.pk, "")
        yield (
            cells.text(judge.pseudonym),
            *(
                (cells.text(judge.user.name), cells.text(judge.user.email), cells.text(judge.external_id))
                if data.identities
                else ()
            ),
            cells.flags[judge.is_double],
            cells.text((judge.first_of_id or "") if judge.is_double else ""),
            judge.state,
            judge.language,
            judge.list_number,
            *answer_cells(asked, judge.answers, cells),
            judge.consent_version,
            given.get(judge.pk, 0),
            answered,
            passed,
            *d_prime_cells(told_apart.get(judge.pk, {}), data.criteria),
            judge.active_ms,
            iso(judge.started_at),
            iso(judge.finished_at),
            cells.flags[bool(reason)],
            cells.text(reason),
        )


def d_prime_cells(figures: Mapping[str, Figure], criteria: Sequence[Criterion]) -> Row:
    return tuple(rounded(figures[each.key].value) if each.key in figures else None for each in criteria)


TABLE = Table("judges", "One row per judge", columns, rows, key=("judge",))
