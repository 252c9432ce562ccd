"""The pages of agreement and comparison, and the work they start in the background."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from evaluation.models import Criterion
from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.pages.results.results_request import ResultsRequest
from evaluation.services.results import mixed_model, set_sizes
from evaluation.services.results.agreement import Agreement
from evaluation.services.results.agreement import agreement as compute_agreement
from evaluation.services.results.comparison import comparison as compute_comparison

MOST_JUDGES_IN_A_SQUARE = 15


@researcher_required
@require_safe
def agreement(request: SignedInRequest, slug: str) -> HttpResponse:
    frame = ResultsRequest.of(request, slug)
    found = compute_agreement(frame.study, frame.selection, frame.criterion)
    context = frame.context("results-agreement", criterion=frame.criterion, agreement=found, square=kappa_square(found))
    return render(request, "results/agreement.html", context)


def kappa_square(found: Agreement) -> list[tuple[str, list[Any]]]:
    """Judges by judges with their kappas below the diagonal; nothing when there are too many to read."""
    if not 2 <= len(found.judges) <= MOST_JUDGES_IN_A_SQUARE:
        return []
    columns = range(len(found.judges) - 1)
    return [
        (judge.pseudonym, [found.pairwise.kappa(row, column) if column < row else None for column in columns])
        for row, judge in enumerate(found.judges)
    ]


@researcher_required
@require_safe
def comparison(request: SignedInRequest, slug: str) -> HttpResponse:
    frame = ResultsRequest.of(request, slug)
    context = frame.context(
        "results-comparison",
        criterion=frame.criterion,
        threshold=frame.threshold,
        comparison=compute_comparison(frame.study, frame.selection, frame.criterion, frame.threshold),
        mixed=mixed_model.latest(frame.study, frame.criterion),
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
