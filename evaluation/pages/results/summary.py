"""The page that results open on: the study summed up. Of a large study the findings come after the rest."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.results.results_request import ResultsRequest
from evaluation.services import reporting
from evaluation.services.results import study_summary

# What the findings of choices are called in an address, beside the keys of criteria.
CHOICES = "choices-between-two"


@researcher_required
@require_safe
def summary(request: SignedInRequest, slug: str) -> HttpResponse:
    results = ResultsRequest.of(request, slug)
    found = study_summary.overview(results.study, results.selection)
    is_whole = not found.is_large or "whole" in request.GET
    parts = [] if found.is_empty else [_part(results, key, name, is_whole=is_whole) for key, name in _keys(results)]
    deviations = reporting.deviations(results.study)
    context = results.context("results", overview=found, findings=parts, is_whole=is_whole, deviations=deviations)
    return render(request, "results/summary.html", context)


def _keys(results: ResultsRequest) -> list[tuple[str, str]]:
    """What there are findings of: each scale, then the choices."""
    choice = [one for one in results.study.criteria.of_couples() if one.is_choice]
    return [*((one.key, str(one)) for one in results.criteria), *((CHOICES, str(one)) for one in choice)]


def _part(results: ResultsRequest, key: str, name: str, *, is_whole: bool) -> dict[str, Any]:
    return {"key": key, "name": name} | (_found(results, key) if is_whole else {})


def _found(results: ResultsRequest, key: str) -> dict[str, Any]:
    study, selection = results.study, results.selection
    if key == CHOICES:
        return {"choices": study_summary.choice_findings(study, selection)}
    criterion = next(one for one in results.criteria if one.key == key)
    return {"criterion": study_summary.criterion_findings(study, selection, criterion)}


@researcher_required
@require_safe
def findings(request: SignedInRequest, slug: str, key: str) -> HttpResponse:
    """The findings of one criterion, for a page that is there already."""
    results = ResultsRequest.of(request, slug)
    name = dict(_keys(results)).get(key)
    if name is None:
        raise Http404
    part = _part(results, key, name, is_whole=True)
    return render(request, "results/summary/part.html", {"study": results.study, "part": part, "with_links": True})
