"""Pairs over the API: listing them, reading one, loading more."""

from __future__ import annotations

import json
from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import generics, serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.permissions import IsResearcher, SignedIn
from evaluation.api.query import QuerySerializer, StrictFilters
from evaluation.api.serializers.pairs import (
    LoadedSerializer,
    PairCheck,
    PairDetailSerializer,
    PairObject,
    PairSerializer,
    PairsToLoad,
)
from evaluation.downloads import streamed
from evaluation.models import Collection, Pair, PairState, Upload, UploadRow
from evaluation.services import generation
from evaluation.services.jobs import Progress
from evaluation.services.pairs import correcting, downloads, replacing, uploads
from evaluation.services.pairs.turns import turn


class PairFilter(StrictFilters):
    collection = django_filters.CharFilter(field_name="collection__name", help_text="The collection's name")
    id = django_filters.CharFilter(field_name="external_id", help_text="The pair's own id")
    search = django_filters.CharFilter(method="containing", help_text="Part of either sentence")
    versions = django_filters.ChoiceFilter(
        method="of_versions", choices=[("all", "all")], help_text="`all` for superseded versions too"
    )
    state = django_filters.ChoiceFilter(choices=PairState.choices, help_text="`proposed` or `checked`")
    ordering = django_filters.ChoiceFilter(
        method="ordered",
        choices=[("-unlinked_share", "-unlinked_share"), ("-trouble", "-trouble")],
        help_text="`-unlinked_share`: pairs that probably miss links first; `-trouble`: those to check first",
    )

    class Meta:
        model = Pair
        fields = ["collection", "id", "search", "versions", "state", "ordering"]

    def containing(self, pairs: QuerySet[Pair], name: str, text: str) -> QuerySet[Pair]:
        return pairs.filter(Q(l1_text__icontains=text) | Q(l2_text__icontains=text))

    def of_versions(self, pairs: QuerySet[Pair], name: str, which: str) -> QuerySet[Pair]:
        return pairs

    def ordered(self, pairs: QuerySet[Pair], name: str, order: str) -> QuerySet[Pair]:
        return pairs.order_by(order, "pk")

    def filter_queryset(self, queryset: QuerySet[Pair]) -> QuerySet[Pair]:
        found: QuerySet[Pair] = super().filter_queryset(queryset)
        return found if self.form.cleaned_data.get("versions") else found.filter(is_current=True)


