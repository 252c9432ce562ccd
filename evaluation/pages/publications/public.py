"""The page for readers: a published study without an account, from its snapshot, so that reading it costs little."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from evaluation.middleware.client_address import client_address
from evaluation.middleware.language import untranslated
from evaluation.models import Publication, StudyState
from evaluation.services import publications
from evaluation.services.publications.package import NARROW_MARK, ZIP
from evaluation.services.results.constraints.as_json import with_figures
from evaluation.services.support import throttle

SECONDS_KEPT = 300
# From one address: pages with their pictures, and zips.
READS_PER_HOUR, ZIPS_PER_HOUR = 1_200, 60
View = Callable[..., HttpResponseBase]


def for_readers(view: View) -> View:
    """Find the publication: gone if it was taken back, too many if one address asks too often; the rest may be kept."""

    @require_safe
    @wraps(view)
    def guarded(request: HttpRequest, address: str, **more: Any) -> HttpResponseBase:
        found = get_object_or_404(Publication.objects.select_related("study"), address=address)
        scope, limit = (
            ("published zip", ZIPS_PER_HOUR) if view.__name__ == "published_zip" else ("published", READS_PER_HOUR)
        )
        if not throttle.hit(scope, client_address(request), limit=limit, seconds=3600):
            return _notice(request, "too_many", 429)
        if found.taken_back_at is not None:
            return _notice(request, "taken_back", 410)
        # Judges of a study that was opened again must not read there what they are to judge without knowing.
        if found.study.state != StudyState.CLOSED or not found.snapshot or publications.is_outdated(found):
            return _notice(request, "being_made", 503)
        response = view(request, found, **more)
        patch_cache_control(response, public=True, max_age=SECONDS_KEPT)
        patch_vary_headers(response, ["Cookie"])
        if not found.is_indexed:
            response["X-Robots-Tag"] = "noindex"
        return response

    # In English, whatever the reader's browser asks for: it is kept for everybody.
    return untranslated(guarded)  # type: ignore[arg-type]


def _notice(request: HttpRequest, name: str, status: int) -> HttpResponse:
    response = render(request, "publications/notice.html", {"why": name}, status=status)
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "no-store"
    if status in (429, 503):
        response["Retry-After"] = "3600" if status == 429 else "60"
    return response


@for_readers
def published(request: HttpRequest, found: Publication) -> HttpResponse:
    citation = publications.citation_of(found)
    context = {
        "found": found,
        "shown": found.snapshot,
        "overview": found.snapshot["overview"],
        "findings": with_figures(found.snapshot["findings"]),
        "citation": publications.in_words(citation),
        "bibtex": publications.bibtex(citation),
        "pictures": _pictures(found),
        "smallest": publications.SMALLEST_GROUP,
    }
    return render(request, "publications/published.html", context)


def _pictures(found: Publication) -> list[tuple[dict[str, Any], list[str]]]:
    """Each criterion with the names of its pictures."""
    by_key: dict[str, list[str]] = {}
    for key, name in found.snapshot.get("pictures", ()):
        by_key.setdefault(key, []).append(name)
    return [(criterion, by_key.get(criterion["key"], [])) for criterion in found.snapshot["criteria"]]


@for_readers
def published_zip(_request: HttpRequest, found: Publication) -> HttpResponseBase:
    return FileResponse(_opened(found, ZIP), as_attachment=True, filename=f"{found.address}.zip")


@for_readers
def published_citation(_request: HttpRequest, found: Publication) -> HttpResponse:
    response = HttpResponse(publications.bibtex(publications.citation_of(found)), content_type="application/x-bibtex")
    response["Content-Disposition"] = f'attachment; filename="{found.address}.bib"'
    return response


@for_readers
def published_picture(_request: HttpRequest, found: Publication, criterion: str, name: str) -> HttpResponseBase:
    known = {tuple(picture) for picture in found.snapshot.get("pictures", ())}
    if (criterion, name.removesuffix(NARROW_MARK)) not in known:
        raise Http404
    return FileResponse(_opened(found, f"{criterion}.{name}.svg"), content_type="image/svg+xml")


def _opened(found: Publication, name: str) -> Any:
    try:
        return publications.file_path(found, name).open("rb")
    except FileNotFoundError as error:
        raise Http404 from error
