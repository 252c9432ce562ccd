"""The page that compares the models, and the work that it starts in the background."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from evaluation.models import Criterion
from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.pages.results.results_request import ResultsRequest
from evaluation.services.results import mixed_model, set_sizes
from evaluation.services.results.comparison import comparison as compute_comparison
from evaluation.services.results.methods_text import methods_of


@researcher_required
@require_safe
def comparison(request: SignedInRequest, slug: str) -> HttpResponse:
    results = ResultsRequest.of(request, slug)
    context = results.context(
        "results-comparison",
        criterion=results.criterion,
        comparison=compute_comparison(results.study, results.selection, results.criterion),
        mixed=mixed_model.latest(results.study, results.criterion),
        methods=methods_of(results.study, results.criteria, results.selection),
    )
    return render(request, "results/comparison.html", context)


@researcher_required
@require_POST
def start_mixed_model(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    criterion = get_object_or_404(Criterion, study=study, key=request.POST.get("criterion", ""))
    job = mixed_model.start(study=study, criterion=criterion, actor=request.user)
    return redirect("job-page", job.key)


@researcher_required
@require_POST
def start_counting(request: SignedInRequest, slug: str) -> HttpResponse:
    job = set_sizes.start_counting(study=study_or_404(request, slug), actor=request.user)
    return redirect("job-page", job.key)
