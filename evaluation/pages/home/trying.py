"""Trying a pair of the paper: its mixed sentences by a model, and what every model says of a sentence one makes.

Anybody may, so it is bounded: by address, in time and in length. What is typed is answered and not kept; the site's log
has no queries. Without scripts each click is a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from evaluation.middleware.client_address import client_address
from evaluation.middleware.language import untranslated
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.pairs import trying
from evaluation.services.pairs.turns import Busy
from evaluation.services.support import throttle

TRIES_PER_MINUTE = 60


@require_safe
@untranslated
def try_page(request: HttpRequest) -> HttpResponse:
    """A page of its own, or the part of it that a click has changed."""
    if throttle.hit("try", client_address(request), limit=TRIES_PER_MINUTE, seconds=60):
        context = trying_context(request.GET)
        refusal = context.get("refusal")
        return answer(request, context, 503, refusal.wait) if isinstance(refusal, Busy) else answer(request, context)
    words = _("That was a lot of tries for one minute. Please wait a little.")
    context = trying_context(request.GET, explain=False) | {"refusal": words}
    return answer(request, context, 429, throttle.seconds_left(60))


def answer(request: HttpRequest, context: dict[str, Any], status: int = 200, wait: int = 0) -> HttpResponse:
    if getattr(request, "htmx", False):
        # Whatever the status, htmx puts the words in only if all is well.
        return render(request, "home/try_panel.html", context)
    response = render(request, "home/try.html", context, status=status)
    if wait:
        response["Retry-After"] = str(wait)
    return response


def trying_context(asked: Mapping[str, str], *, explain: bool = True) -> dict[str, Any]:
    """What the panel shows for the pair, model and text that were asked for; at first the paper's own example."""
    row = trying.pair_named(asked.get("pair", ""))
    model = trying.model_named(asked.get("model", ""))
    text = typed_text(asked, row.external_id)
    words = [(row.l1_lang, row.l1_text.split()), (row.l2_lang, row.l2_text.split())]
    context: dict[str, Any] = {"pair": row, "pairs": trying.pairs(), "model": model, "text": text, "words": words}
    context |= {"models": generation.built_in_models(), "longest": trying.LONGEST_TEXT}
    try:
        context["sample"] = trying.sample(row.external_id, model)
        context["explained"] = trying.explained(row, text) if explain else None
    except Refused as refusal:
        context["refusal"] = refusal
    return context


def typed_text(asked: Mapping[str, str], pair_id: str) -> str:
    """The sentence so far, and the word that was just pressed behind it; another pair begins anew."""
    if "clear" in asked:
        return ""
    is_same_pair = asked.get("pair_before", pair_id) == pair_id
    first = trying.EXAMPLE if pair_id == trying.pairs()[0].external_id and "pair" not in asked else ""
    typed = asked.get("text", first) if is_same_pair else ""
    return " ".join([*typed.split(), *asked.get("add", "").split()])
