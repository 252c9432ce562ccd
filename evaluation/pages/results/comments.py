"""Comments, sentences that could not be judged and marked words, on one page that can be searched."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.results.results_request import ResultsRequest
from evaluation.services.results import unread_comments
from evaluation.services.results.comments import remarked_places, remarks

REMARKS_PER_PAGE = 50
KINDS = {
    "": gettext_lazy("everything"),
    "comment": gettext_lazy("comments"),
    "cannot_judge": gettext_lazy("sentences that could not be judged"),
    "marked": gettext_lazy("marked words"),
}


@researcher_required
@require_safe
def comments(request: SignedInRequest, slug: str) -> HttpResponse:
    results = ResultsRequest.of(request, slug)
    words, kind = request.GET.get("q", "").strip()[:200], request.GET.get("kind", "")
    kind = kind if kind in KINDS else ""
    page = Paginator(remarked_places(results.study, kind=kind, words=words), REMARKS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    if not (words or kind or page.has_next()):
        unread_comments.mark_read(person=request.user, study=results.study)
    context = results.context(
        "results-comments",
        page=page,
        rows=remarks(results.study, page),
        total=page.paginator.count,
        words_wanted=words,
        kind=kind,
        kinds=[(key, label, key == kind) for key, label in KINDS.items()],
    )
    return render(request, "results/comments.html", context)
