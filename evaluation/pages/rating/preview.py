"""The judge's page as a researcher sees it before opening a study. Nothing is stored."""

from __future__ import annotations

import time

from django.http import Http404, HttpResponse
from django.middleware.csrf import get_token

from evaluation.models import ItemKind
from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.pages.rating import rendering
from evaluation.pages.rating.answer_form import WHOLE_NUMBER
from evaluation.pages.rating.language import speak_language_of
from evaluation.services.rating import places

SENTENCES_SHOWN = 5


@researcher_required
def preview(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    speak_language_of(request, study)
    items = list(
        study.items.exclude(kind=ItemKind.ATTENTION).select_related("pair").order_by("number")[:SENTENCES_SHOWN]
    )
    if not items:
        raise Http404
    asked_for = request.GET.get("sentence", "1")
    number = min(len(items), max(1, int(asked_for) if WHOLE_NUMBER.fullmatch(asked_for) else 1))
    facts = places.study_facts(study.pk, study.revision, study.changed_at)
    values = {
        "csrf_token": get_token(request),
        "place_url": request.path,
        "participation_url": "",
        "number": number,
        "total": len(items),
        "done": number - 1,
        "left": len(items) - number + 1,
        "minutes": 0,
        "shown": int(time.time() * 1000),
        "next_number": number % len(items) + 1,
    }
    sentence = places.ShownSentence.of(items[number - 1])
    html = rendering.page(facts, sentence, request.LANGUAGE_CODE, values, rendering.NO_ANSWER, is_preview=True)
    return HttpResponse(html, headers={"Cache-Control": "no-store"})
