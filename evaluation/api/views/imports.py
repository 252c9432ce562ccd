"""Ratings from elsewhere over the API: a file is sent with what its columns hold, and becomes a closed study."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.negotiation import ReadableForm
from evaluation.api.permissions import IsResearcher, SignedIn
from evaluation.api.serializers.imports import RatingImportSerializer, RatingsToImport
from evaluation.models import RatingImport
from evaluation.services import imports
from evaluation.services.errors import Refused


class OwnImports(generics.GenericAPIView[RatingImport]):
    permission_classes = [IsResearcher]
    serializer_class = RatingImportSerializer
    lookup_field = "key"
    queryset = RatingImport.objects.none()

    def get_queryset(self) -> QuerySet[RatingImport]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        return imports.visible_to(self.request.user).order_by("-pk")  # type: ignore[arg-type]


class ImportList(generics.ListAPIView[RatingImport], OwnImports):
    parser_classes = [ReadableForm]

    @extend_schema(operation_id="imports_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The files of ratings one has sent, newest first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(operation_id="imports_create", request=RatingsToImport, responses={202: RatingImportSerializer})
    def post(self, request: SignedIn) -> Response:
        """Send a file of ratings; a worker makes a closed study of it, or says of every wrong row what is wrong."""
        asked = RatingsToImport(data=request.data)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        sent = imports.receive(owner=request.user, name=data["file"].name, chunks=data["file"].chunks())
        try:
            imports.start(sent=sent, actor=request.user, plan=_plan(sent, data))
        except Refused:
            imports.discard(sent=sent, actor=request.user)
            raise
        return Response(RatingImportSerializer(sent).data, status=status.HTTP_202_ACCEPTED)


class ImportDetail(generics.RetrieveAPIView[RatingImport], OwnImports):
    @extend_schema(operation_id="imports_retrieve")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """How far a file is: its study, or the rows that are wrong."""
        return super().get(request, *args, **kwargs)


def _plan(sent: RatingImport, data: dict[str, Any]) -> imports.Plan:
    parts = [part.partition("=") for part in _listed(data.get("map", ""))]
    named = {role.strip(): column.strip() for role, _sign, column in parts}
    groups = _listed(data.get("groups", ""))
    return imports.Plan(
        columns=imports.completed_columns(named, groups, imports.preview(sent).names),
        groups=groups,
        criteria=imports.unquoted_names(data.get("criteria", "")),
        scale=data.get("scale", ""),
        cut=data.get("cut", ""),
        name=data.get("name", ""),
        slug=data.get("study", ""),
        collection=data.get("collection", ""),
        models=_listed(data.get("models", "")),
    )


def _listed(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]
