"""One judge's answers, in the order given, each of which can be left out by hand."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from evaluation.models import Participation, Place
from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.results.results_request import ResultsRequest
from evaluation.services.results.exclusions import Exclusions

ANSWERS_PER_PAGE = 50


@researcher_required
@require_safe
def judge(request: SignedInRequest, slug: str, pseudonym: str) -> HttpResponse:
    results = ResultsRequest.of(request, slug)
    participation = get_object_or_404(Participation, study=results.study, pseudonym=pseudonym)
    answered = Place.objects.filter(participation=participation, answered_at__isnull=False)
    places = answered.select_related("item__pair").prefetch_related("ratings").order_by("order")
    page = Paginator(places, ANSWERS_PER_PAGE).get_page(request.GET.get("page"))
    exclusions = Exclusions(results.study, results.selection)
    context = results.context(
        "results-judges",
        judge=participation,
        page=page,
        rows=[(place, _values(place), _reason(exclusions, place)) for place in page],
        reason_left_out=exclusions.judges.get(participation.pk, ""),
    )
    return render(request, "results/judge.html", context)


def _values(place: Place) -> dict[int, int]:
    return {rating.criterion_id: rating.value for rating in place.ratings.all()}


def _reason(exclusions: Exclusions, place: Place) -> str:
    """Why this answer does not count, the judge apart."""
    return exclusions.items.get(place.item_id, "") or exclusions.answer_reason(place)
