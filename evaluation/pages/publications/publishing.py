"""Where the owner of a closed study publishes it for readers, and takes it back."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from evaluation.models import Publication, Study, StudyState
from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.pages.messages import run_and_report
from evaluation.pages.pairs.forms import add_refusal
from evaluation.pages.reporting.forms import PublicationForm
from evaluation.services import publications
from evaluation.services.errors import Refused
from evaluation.services.studies.sharing import owns


@require_safe
@researcher_required
def publication(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    found = publications.publication_of(study)
    return _page(request, study, PublicationForm(initial=_initial(study, found)))


def _page(request: SignedInRequest, study: Study, form: PublicationForm, status: int = 200) -> HttpResponse:
    found = publications.publication_of(study)
    context = {
        "study": study,
        "tab": "report",
        "form": form,
        "found": found,
        "address": settings.SITE_URL + reverse("published", args=[found.address]) if found else "",
        "is_outdated": bool(found and found.snapshot and publications.is_outdated(found)),
        "is_closed": study.state == StudyState.CLOSED,
        "owns": owns(request.user, study),
        "smallest": publications.SMALLEST_GROUP,
    }
    return render(request, "publications/publishing.html", context, status=status)


def _initial(study: Study, found: Publication | None) -> dict[str, Any]:
    if found:
        return {name: getattr(found, name) for name in PublicationForm.base_fields}
    return {"title": study.name, "authors": study.owner.name, "year": timezone.now().year}


@require_POST
@researcher_required
def publish(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    form = PublicationForm(request.POST)
    if form.is_valid():
        try:
            job = publications.publish(study=study, actor=request.user, details=form.details())
        except Refused as refusal:
            add_refusal(refusal, form)
        else:
            return redirect("job-page", key=job.key)
    return _page(request, study, form)


@require_POST
@researcher_required
def take_back(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    said = _("The page is taken back: no reader sees it any more.")
    run_and_report(request, publications.take_back, success=said, study=study, actor=request.user)
    return redirect("publication", slug=slug)
