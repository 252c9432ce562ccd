"""Agreement and the comparison of models, for the researchers of a study."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.permissions import SignedIn
from evaluation.api.query import QuerySerializer
from evaluation.api.serializers.results import ResultObject
from evaluation.api.serializers.studies import JobSerializer
from evaluation.api.views.results import basis, result_object
from evaluation.api.views.studies import OfOneStudy
from evaluation.models import Criterion, Study
from evaluation.services.results import mixed_model
from evaluation.services.results.agreement import agreement
from evaluation.services.results.comparison import comparison
from evaluation.services.results.few_judges import about_agreement, about_intervals, about_mixed_model
from evaluation.services.results.selection import Selection


class CriterionQuery(QuerySerializer):
    criterion = serializers.CharField(required=False, max_length=40, help_text="Its key; the study's first if left out")


class OfOneCriterion(OfOneStudy):
    def criterion(self, study: Study, key: str | None) -> Criterion:
        criteria = study.criteria.scales().filter(key=key) if key is not None else study.criteria.scales()
        found = criteria.first()
        if found is None:
            known = ", ".join(study.criteria.scales().values_list("key", flat=True))
            raise serializers.ValidationError({"criterion": [_("The study's criteria are: %s.") % known]})
        return found

    def answer(
        self, study: Study, selection: Selection, criterion: Criterion, result: Any, caution: str = ""
    ) -> Response:
        return Response(basis(study, selection) | result_object(criterion.key, result, caution))


class AgreementView(OfOneCriterion):
    @extend_schema(operation_id="results_agreement", parameters=[CriterionQuery], responses=ResultObject)
    def get(self, request: Request, slug: str) -> Response:
        """How far judges agree: alpha, ICC, kappa, each judge against the rest and against themself."""
        study = self.study()
        criterion = self.criterion(study, CriterionQuery.read(request).get("criterion"))
        selection = Selection.of(study)
        found = agreement(study, selection, criterion)
        caution = about_agreement(len(found.judges), found.alpha, found.icc.single)
        return self.answer(study, selection, criterion, found, caution)


class ComparisonView(OfOneCriterion):
    @extend_schema(operation_id="results_comparison", parameters=[CriterionQuery], responses=ResultObject)
    def get(self, request: Request, slug: str) -> Response:
        """The models compared at the criterion's cut: soundness, completeness, differences, contrasts, phenomena."""
        study = self.study()
        criterion = self.criterion(study, CriterionQuery.read(request).get("criterion"))
        selection = Selection.of(study)
        found = comparison(study, selection, criterion)
        return self.answer(study, selection, criterion, found, about_intervals(found.judges))


class MixedModelView(OfOneCriterion):
    @extend_schema(operation_id="results_mixed_model", parameters=[CriterionQuery], responses=ResultObject)
    def get(self, request: Request, slug: str) -> Response:
        """The last fit of the cumulative link mixed model; null before the first."""
        study = self.study()
        criterion = self.criterion(study, CriterionQuery.read(request).get("criterion"))
        found = mixed_model.latest(study, criterion)
        return self.answer(study, Selection.of(study), criterion, found, about_mixed_model(found))

    @extend_schema(
        operation_id="results_mixed_model_start",
        parameters=[CriterionQuery],
        request=None,
        responses={202: JobSerializer},
    )
    def post(self, request: SignedIn, slug: str) -> Response:
        """Fit the mixed model in the background."""
        study = self.study()
        criterion = self.criterion(study, CriterionQuery.read(request).get("criterion"))
        job = mixed_model.start(study=study, criterion=criterion, actor=request.user)
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)
