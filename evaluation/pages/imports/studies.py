"""The page on which a whole study is brought back out of its zip."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from evaluation.models import Job
from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.imports.forms import StudyZipForm
from evaluation.pages.receiving import received
from evaluation.services import imports, jobs
from evaluation.services.imports.studies.bringing_in import KIND


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_required
def study_from_zip(request: SignedInRequest) -> HttpResponse:
    """The form, with what was brought back before; a job checks and stores the zip, and its page says what came."""
    form = StudyZipForm()
    if request.method == "POST":
        form = StudyZipForm(request.POST, request.FILES)
        job = received(request, form, lambda: _receive(request, form))
        if job:
            return redirect("job-page", key=job.key)
    earlier = jobs.visible_to(request.user).filter(owner=request.user, kind=KIND)[:10]
    return render(request, "imports/study.html", {"form": form, "earlier": earlier})


def _receive(request: SignedInRequest, form: StudyZipForm) -> Job:
    file, slug = form.cleaned_data["file"], form.cleaned_data["slug"]
    return imports.receive_study(owner=request.user, name=file.name, chunks=file.chunks(), slug=slug)
