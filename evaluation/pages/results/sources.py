"""The page that sets sentences from elsewhere beside the theories, and starts reading them."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.pages.results.results_request import ResultsRequest
from evaluation.services import audit
from evaluation.services.results import source_readings
from evaluation.services.results.sources import source_rows

READINGS_SHOWN = 100


@researcher_required
@require_safe
def sources(request: SignedInRequest, slug: str) -> HttpResponse:
    results = ResultsRequest.of(request, slug)
    study = results.study
    rows = source_rows(study, results.selection)
    shown = [
        (row, [(model, row.share(model), row.first_rules(model)) for model in study.models_chosen]) for row in rows
    ]
    read = source_readings.from_elsewhere(study).filter(measures__has_key="reading").order_by("number")
    context = results.context(
        "results-sources",
        rows=shown,
        models=study.models_chosen,
        waiting=any(row.waiting for row in rows),
        unread=source_readings.unread(study),
        unexplained=source_readings.unexplained(study),
        readings=[(item, item.measures["reading"]) for item in read[:READINGS_SHOWN]],
    )
    return render(request, "results/sources.html", context)


@researcher_required
@require_POST
def start_reading(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    job = source_readings.start_reading(study=study, actor=request.user)
    audit.record(request.user, "results.read_sources", study, slug=study.slug)
    return redirect("job-page", job.key)
