"""Taking a study's data away: one table at a time, or everything in a zip."""

from __future__ import annotations

from django.http import FileResponse, Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from evaluation.downloads import streamed, zip_response
from evaluation.models import Job, JobState, Study
from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.services import exports, jobs
from evaluation.services.errors import Refused
from evaluation.services.results.selection import Selection

ZIPS_SHOWN = 10


@researcher_required
@require_GET
def export_page(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    context = {
        "study": study,
        "tab": "exports",
        "tables": [(table, exports.formats_of(table.name)) for table in exports.TABLES.values()],
        "selection": Selection.of(study).describe(),
        "zips": zips_of(request, study),
    }
    return render(request, "exports/exports.html", context)


def zips_of(request: SignedInRequest, study: Study) -> list[Job]:
    mine = jobs.visible_to(request.user).filter(kind="exports.zip", arguments__study=study.pk)
    recent = mine.exclude(state=JobState.CANCELLED).order_by("-pk")[:ZIPS_SHOWN]
    return [job for job in recent if not job.is_over or exports.zip_path(job.key).is_file()]


@researcher_required
@require_GET
def export_table(request: SignedInRequest, slug: str, table: str, form: str) -> StreamingHttpResponse:
    study = study_or_404(request, slug)
    try:
        export = exports.export_table(
            study=study,
            table=table,
            form=form,
            actor=request.user,
            bom="bom" in request.GET,
            identities="identities" in request.GET,
        )
    except Refused as refusal:
        raise Http404(refusal.message) from refusal
    return streamed(export)


@researcher_required
@require_POST
def export_zip_start(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    job = exports.start_zip(study=study, actor=request.user, identities="identities" in request.POST)
    return redirect("job-page", job.key)


@researcher_required
@require_GET
def export_zip(request: SignedInRequest, slug: str, key: str) -> FileResponse:
    study = study_or_404(request, slug)
    path = exports.finished_zip(study=study, key=key, user=request.user)
    if path is None:
        raise Http404
    return zip_response(study, path)
