"""Planning over the API: how many judges and sentences it takes, and what a drawn study will find."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.permissions import IsResearcher, SignedIn
from evaluation.api.plain_json import plain
from evaluation.api.serializers.planning import PlanSerializer, PlanToMake, StudyPlanAnswer
from evaluation.api.views.studies import OfOneStudy
from evaluation.models import Job, Study, User
from evaluation.services import jobs, planning, studies
from evaluation.services.errors import Refused


class OwnPlans(generics.GenericAPIView[Job]):
    permission_classes = [IsResearcher]
    serializer_class = PlanSerializer
    lookup_field = "key"
    queryset = Job.objects.none()

    def get_queryset(self) -> QuerySet[Job]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        return planning.plans_of(self.request.user)  # type: ignore[arg-type]


class PlanList(generics.ListAPIView[Job], OwnPlans):
    @extend_schema(operation_id="plans_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The plans one has made, newest first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(operation_id="plans_create", request=PlanToMake, responses={202: PlanSerializer})
    def post(self, request: SignedIn) -> Response:
        """Simulate studies of a design in the background: how often is the effect found, how wide is its interval."""
        asked = PlanToMake(data=request.data)
        asked.is_valid(raise_exception=True)
        pilot = _pilot(request.user, asked.validated_data.get("pilot"))
        job = planning.start(request=asked.request(), pilot=pilot, actor=request.user)
        return Response(PlanSerializer(job).data, status=status.HTTP_202_ACCEPTED)


class PlanDetail(generics.RetrieveAPIView[Job], OwnPlans):
    @extend_schema(operation_id="plans_retrieve")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """How far a plan is, and its answer once it is done."""
        return super().get(request, *args, **kwargs)

    @extend_schema(operation_id="plans_cancel", request=None, responses={202: PlanSerializer})
    def delete(self, request: SignedIn, key: str) -> Response:
        """Stop a plan that is not done; one that is over is refused."""
        job = self.get_object()
        jobs.cancel(job=job, actor=request.user)
        job.refresh_from_db()
        return Response(PlanSerializer(job).data, status=status.HTTP_202_ACCEPTED)


class StudyPlanView(OfOneStudy):
    @extend_schema(operation_id="studies_plan", responses=StudyPlanAnswer)
    def get(self, request: Request, slug: str) -> Response:
        """What a drawn study takes (judges, places, minutes) and, once computed, how often it finds its effect."""
        return self._answer(self.study())

    @extend_schema(operation_id="studies_plan_start", request=None, responses={202: StudyPlanAnswer})
    def post(self, request: SignedIn, slug: str) -> Response:
        """Compute in the background how often the study finds what it compares."""
        study = self.study()
        studies.must_be_rated_here(study)
        plan = planning.plan_of(study)
        if plan is None:
            raise Refused(_("Nothing has been drawn, so there is nothing to plan. Draw the sentences first."))
        if plan.request is None:
            raise Refused(plan.why_not)
        planning.start_power(study=study, plan=plan, actor=request.user)
        return self._answer(study, status.HTTP_202_ACCEPTED)

    def _answer(self, study: Study, code: int = status.HTTP_200_OK) -> Response:
        plan = planning.plan_of(study)
        power = planning.power_job(study, plan) if plan else None
        found = {"plan": plan, "doubts": planning.doubts(study, plan), "power": power}
        return Response(plain(StudyPlanAnswer(found).data), status=code)


def _pilot(user: User, slug: str | None) -> Study | None:
    if slug is None:
        return None
    found = planning.pilots_of(user).filter(slug=slug).first()
    if found is None:
        message = _("You have no study with ratings at this address, so it cannot be a pilot.")
        raise serializers.ValidationError({"pilot": [message]})
    return found
