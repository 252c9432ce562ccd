"""What breaking each constraint costs the judges of a study: the last fits, and starting one."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.permissions import SignedIn
from evaluation.api.serializers.results import ResultObject
from evaluation.api.serializers.studies import JobSerializer
from evaluation.api.views.statistics import CriterionQuery, OfOneCriterion
from evaluation.services.results.constraints import as_json, costs
from evaluation.services.results.constraints.matches import paired_answers
from evaluation.services.results.constraints.material import material_of
from evaluation.services.results.selection import Selection
from evaluation.services.studies.judge_groups import JudgeGroups


class GroupsBody(serializers.Serializer[None]):
    """Nothing: all judges together."""

    question = serializers.CharField(required=False, max_length=80, help_text="The key of a question to judges")
    bands = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="Where bands of a number begin, such as 30 and 50"
    )
    judges = serializers.ListField(
        child=serializers.CharField(max_length=20), required=False, help_text="Pseudonyms: these against the others"
    )


class ConstraintsView(OfOneCriterion):
    @extend_schema(operation_id="results_constraints", parameters=[CriterionQuery], responses=ResultObject)
    def get(self, request: Request, slug: str) -> Response:
        """The paired answer of matched pairs, the fitted costs (null before the first fit), and costs by group.

        `by_groups` has the last fit for each way of grouping judges, groups declared before opening first.
        """
        study = self.study()
        criterion = self.criterion(study, CriterionQuery.read(request).get("criterion"))
        selection = Selection.of(study)
        answers = costs.answers(study, criterion)
        found = {
            "matched": paired_answers(material_of(study, selection, criterion)),
            "fit": costs.for_all_judges(answers),
            "by_groups": [as_json.by_groups(one) for one in costs.grouped(answers)],
        }
        return self.answer(study, selection, criterion, found)

    @extend_schema(
        operation_id="results_constraints_start",
        parameters=[CriterionQuery],
        request=GroupsBody,
        responses={202: JobSerializer},
    )
    def post(self, request: SignedIn, slug: str) -> Response:
        """Fit the costs in the background, for all judges and by group."""
        study = self.study()
        criterion = self.criterion(study, CriterionQuery.read(request).get("criterion"))
        body = GroupsBody(data=request.data)
        body.is_valid(raise_exception=True)
        groups = JudgeGroups.read(study, body.validated_data)
        job = costs.start(study=study, criterion=criterion, groups=groups, actor=request.user)
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)
