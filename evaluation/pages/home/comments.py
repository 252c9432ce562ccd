"""Telling the start page that a study's comments have been read."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.services.results import unread_comments


@require_POST
@researcher_required
def comments_read(request: SignedInRequest, slug: str) -> HttpResponse:
    unread_comments.mark_read(person=request.user, study=study_or_404(request, slug))
    return redirect("home")
