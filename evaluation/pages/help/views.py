"""The documents, searched and read on the site, in English, by anybody: they say nothing about a study."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from evaluation.middleware.language import untranslated
from evaluation.services import help as help_room
from evaluation.services.help.search import LONGEST_QUERY

SECONDS_KEPT = 60 * 60


@require_safe
@untranslated
def index(request: HttpRequest) -> HttpResponse:
    """The list of documents, or where the words that were asked for stand."""
    wanted = " ".join(request.GET.get("q", "").split())[:LONGEST_QUERY]
    context = {"documents": help_room.documents(), "wanted": wanted, "longest": LONGEST_QUERY}
    if wanted:
        context["hits"] = help_room.search(wanted)
        context["term"] = next(
            (term for term in help_room.terms() if wanted.casefold() in map(str.casefold, term.names)), None
        )
    return render(request, "help/index.html", context)


@require_safe
@untranslated
def document(request: HttpRequest, name: str) -> HttpResponse:
    found = help_room.document(name)
    if found is None:
        raise Http404
    context = {"document": found, "documents": help_room.documents(), "longest": LONGEST_QUERY}
    return render(request, "help/document.html", context)


@require_safe
def terms(_request: HttpRequest) -> HttpResponse:
    """The glossary for the script that explains words where they are first used."""
    found = [{"names": term.names, "text": term.text, "address": term.address} for term in help_room.terms()]
    response = JsonResponse({"terms": found})
    patch_cache_control(response, public=True, max_age=SECONDS_KEPT)
    return response