class PairList(generics.ListAPIView[Pair]):
    permission_classes = [IsResearcher]
    serializer_class = PairSerializer
    filterset_class = PairFilter
    queryset = Pair.objects.select_related("collection", "checked_by").order_by("pk")

    @extend_schema(operation_id="pairs_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Pairs in their newest versions, page by page."""
        return super().get(request, *args, **kwargs)

    @extend_schema(operation_id="pairs_load", request=PairsToLoad, responses={201: LoadedSerializer}, filters=False)
    def post(self, request: SignedIn) -> Response:
        """Load pairs, all or none; loading the same ones again changes nothing. For large files see uploads."""
        sent = PairsToLoad(data=request.data)
        sent.is_valid(raise_exception=True)
        upload = loaded(request, **sent.validated_data)
        return Response({"collection": upload.collection.name, **upload.summary}, status=status.HTTP_201_CREATED)


class PairDetail(generics.RetrieveAPIView[Pair]):
    permission_classes = [IsResearcher]
    serializer_class = PairDetailSerializer
    queryset = Pair.objects.select_related("collection", "checked_by")

    @extend_schema(operation_id="pairs_retrieve")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """One pair, with how many sentences each model generates for it."""
        return super().get(request, *args, **kwargs)

    @extend_schema(operation_id="pairs_delete", responses={204: None})
    def delete(self, request: SignedIn, pk: int) -> Response:
        """Remove a pair with all its versions; refused while a study uses one of them."""
        replacing.delete_pair(pair=super().get_object(), actor=request.user)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def get_object(self) -> Pair:
        pair = super().get_object()
        with turn():
            counts = {name: generation.sentences(pair, name).count for name in generation.paper_models()}
        pair.counts = counts  # type: ignore[attr-defined]
        return pair


class CheckPair(generics.GenericAPIView[Pair]):
    permission_classes = [IsResearcher]
    queryset = Pair.objects.select_related("collection", "collection__owner", "checked_by")

    @extend_schema(operation_id="pairs_check", request=PairCheck, responses={200: PairSerializer})
    def post(self, request: SignedIn, pk: int) -> Response:
        """Accept a proposed pair, with other links or another tree; a pair in a study gets a new version."""
        sent = PairCheck(data=request.data)
        sent.is_valid(raise_exception=True)
        with turn():
            saved = correcting.check_pair(pair=self.get_object(), actor=request.user, **sent.validated_data)
        return Response(PairSerializer(saved).data)


class ReplacePair(generics.GenericAPIView[Pair]):
    permission_classes = [IsResearcher]
    queryset = CheckPair.queryset

    @extend_schema(operation_id="pairs_replace", request=PairObject, responses={200: PairSerializer})
    def post(self, request: SignedIn, pk: int) -> Response:
        """Put another pair in the place of this one, under the same id; a pair in a study gets a new version."""
        sent = PairObject(data=request.data)
        sent.is_valid(raise_exception=True)
        with turn():
            saved = replacing.replace_pair(pair=self.get_object(), content=sent.validated_data, actor=request.user)
        return Response(PairSerializer(saved).data)


class PairFileQuery(QuerySerializer):
    collection = serializers.CharField(max_length=120, help_text="The collection's name")


class PairFileView(generics.GenericAPIView[Pair]):
    permission_classes = [IsResearcher]
    queryset = Pair.objects.none()

    @extend_schema(
        operation_id="pairs_file",
        parameters=[
            OpenApiParameter("form", str, OpenApiParameter.PATH, enum=list(downloads.CONTENT_TYPES)),
            PairFileQuery,
        ],
        responses={
            (200, kind.partition(";")[0]): OpenApiResponse(OpenApiTypes.BINARY, "The file")
            for kind in downloads.CONTENT_TYPES.values()
        },
    )
    def get(self, request: SignedIn, form: str) -> StreamingHttpResponse:
        """All current pairs of a collection in one file that can be loaded again: jsonl, csv, tsv or xlsx."""
        collection = generics.get_object_or_404(Collection, name=PairFileQuery.read(request)["collection"])
        return streamed(downloads.download(collection=collection, form=form, actor=request.user))


class ReopenPair(generics.GenericAPIView[Pair]):
    permission_classes = [IsResearcher]
    queryset = CheckPair.queryset

    @extend_schema(operation_id="pairs_reopen", request=None, responses={200: PairSerializer})
    def post(self, request: SignedIn, pk: int) -> Response:
        """Put a checked pair back among those to check."""
        return Response(PairSerializer(correcting.reopen_pair(pair=self.get_object(), actor=request.user)).data)


def loaded(request: SignedIn, collection: str, pairs: list[dict[str, Any]]) -> Upload:
    """Through the same steps as a file: received, checked, accepted, loaded. Analysing the pairs takes a turn."""
    lines = (json.dumps(pair).encode() + b"\n" for pair in pairs)
    with turn():
        upload = uploads.receive(
            collection=collection, owner=request.user, name="api.jsonl", chunks=lines, at_once=True
        )
        try:
            uploads.check(upload, Progress())
        except generation.OutOfTime:
            uploads.give_up(upload=upload, actor=request.user)
            raise
    if upload.bad_rows:
        problems = found_problems(upload)
        uploads.discard(upload=upload, actor=request.user)
        raise ValidationError(problems)
    return uploads.load(uploads.accept(upload=upload, actor=request.user, at_once=True), Progress())


def found_problems(upload: Upload) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in UploadRow.objects.filter(upload=upload, is_good=False):
        for problem in row.problems:
            words = f"{problem['message']}. {problem['cure']}."
            found.setdefault(f"pairs.{row.line - 1}.{problem['field']}", []).append(words)
    return found
