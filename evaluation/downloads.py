"""Files as HTTP responses, as pages and the API send them."""

from __future__ import annotations

from pathlib import Path

from django.http import FileResponse, StreamingHttpResponse

from evaluation.models import Study
from evaluation.services.exports import Export
from evaluation.services.pairs.downloads import PairFile


def streamed(export: Export | PairFile) -> StreamingHttpResponse:
    """Sent as it is made, so that the first rows arrive at once however many there are."""
    response = StreamingHttpResponse(export.chunks, content_type=export.content_type)
    response["Content-Disposition"] = f'attachment; filename="{export.name}"'
    response["Cache-Control"] = "private, no-store"
    return response


def zip_response(study: Study, path: Path) -> FileResponse:
    response = FileResponse(path.open("rb"), as_attachment=True, filename=f"{study.slug}.zip")
    response["Cache-Control"] = "private, no-store"
    return response
