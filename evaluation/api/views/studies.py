"""Studies and their sentences, for the researchers they belong to."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.permissions import IsResearcher
from evaluation.api.query import StrictFilters
from evaluation.api.serializers.studies import ItemSerializer, StudyDetailSerializer, StudySerializer
from evaluation.models import Item, ItemKind, Participation, Study, StudyState
from evaluation.services.results.selection import Selection


def number_of(rows: QuerySet[Any]) -> Coalesce:
    """How many of the rows belong to the study, in a subquery of its own: two joins would multiply each other."""
    counted = rows.filter(study=OuterRef("pk")).order_by().values("study").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


class StudyFilter(StrictFilters):
    state = django_filters.ChoiceFilter(choices=StudyState.choices)
    search = django_filters.CharFilter(field_name="name", lookup_expr="icontains", help_text="Part of the name")

    class Meta:
        model = Study
        fields = ["state", "search"]


class OwnStudies(generics.GenericAPIView[Study]):
    permission_classes = [IsResearcher]
    queryset = Study.objects.none()
    lookup_field = "slug"

    def get_queryset(self) -> QuerySet[Study]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        mine = Study.objects.visible_to(self.request.user)  # type: ignore[arg-type]
        items, judges = Item.objects.filter(kind=ItemKind.STUDY), Participation.objects.all()
        return mine.annotate(item_count=number_of(items), judge_count=number_of(judges)).order_by("-created_at", "-pk")


class StudyList(generics.ListAPIView[Study], OwnStudies):
    serializer_class = StudySerializer
    filterset_class = StudyFilter

    @extend_schema(operation_id="studies_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The studies one owns or shares, newest first."""
        return super().get(request, *args, **kwargs)


class StudyDetail(generics.RetrieveAPIView[Study], OwnStudies):
    serializer_class = StudyDetailSerializer

    @extend_schema(operation_id="studies_retrieve")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """One study: how its sentences were drawn, its scales, and which ratings count."""
        return super().get(request, *args, **kwargs)

    def get_object(self) -> Study:
        study = super().get_object()
        study.selection = Selection.of(study).as_json()
        return study


class OfOneStudy(generics.GenericAPIView[Any]):
    """An address below a study: the study must be the researcher's own or shared with them."""

    permission_classes = [IsResearcher]
    queryset: QuerySet[Any] = Study.objects.none()

    def study(self) -> Study:
        mine = Study.objects.visible_to(self.request.user)  # type: ignore[arg-type]
        return generics.get_object_or_404(mine, slug=self.kwargs["slug"])


class ItemFilter(StrictFilters):
    kind = django_filters.ChoiceFilter(choices=ItemKind.choices)
    condition = django_filters.CharFilter(help_text="What it was drawn for")
    source = django_filters.CharFilter(help_text="Where an imported sentence came from")
    pair = django_filters.CharFilter(field_name="pair__external_id", help_text="The pair's id")
    model = django_filters.CharFilter(method="generated_by", help_text="A model that generates it")

    class Meta:
        model = Item
        fields = ["kind", "condition", "source", "pair", "model"]

    def generated_by(self, items: QuerySet[Item], name: str, model: str) -> QuerySet[Item]:
        return items.filter(memberships__icontains=f'"{model}"')


class ItemList(generics.ListAPIView[Item], OfOneStudy):
    serializer_class = ItemSerializer
    filterset_class = ItemFilter
    queryset = Item.objects.none()

    def get_queryset(self) -> QuerySet[Item]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        return Item.objects.filter(study=self.study()).select_related("pair", "first", "second").order_by("number")

    @extend_schema(operation_id="items_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A study's sentences, with what each was drawn for and every model that generates it, and its couples."""
        return super().get(request, *args, **kwargs)
