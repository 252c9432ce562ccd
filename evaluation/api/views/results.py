"""Results, for the researchers of a study: the numbers of the pages, from the same functions."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.plain_json import plain, summary
from evaluation.api.query import LARGEST_PAGE, Pages, QuerySerializer
from evaluation.api.serializers.results import ResultPage
from evaluation.api.views.studies import OfOneStudy
from evaluation.models import Study
from evaluation.services.exports.study_data import StudyData
from evaluation.services.results.selection import Selection
from evaluation.services.results.tables import Tables

TABLES = ("sentences", "models", "pairs", "phenomena", "judges", "groups")
LABELS = ("label", "pseudonym", "answer", "number")
NOT_ABOUT = {*LABELS, "summaries", "sentence_means", "item_id", "participation_id"}


class TableQuery(QuerySerializer):
    view = serializers.ChoiceField(
        ["cells", "generates"],
        default="cells",
        help_text="models: each sentence once, by exactly which models generate it, or all sentences each generates",
    )
    question = serializers.CharField(
        default="native_language",
        max_length=40,
        help_text="groups: the key of the question by whose answers judges are grouped",
    )


def basis(study: Study, selection: Selection) -> dict[str, Any]:
    return {
        "study": study.slug,
        "selection": selection.as_json(),
        "signature": StudyData(study, selection).signature,
    }


def result_object(criterion: str, result: Any, caution: str) -> dict[str, Any]:
    return {"criterion": criterion, "cautions": [caution] if caution else [], "result": plain(result)}


class ResultTable(OfOneStudy):
    @extend_schema(
        operation_id="results_table",
        parameters=[
            OpenApiParameter("table", str, OpenApiParameter.PATH, enum=list(TABLES)),
            OpenApiParameter("page", {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE}),
            OpenApiParameter("page_size", {"type": "integer", "minimum": 1, "maximum": Pages.max_page_size}),
            TableQuery,
        ],
        responses=ResultPage,
    )
    def get(self, request: Request, slug: str, table: str) -> Response:
        """Per sentence, model, pair, phenomenon, judge or group of judges, each criterion apart."""
        study = self.study()
        if table not in TABLES:
            raise NotFound(_("There is no table %(name)s: %(known)s.") % {"name": table, "known": ", ".join(TABLES)})
        selection = Selection.of(study)
        found = rows_of(Tables(study, selection), table, TableQuery.read(request))
        page = self.paginate_queryset(found) or []
        answer = self.get_paginated_response([row_of(row) for row in page])
        return Response(basis(study, selection) | answer.data)


def rows_of(tables: Tables, table: str, query: dict[str, Any]) -> list[Any]:
    if table == "models":
        return tables.models(query["view"])
    if table == "groups":
        return tables.groups(query["question"])
    return list(getattr(tables, table)())


def row_of(row: Any) -> dict[str, Any]:
    names = [name for name in row.__dataclass_fields__ if name not in NOT_ABOUT]
    means = getattr(row, "sentence_means", {})
    return {
        "label": next(str(getattr(row, name)) for name in LABELS if hasattr(row, name)),
        "about": {name: plain(getattr(row, name)) for name in names},
        "criteria": {key: summary(said) for key, said in row.summaries.items()},
        "sentence_means": {key: figure.value for key, figure in means.items()},
    }
