"""What belongs to whoever asks: their account, their ratings, their jobs."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from evaluation.api.permissions import IsResearcher
from evaluation.api.query import StrictFilters
from evaluation.api.serializers.studies import JobSerializer, OwnRatingSerializer, PersonSerializer
from evaluation.models import Job, Participation, Place, Rating
from evaluation.services import jobs
from evaluation.services.rating.places import LINKS_SESSION_KEY


@method_decorator(never_cache, name="dispatch")
class Me(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="me", tags=["you"], responses=PersonSerializer)
    def get(self, request: Request) -> Response:
        """Who one is to the site."""
        return Response(PersonSerializer(request.user).data)


class OwnRatingFilter(StrictFilters):
    study = django_filters.CharFilter(field_name="study__name", help_text="The study's name")
    place = django_filters.CharFilter(field_name="place__key", help_text="One sentence")

    class Meta:
        model = Rating
        fields = ["study", "place"]


@method_decorator(never_cache, name="dispatch")
class OwnRatings(generics.ListAPIView[Rating]):
    """In the order in which the sentences were shown; each once, with the last answer, until the study is closed."""

    permission_classes = [IsAuthenticated]
    serializer_class = OwnRatingSerializer
    filterset_class = OwnRatingFilter

    def get_queryset(self) -> QuerySet[Rating]:
        # A token reaches every study of its owner, a session that came by a link only that link's.
        session = getattr(self.request, "session", {})  # the API's own description asks without one
        links = None if self.request.auth else session.get(LINKS_SESSION_KEY)
        open_ones = Participation.objects.filter(user=self.request.user.pk).reached_by(links)
        places = Place.objects.filter(participation__in=open_ones).as_told_to_judges()
        mine = Rating.objects.filter(participation__in=open_ones, place__in=places)
        related = mine.select_related("study", "place", "item", "criterion")
        return related.order_by("participation_id", "place__order", "criterion__position", "pk")

    @extend_schema(operation_id="ratings_list", tags=["you"])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """One's own ratings as a judge, and nothing that others said or that the study hides.

        Those in studies whose invitation was taken back are left out.
        """
        return super().get(request, *args, **kwargs)


class JobDetail(generics.RetrieveAPIView[Job]):
    permission_classes = [IsResearcher]
    serializer_class = JobSerializer
    lookup_field = "key"
    queryset = Job.objects.none()

    def get_queryset(self) -> QuerySet[Job]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        return jobs.visible_to(self.request.user)  # type: ignore[arg-type]

    @extend_schema(operation_id="jobs_retrieve")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """How far a job is, and where its file is once there is one."""
        return super().get(request, *args, **kwargs)
