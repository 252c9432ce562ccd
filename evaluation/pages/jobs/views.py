"""Jobs: a list, a page with a progress bar, a button to cancel."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from evaluation.models import Job
from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.messages import run_and_report
from evaluation.services import jobs

JOBS_PER_PAGE = 25


def job_or_404(request: SignedInRequest, key: str) -> Job:
    return get_object_or_404(jobs.visible_to(request.user).select_related("owner"), key=key)


@require_safe
@researcher_required
def job_list(request: SignedInRequest) -> HttpResponse:
    listed = jobs.visible_to(request.user).select_related("owner").defer("arguments", "result")
    page = Paginator(listed, JOBS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "jobs/list.html", {"page": page})


@require_safe
@login_required
def job_page(request: SignedInRequest, key: str) -> HttpResponse:
    return render(request, "jobs/job.html", {"job": job_or_404(request, key)})


@require_safe
@login_required
def job_progress(request: SignedInRequest, key: str) -> HttpResponse:
    """The part of the page that changes. A job that is over reloads the page around it, which shows the result."""
    job = job_or_404(request, key)
    response = render(request, "jobs/progress.html", {"job": job})
    if job.is_over:
        response["HX-Refresh"] = "true"
    return response


@require_POST
@login_required
def job_cancel(request: SignedInRequest, key: str) -> HttpResponse:
    job = job_or_404(request, key)
    run_and_report(request, jobs.cancel, success=_("The job is being stopped."), job=job, actor=request.user)
    return redirect("job-page", key=job.key)
