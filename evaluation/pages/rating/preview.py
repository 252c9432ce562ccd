"""The judge's page as a researcher sees it before opening a study. Nothing is stored."""

from __future__ import annotations

import time

from django.http import Http404, HttpResponse
from django.middleware.csrf import get_token
from django.utils import timezone

from evaluation.models import Item, ItemKind, Study
from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.pages.rating import rendering
from evaluation.pages.rating.answer_form import WHOLE
from evaluation.services.rating import places

SENTENCES_SHOWN = 5


@researcher_required
def preview(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    items = list(
        study.items.exclude(kind=ItemKind.ATTENTION).select_related("pair").order_by("number")[:SENTENCES_SHOWN]
    )
    if not items:
        raise Http404
    written = request.GET.get("sentence", "1")
    number = min(len(items), max(1, int(written) if WHOLE.fullmatch(written) else 1))
    facts = places.study_facts(study.pk, study.revision, study.changed_at)
    filling = {
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
    place = preview_place(study, items[number - 1])
    html = rendering.page(facts, place, request.LANGUAGE_CODE, filling, rendering.FRESH, is_preview=True)
    return HttpResponse(html, headers={"Cache-Control": "no-store"})


def preview_place(study: Study, item: Item) -> places.PlaceRow:
    """The place of a judge who does not exist."""
    now = timezone.now()
    return places.PlaceRow(
        pk=0,
        key="preview",
        order=0,
        state="live",
        answered_at=None,
        cannot_judge="",
        comment="",
        claimed_at=now,
        item_id=item.pk,
        text=item.text,
        tokens=item.tokens,
        kind=ItemKind.STUDY,
        second_language=item.pair.l2_lang if item.pair else None,
        participation_id=0,
        participation_key="",
        participation_state="rating",
        agreed_version=study.consent_version,
        last_seen_at=now,
        active_ms=0,
        link_nonce="",
        link_revoked_at=None,
        user_id=0,
        is_active=True,
        password="",
        study_id=study.pk,
        study_state=study.state,
        consent_version=study.consent_version,
        study_revision=study.revision,
        study_changed_at=study.changed_at,
        last_order=0,
        next_key=None,
    )
