"""Uploads of files of pairs over the API: sent, checked in the background, then accepted or discarded."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.negotiation import ReadableForm
from evaluation.api.permissions import IsResearcher, SignedIn
from evaluation.api.serializers.pairs import FileToUpload, UploadRowSerializer, UploadSerializer
from evaluation.models import Upload, UploadRow, UploadState, User
from evaluation.services.errors import Refused
from evaluation.services.pairs import uploads


class OwnUploads(generics.GenericAPIView[Upload]):
    permission_classes = [IsResearcher]
    serializer_class = UploadSerializer
    lookup_field = "key"
    queryset = Upload.objects.none()

    def get_queryset(self) -> QuerySet[Upload]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        return uploads.visible_to(self.request.user).order_by("-pk")  # type: ignore[arg-type]


class UploadList(generics.ListAPIView[Upload], OwnUploads):
    parser_classes = [ReadableForm]

    @extend_schema(operation_id="uploads_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The files one has sent, newest first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(operation_id="uploads_create", request=FileToUpload, responses={202: UploadSerializer})
    def post(self, request: SignedIn) -> Response:
        """Send a file of pairs, or of plain sentences with their languages; a worker checks or proposes every row."""
        sent = FileToUpload(data=request.data)
        sent.is_valid(raise_exception=True)
        file, collection = sent.validated_data["file"], sent.validated_data["collection"]
        upload = uploads.receive(collection=collection, owner=request.user, name=file.name, chunks=file.chunks())
        if upload.state == UploadState.MAPPING:
            _choose(upload, request.user, **sent.validated_data)
        return Response(UploadSerializer(upload).data, status=status.HTTP_202_ACCEPTED)


def _choose(upload: Upload, actor: User, *, languages: str = "", columns: str = "", **_others: Any) -> None:
    """Say what plain text holds; nothing stays of a file whose languages or columns are refused."""
    try:
        named = [name.strip() for name in columns.split(",") if name.strip()]
        uploads.choose(upload=upload, actor=actor, languages=_split(languages), columns=named)
    except Refused:
        uploads.discard(upload=upload, actor=actor)
        raise


def _split(languages: str) -> list[str]:
    found = [language.strip() for language in languages.split(",")]
    if len(found) != 2 or not all(found):
        raise Refused(_("Plain sentences need the codes of their two languages, such as en,hi."), field="languages")
    return found


class UploadDetail(generics.RetrieveAPIView[Upload], OwnUploads):
    @extend_schema(operation_id="uploads_retrieve")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """How far a file is."""
        return super().get(request, *args, **kwargs)


class UploadRows(generics.ListAPIView[UploadRow]):
    permission_classes = [IsResearcher]
    serializer_class = UploadRowSerializer
    queryset = UploadRow.objects.none()

    def get_queryset(self) -> QuerySet[UploadRow]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        upload = generics.get_object_or_404(uploads.visible_to(self.request.user), key=self.kwargs["key"])  # type: ignore[arg-type]
        return UploadRow.objects.filter(upload=upload).order_by("line", "pk")

    @extend_schema(operation_id="uploads_rows")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Every row of a checked file: what loading it would do, or what is wrong with it."""
        return super().get(request, *args, **kwargs)


class AcceptUpload(OwnUploads):
    @extend_schema(operation_id="uploads_accept", request=None, responses={202: UploadSerializer})
    def post(self, request: SignedIn, key: str) -> Response:
        """Take the good rows, all of them or none; a worker loads them."""
        upload = uploads.accept(upload=self.get_object(), actor=request.user)
        return Response(UploadSerializer(upload).data, status=status.HTTP_202_ACCEPTED)


class DiscardUpload(OwnUploads):
    @extend_schema(operation_id="uploads_discard", request=None, responses=UploadSerializer)
    def post(self, request: SignedIn, key: str) -> Response:
        """Take nothing of the file."""
        upload = self.get_object()
        uploads.discard(upload=upload, actor=request.user)
        return Response(UploadSerializer(upload).data)
