"""The page that says how far judges agree."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.results.results_request import ResultsRequest
from evaluation.services.results.agreement import Agreement
from evaluation.services.results.agreement import agreement as compute_agreement
from evaluation.services.results.few_judges import about_agreement

MOST_JUDGES_IN_A_SQUARE = 15


@researcher_required
@require_safe
def agreement(request: SignedInRequest, slug: str) -> HttpResponse:
    results = ResultsRequest.of(request, slug)
    found = compute_agreement(results.study, results.selection, results.criterion)
    context = results.context(
        "results-agreement",
        criterion=results.criterion,
        agreement=found,
        caution=about_agreement(len(found.judges), found.alpha, found.icc.single),
        square=kappa_square(found),
    )
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
