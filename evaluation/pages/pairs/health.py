"""The health page of a collection: what is wrong with its pairs, in counts, and which ones they are."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.pairs.collections import collection_or_404
from evaluation.services.pairs import collections, health
from evaluation.services.pairs.trouble import reasons

PAIRS_PER_PAGE = 50
# What can be wrong, and what it means for a study.
PROBLEMS = {
    "proposed": (_("not checked yet"), _("Their links or trees were proposed by a program, and nobody has looked.")),
    "unlinked": (_("with unlinked content words"), _("Words will be missing or said twice in their sentences.")),
    "unsure": (_("with unsure links"), _("A wrong link makes sentences that nobody would say.")),
    "empty": (_("without mixed sentences"), _("Nothing can be drawn from them: a link or a bracket is wrong.")),
    "huge": (_("with very many sentences"), _("Probably too few words are linked, or the tree is too flat.")),
    "duplicates": (_("that are there twice"), _("The same two sentences under another id: judges may see them twice.")),
}


@require_safe
@researcher_required
def health_page(request: SignedInRequest, number: int) -> HttpResponse:
    collection, shown = collection_or_404(number), request.GET.get("show", "")
    found = health.health(collection)
    problems = [(name, getattr(found, name), *words) for name, words in PROBLEMS.items()]
    page = Paginator(health.with_problem(collection, shown), PAIRS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "collection": collection,
        "health": found,
        "problems": problems,
        "shown": shown if shown in PROBLEMS else "",
        "shown_words": PROBLEMS[shown][0] if shown in PROBLEMS else "",
        "page": page,
        "rows": [(pair, reasons(pair)) for pair in page],
        "query": urlencode({"show": shown}) if shown in PROBLEMS else "",
        "may_change": collections.may_change(collection, request.user),
    }
    return render(request, "pairs/health.html", context)


@require_POST
@researcher_required
def health_count(request: SignedInRequest, number: int) -> HttpResponse:
    """Count what is not counted yet, in the background."""
    job = health.count_sentences(collection=collection_or_404(number), actor=request.user)
    return redirect("job-page", key=job.key)
