"""Plan a study: a form, the job behind it, and what follows from the design."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.planning.forms import SPREADS, PlanForm, initial_of
from evaluation.pictures import NARROW, WIDE, power_picture
from evaluation.services import planning
from evaluation.services.errors import Refused
from evaluation.statistics.planning.design import PlannedStudy
from evaluation.statistics.planning.plans import PlanRequest


@researcher_required
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: SignedInRequest) -> HttpResponse:
    form = PlanForm(
        request.POST if request.method == "POST" else None,
        user=request.user,
        initial=initial_of(PlanRequest(PlannedStudy())),
    )
    if form.is_valid():
        try:
            job = planning.start(request=form.request(), pilot=form.cleaned_data["pilot"], actor=request.user)
        except Refused as refused:
            form.show(refused.field, refused.message)
        else:
            return redirect("job-page", job.key)
    context = {"form": form, "recent": planning.recent_plans(request.user)}
    return render(request, "planning/plan.html", context, status=422 if form.errors else 200)


@researcher_required
@require_safe
def result(request: SignedInRequest, key: str) -> HttpResponse:
    found = planning.plan_or_none(request.user, key)
    if found is None:
        raise Http404
    asked = PlanRequest.read(found["design"])
    context = {
        "form": PlanForm(user=request.user, initial=initial_of(asked)),
        "recent": planning.recent_plans(request.user),
        "found": found,
        "curves": [
            curve
            | {
                "drawings": [drawing(curve, width) for width in (WIDE, NARROW)],
                "rows": list(zip(curve["sizes"], curve["power"], curve["error"], mostly_own(curve), strict=True)),
                "for_some": any(mostly_own(curve)),
            }
            for curve in found["curves"]
        ],
        "spreads": [(label, found["spreads"][name]) for name, label in SPREADS.items()],
    }
    return render(request, "planning/plan.html", context)


def drawing(curve: Mapping[str, Any], width: int) -> SafeString:
    title = _("Power over %s") % curve["over"]
    drawn = power_picture(
        curve["sizes"],
        curve["power"],
        curve["error"],
        over=curve["over"],
        width=width,
        title=title,
        these_judges=mostly_own(curve),
    )
    return mark_safe(drawn)  # noqa: S308  (our own drawing)


def mostly_own(curve: Mapping[str, Any]) -> list[bool]:
    """Which sizes would mostly give an answer for the study's own judges only."""
    return [share > 0.5 for share in curve["these_judges"]]
