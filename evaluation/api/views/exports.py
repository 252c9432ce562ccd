"""Exports: the page's files, byte for byte."""

from __future__ import annotations

from typing import Any

from django.http import FileResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from evaluation.api.permissions import SignedIn
from evaluation.api.query import QueryBoolean, QuerySerializer
from evaluation.api.serializers.studies import JobSerializer
from evaluation.api.views.studies import OfOneStudy
from evaluation.downloads import streamed, zip_response
from evaluation.services import exports
from evaluation.services.exports.exporting import CONTENT_TYPES


class ExportedTable(serializers.Serializer[Any]):
    table = serializers.CharField()
    title = serializers.CharField()
    files = serializers.DictField(child=serializers.CharField(), help_text="The address of each format")


class ExportQuery(QuerySerializer):
    bom = QueryBoolean(default=False, help_text="Begin a CSV with a byte-order mark")
    identities = QueryBoolean(default=False, help_text="With the judges' names, addresses and ids")


class ExportList(OfOneStudy):
    pagination_class = None

    @extend_schema(operation_id="exports_list", responses=ExportedTable(many=True))
    def get(self, request: SignedIn, slug: str) -> Response:
        """The tables of a study and where each format of them is."""
        self.study()
        return Response([self.described(request, slug, name, table) for name, table in exports.TABLES.items()])

    def described(self, request: Request, slug: str, name: str, table: Any) -> dict[str, Any]:
        files = {
            form: reverse("api-export", args=[slug, name, form], request=request) for form in exports.formats_of(name)
        }
        return {"table": name, "title": table.title, "files": files}

    @extend_schema(
        operation_id="exports_zip",
        parameters=[OpenApiParameter("identities", bool, description="With the judges' names, addresses and ids")],
        request=None,
        responses={202: JobSerializer},
    )
    def post(self, request: SignedIn, slug: str) -> Response:
        """Have everything packed into a zip in the background; the job says where it is."""
        identities = ExportQuery.read(request)["identities"]
        job = exports.start_zip(study=self.study(), actor=request.user, identities=identities)
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)


class ExportFile(OfOneStudy):
    @extend_schema(
        operation_id="exports_table",
        parameters=[
            OpenApiParameter("table", str, OpenApiParameter.PATH, enum=list(exports.TABLES)),
            OpenApiParameter("form", str, OpenApiParameter.PATH, enum=list(exports.FORMATS)),
            ExportQuery,
        ],
        responses={
            (200, kind.partition(";")[0]): OpenApiResponse(OpenApiTypes.BINARY, "The file")
            for kind in CONTENT_TYPES.values()
        },
    )
    def get(self, request: SignedIn, slug: str, table: str, form: str) -> StreamingHttpResponse:
        """One table in one format, streamed."""
        study, query = self.study(), ExportQuery.read(request)
        return streamed(exports.export_table(study=study, table=table, form=form, actor=request.user, **query))


class ExportZip(OfOneStudy):
    @extend_schema(
        operation_id="exports_zip_file",
        responses={(200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY, "The zip")},
    )
    def get(self, request: SignedIn, slug: str, key: str) -> FileResponse:
        """The zip that a job has made."""
        study = self.study()
        path = exports.finished_zip(study=study, key=key, user=request.user)
        if path is None:
            raise NotFound
        return zip_response(study, path)
