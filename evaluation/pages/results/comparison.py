"""The page that compares the models, and the work that it starts in the background.

With very many ratings the page is there at once and asks for the comparison.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from evaluation.models import Criterion
from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.pages.results.results_request import ResultsRequest
from evaluation.services.results import mixed_model, set_sizes
from evaluation.services.results.comparison import TwoModels
from evaluation.services.results.comparison import comparison as compute_comparison
from evaluation.services.results.few_judges import about_intervals, about_mixed_model
from evaluation.services.results.study_summary import is_large
from evaluation.services.results.study_summary.findings import planned_pairs
from evaluation.statistics.two_models import UNKNOWN

# With more ratings comparing takes longer than a page should.
MOST_AT_ONCE = 200_000


@researcher_required
@require_safe
def comparison(request: SignedInRequest, slug: str) -> HttpResponse:
    results = ResultsRequest.of(request, slug)
    if "whole" not in request.GET and is_large(results.study, MOST_AT_ONCE):
        whole = "&".join(part for part in (results.query_without("page"), "whole") if part)
        waiting = results.context("results-comparison", criterion=results.criterion, address=f"?{whole}")
        return render(request, "results/comparison_waiting.html", waiting)
    found = compute_comparison(results.study, results.selection, results.criterion)
    planned = planned_pairs(results.study, found.pairs)
    others = [two for two in found.pairs if two not in planned]
    mixed = mixed_model.latest(results.study, results.criterion)
    context = results.context(
        "results-comparison",
        criterion=results.criterion,
        comparison=found,
        estimated=any(model.mean.is_defined for model in found.models),
        planned=planned,
        others=[two for two in others if two.difference.verdict != UNKNOWN],
        unknown=by_reason(others),
        mixed=mixed,
        caution=about_intervals(found.judges),
        mixed_caution=about_mixed_model(mixed),
    )
    return render(request, "results/comparison.html", context)


def by_reason(pairs: Sequence[TwoModels]) -> list[tuple[str, list[TwoModels]]]:
    """The pairs of models of which nothing can be said, by the reason."""
    found: dict[str, list[TwoModels]] = {}
    for two in pairs:
        if two.difference.verdict == UNKNOWN:
            found.setdefault(two.difference.p.reason, []).append(two)
    return list(found.items())


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
