"""A study summed up, and the paragraphs that a paper can say of it."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.serializers.results import StudyReport
from evaluation.api.views.results import basis
from evaluation.api.views.studies import OfOneStudy
from evaluation.services.exports.report import report_of
from evaluation.services.results.selection import Selection


class ReportView(OfOneStudy):
    @extend_schema(operation_id="results_report", responses=StudyReport)
    def get(self, request: Request, slug: str) -> Response:
        """A methods and a results paragraph, as text and as LaTeX, and BibTeX for what they cite."""
        study = self.study()
        selection = Selection.of(study)
        return Response(basis(study, selection) | {"files": report_of(study, selection).files})
