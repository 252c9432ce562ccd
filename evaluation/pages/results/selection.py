"""Changing what counts: the rules, and single judges, sentences and answers by hand."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from evaluation.models import Item, Participation, Place, Study
from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.services.errors import Refused
from evaluation.services.results.selection import Excludable, Selection, exclude, include, save_selection

FLAGS = ("practice", "attention", "repeats", "surplus", "by_hand")
NUMBERS = ("max_failed_percent", "too_fast_ms")


@researcher_required
@require_POST
def save(request: SignedInRequest, slug: str) -> HttpResponse:
    """Store the rules; every number of the study follows from here on."""
    study = study_or_404(request, slug)
    rules: dict[str, Any] = {name: name in request.POST for name in FLAGS}
    rules |= {name: request.POST.get(name, "").strip() for name in NUMBERS}
    try:
        save_selection(study=study, selection=Selection.from_json(rules), actor=request.user)
        messages.success(request, _("Every number now follows this choice."))
    except Refused as refusal:
        messages.error(request, f"{LABELS.get(refusal.field or '', '')}: {refusal.message}")
    return back(request, slug)


LABELS = {
    "max_failed_percent": gettext_lazy("Failed attention checks"),
    "too_fast_ms": gettext_lazy("Too fast"),
}


@researcher_required
@require_POST
def change(request: SignedInRequest, slug: str, kind: str, number: int) -> HttpResponse:
    """Leave one judge, sentence or answer out with a reason, or take it back in."""
    study = study_or_404(request, slug)
    what = found(study, kind, number)
    try:
        if request.POST.get("change") == "include":
            include(what=what, actor=request.user)
            messages.success(request, _("It counts again."))
        else:
            exclude(what=what, reason=request.POST.get("reason", ""), actor=request.user)
            messages.success(request, _("It no longer counts."))
    except Refused as refusal:
        messages.error(request, refusal.message)
    return back(request, slug)


def found(study: Study, kind: str, number: int) -> Excludable:
    if kind == "judge":
        return get_object_or_404(Participation, study=study, pk=number)
    if kind == "sentence":
        return get_object_or_404(Item, study=study, pk=number)
    if kind == "answer":
        return get_object_or_404(Place, participation__study=study, pk=number)
    raise Http404


def back(request: SignedInRequest, slug: str) -> HttpResponse:
    """To the page of results the form was on."""
    address = request.POST.get("next", "")
    home = reverse("results", args=[slug])
    is_ours = url_has_allowed_host_and_scheme(address, allowed_hosts=None) and address.startswith(home)
    return redirect(address if is_ours else home)
