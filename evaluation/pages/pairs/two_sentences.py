"""The page that makes a pair of two plain sentences: a tree and links are proposed, a person corrects them."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from evaluation.models import Pair
from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.pairs.forms import TwoSentencesForm, add_refusal
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.pairs import collections, storing, suggestions
from evaluation.services.pairs.languages import offered_languages


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_required
def pair_help(request: SignedInRequest) -> HttpResponse:
    form = TwoSentencesForm(request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        try:
            if "suggest" in request.POST:
                form, context["notes"] = _filled_in(form)
            context |= _drawings(form)
            saved = _saved(request, form) if "save" in request.POST else None
            if saved:
                return redirect("pair-page", number=saved.pk)
        except Refused as refusal:
            add_refusal(refusal, form)
    context |= {"form": form, "languages": offered_languages()}
    return render(request, "pairs/two_sentences.html", context)


def _filled_in(form: TwoSentencesForm) -> tuple[TwoSentencesForm, list[str]]:
    """The form again, with the proposal in it."""
    data = form.cleaned_data
    sentences = {name: data[name].strip() for name in ("l1_lang", "l1_text", "l2_lang", "l2_text")}
    proposal = suggestions.suggest(**sentences)
    sides = ("l1_lang", "l1_text", "l2_lang", "l2_text", "l1_tree", "alignment")
    filled = TwoSentencesForm(data | {name: getattr(proposal, name) for name in sides})
    filled.full_clean()
    return filled, proposal.notes


def _drawings(form: TwoSentencesForm) -> dict[str, str]:
    pair = generation.pair_from_json(form.pair_json())
    return {"alignment_drawing": generation.alignment_drawing(pair), "parse_drawing": generation.parse_drawing(pair)}


def _saved(request: SignedInRequest, form: TwoSentencesForm) -> Pair | None:
    """The pair; nothing if the form does not say where to put it, which is then said at both fields."""
    for name, words in (("pair_id", _("Give the pair an id.")), ("collection", _("Give the collection a name."))):
        if not form.cleaned_data[name]:
            form.add_error(name, words)
    if form.errors:
        return None
    with transaction.atomic():
        collection, _made = collections.collection_named(name=form.cleaned_data["collection"], owner=request.user)
        return storing.add_pair(collection=collection, pair_json=form.pair_json(), actor=request.user)
