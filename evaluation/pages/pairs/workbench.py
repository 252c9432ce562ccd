"""The workbench: the queue of a collection's pairs to check, and one pair a screen.

Links and tree are edited in the browser; this page takes what came of it, and shows meanwhile what it would come to.
Without scripts both are text fields of the same form.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evaluation.models import Collection, Pair
from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.messages import run_and_report
from evaluation.pages.pairs.collections import collection_or_404
from evaluation.pages.pairs.pair import STATUS, pair_or_404
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.pairs import collections, correcting, workbench
from evaluation.services.pairs.trouble import reasons
from evaluation.services.pairs.turns import turn

PAIRS_PER_PAGE = 50
NOT_IN_THE_QUEUE = ("l1_tree", "l2_tokens", "alignment")
REASONS = {
    "empty": gettext_lazy("No mixed sentence"),
    "unlinked": gettext_lazy("Unlinked words"),
    "lost": gettext_lazy("Left over in both"),
    "unsure": gettext_lazy("Unsure links"),
    "torn": gettext_lazy("Torn phrases"),
    "huge": gettext_lazy("Very many sentences"),
}

# How sure a link is, as the curves show it.
LEVELS = [
    ("sure", gettext_lazy("sure")),
    ("fair", gettext_lazy("likely")),
    ("unsure", gettext_lazy("unsure")),
    ("own", gettext_lazy("by hand")),
]


@require_safe
@researcher_required
def queue_page(request: SignedInRequest, number: int) -> HttpResponse:
    """What is left to check of a collection, the worst first."""
    collection, shown = collection_or_404(number), request.GET.get("show", "")
    waiting = workbench.waiting(collection).defer(*NOT_IN_THE_QUEUE)
    if shown in workbench.REASONS:
        waiting = waiting.filter(workbench.REASONS[shown])
    page = Paginator(waiting, PAIRS_PER_PAGE).get_page(request.GET.get("page"))
    progress = workbench.progress(collection)
    context = {
        "collection": collection,
        "page": page,
        "rows": [(pair, reasons(pair)) for pair in page],
        "progress": progress,
        "tabs": [(name, REASONS[name], count) for name, count in progress.waiting_for.items() if count],
        "shown": shown,
        "query": urlencode({"show": shown}) if shown in workbench.REASONS else "",
        "may_change": collections.may_change(collection, request.user),
    }
    return render(request, "pairs/queue.html", context)


@require_safe
@researcher_required
def queue_start(_request: SignedInRequest, number: int) -> HttpResponse:
    """The worst pair, on the workbench."""
    collection = collection_or_404(number)
    return _open(collection, workbench.waiting(collection).first())


@require_safe
@researcher_required
def queue_skip(_request: SignedInRequest, number: int) -> HttpResponse:
    """Leave a pair as it is, and go on."""
    pair = pair_or_404(number)
    return _open(pair.collection, workbench.next_after(pair, trouble=pair.trouble), before=pair)


def _open(collection: Collection, pair: Pair | None, *, before: Pair | None = None) -> HttpResponse:
    if pair is None:
        return redirect("pair-queue", number=collection.pk)
    tail = f"?{urlencode({'before': before.pk})}" if before else ""
    return redirect(f"{_address(pair)}{tail}")


def _address(pair: Pair) -> str:
    return reverse("pair-workbench", args=[pair.pk])


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_required
def workbench_page(request: SignedInRequest, number: int) -> HttpResponse:
    pair = pair_or_404(number)
    if not (pair.is_current and collections.may_change(pair.collection, request.user)):
        return redirect("pair-page", number=pair.pk)
    if request.method == "POST":
        return _accept(request, pair)
    return _workbench(request, pair)


def _workbench(request: SignedInRequest, pair: Pair, *, status: int = 200, **more: Any) -> HttpResponse:
    core = generation.core_pair(pair)
    before = request.GET.get("before", "")
    context = {
        "pair": pair,
        "words": [("l1", pair.l1_lang, core.l1_tokens), ("l2", pair.l2_lang, core.l2_tokens)],
        "alignment": pair.alignment,
        "tree": pair.l1_tree,
        "reasons": reasons(pair),
        "levels": LEVELS,
        "progress": workbench.progress(pair.collection),
        "before": before if before.isascii() and before.isdigit() and len(before) < 19 else "",
    }
    return render(request, "pairs/workbench.html", context | more, status=status)


def _accept(request: SignedInRequest, pair: Pair) -> HttpResponse:
    """Store what came of it and go on to the next; what cannot be stays on the screen."""
    typed = {"alignment": request.POST.get("alignment", ""), "tree": request.POST.get("tree", "")}
    trouble = pair.trouble
    try:
        saved = correcting.check_pair(pair=pair, actor=request.user, seen=request.POST.get("seen"), **typed)
    except Refused as refusal:
        theirs = pair.alignment if isinstance(refusal, correcting.Meanwhile) else ""
        return _workbench(request, pair, status=400, refusal=refusal.message, theirs=theirs, **typed)
    words = _("Checked: “%s”") if saved.pk == pair.pk else _("Checked: “%s” – A study keeps the earlier version.")
    messages.success(request, words % Truncator(saved.l1_text).chars(80))
    return _open(saved.collection, workbench.next_after(saved, trouble=trouble), before=saved)


@require_POST
@researcher_required
def workbench_preview(request: SignedInRequest, number: int) -> HttpResponse:
    """What links and tree would come to, as they stand on the screen."""
    pair = pair_or_404(number)
    context: dict[str, Any] = {"pair": pair}
    status = 200
    try:
        with turn():
            typed = {name: request.POST.get(name, "") for name in ("alignment", "tree")}
            context["preview"] = workbench.preview(pair, **typed)
    except Refused as refusal:
        # htmx puts an answer in only if all is well; the words say that it is not.
        context["refusal"] = refusal
        status = 200 if request.htmx else STATUS.get(type(refusal), 400)
    return render(request, "pairs/workbench_preview.html", context, status=status)


@require_POST
@researcher_required
def pair_reopen(request: SignedInRequest, number: int) -> HttpResponse:
    said = _("The pair is among those to check again.")
    pair = pair_or_404(number)
    run_and_report(request, correcting.reopen_pair, success=said, pair=pair, actor=request.user)
    return redirect("pair-page", number=pair.pk)
