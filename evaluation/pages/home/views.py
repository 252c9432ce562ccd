"""The first page: for a stranger what CSwitch is, for a judge their studies, for a researcher what they work on."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from evaluation.models import Pair, Participation, PlaceState, Study, StudyState, User
from evaluation.pages.home.trying import trying_context
from evaluation.services import home as services
from evaluation.services.pairs import collections

STUDIES_SHOWN = 10
ANSWERED = [PlaceState.DONE, PlaceState.SURPLUS]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, User):
        return render(request, "home/stranger.html", trying_context({}))
    if request.user.is_researcher:
        return render(request, "home/researcher.html", researcher_context(request.user))
    return render(request, "home/judge.html", {"participations": participations_of(request.user)})


@require_safe
def favicon(_request: HttpRequest) -> HttpResponse:
    """For pages that name no icon of their own: the admin's, and files opened in the browser."""
    return redirect(static("img/icon.svg"))


def participations_of(person: User) -> QuerySet[Participation]:
    """The studies somebody was invited to or joined, the ones to go on with first."""
    places = Count("places", filter=~Q(places__state=PlaceState.RELEASED))
    return (
        person.participations.exclude(study__state=StudyState.DRAFT)
        .select_related("study")
        .annotate(answered_count=Count("places", filter=Q(places__state__in=ANSWERED)), place_count=places)
        .order_by("finished_at", "-invited_at", "-pk")
    )


def researcher_context(researcher: User) -> dict[str, Any]:
    studies = Study.objects.visible_to(researcher).select_related("owner")
    return {
        "studies": studies.annotate(judge_count=Count("participations"))[:STUDIES_SHOWN],
        "study_count": studies.count(),
        "pair_count": Pair.objects.current().count(),
        "collection_count": collections.listed().count(),
        "waiting": services.waiting_for(researcher),
        "participations": participations_of(researcher),
    }
