"""A pair's page, its parts (drawings, counts, sentences, explanation), and correcting its alignment.

The page itself builds no set of sentences, so it answers at once whatever their sizes; the parts that need them come
after it. Each part takes the alignment as it stands in the page, saved or not, and is a page of its own without
scripts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from evaluation.models import Pair
from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.generation import UnusedLink
from evaluation.services.pairs import browsing, collections, correcting
from evaluation.services.pairs.turns import Busy, TooLong, turn

LONGEST_TEXT = 2_000
STATUS: dict[type, int] = {Busy: 503, TooLong: 422}
DRAWINGS = "pairs/figures.html"


def pair_or_404(number: int) -> Pair:
    return get_object_or_404(Pair.objects.select_related("collection", "collection__owner", "checked_by"), pk=number)


def pair_with_alignment(request: SignedInRequest, number: int) -> Pair:
    """The pair, with the alignment in the request, if any, in the place of its own; ``Refused`` if that cannot be."""
    row = pair_or_404(number)
    if "alignment" in request.GET:
        row.alignment = generation.with_alignment(row, request.GET["alignment"]).alignment
    return row


def part(request: SignedInRequest, row: Pair, template: str, title: str, context: dict[str, Any]) -> HttpResponse:
    """A part of the page for htmx, or a page of its own for a browser without scripts."""
    context |= {"pair": row, "part": template, "title": title}
    if request.htmx:
        # Whatever the status, htmx puts the words in only if all is well.
        return render(request, template, context)
    refusal = context.get("refusal")
    response = render(request, "pairs/part_page.html", context, status=STATUS.get(type(refusal), 200))
    if isinstance(refusal, Busy):
        response["Retry-After"] = str(refusal.wait)
    return response


def drawings(row: Pair, alignment: str) -> dict[str, Any]:
    """The drawings for an alignment, with what is wrong with it if the trees cannot be had."""
    aligned = generation.with_possible_links(row, alignment)
    context: dict[str, Any] = {}
    unused: Sequence[UnusedLink] = ()
    try:
        pair = generation.with_alignment(row, alignment)
        row.alignment, unused = pair.alignment, generation.unused_links(pair)
        first, second = generation.shared_drawings(row)
        context |= {"first_drawing": first, "second_drawing": second, "shape": generation.shape(row)}
        context["unlinked"] = generation.unlinked_content(row)
    except Refused as refusal:
        context["refusal"] = refusal.message
    return context | {"alignment_drawing": generation.alignment_drawing(aligned, unused), "unused": unused}


@require_safe
@researcher_required
def pair_page(request: SignedInRequest, number: int) -> HttpResponse:
    row = pair_or_404(number)
    others = Pair.objects.filter(collection=row.collection, external_id=row.external_id).order_by("version")
    context = {
        "pair": row,
        "versions": list(others.values("pk", "version", "is_current")[:100]),
        "may_change": row.is_current and collections.may_change(row.collection, request.user),
        "parse_drawing": generation.parse_drawing(generation.core_pair(row)),
        "models": generation.known_models(),
        "phenomena": generation.phenomena(),
    }
    return render(request, "pairs/pair.html", context | drawings(row, row.alignment))


@require_safe
@researcher_required
def pair_drawings(request: SignedInRequest, number: int) -> HttpResponse:
    """The drawings for an alignment that is not saved."""
    row = pair_or_404(number)
    return part(request, row, DRAWINGS, _("Alignment"), drawings(row, request.GET.get("alignment", row.alignment)))


@require_POST
@researcher_required
def pair_align(request: SignedInRequest, number: int) -> HttpResponse:
    row = pair_or_404(number)
    alignment = request.POST.get("alignment", "")
    try:
        saved = correcting.check_pair(pair=row, alignment=alignment, actor=request.user, seen=request.POST.get("seen"))
    except Refused as refusal:
        return _refused_page(request, row, alignment, refusal)
    if saved.pk != row.pk:
        words = _("Saved as version %d: a study uses the earlier one and keeps it.") % saved.version
        messages.success(request, words)
    else:
        messages.success(request, _("The alignment is saved."))
    return redirect("pair-page", number=saved.pk)


def _refused_page(request: SignedInRequest, row: Pair, alignment: str, refusal: Refused) -> HttpResponse:
    context = drawings(row, alignment) | {"refusal": refusal.message, "pair": row, "typed": alignment}
    context |= {"part": DRAWINGS, "title": _("Alignment")}
    context["may_change"] = row.is_current and collections.may_change(row.collection, request.user)
    return render(request, "pairs/part_page.html", context, status=400)


@require_safe
@researcher_required
def pair_counts(request: SignedInRequest, number: int) -> HttpResponse:
    """How many sentences each model generates, how many of them are fit to read, and how many each two share."""
    context: dict[str, Any] = {}
    try:
        row = pair_with_alignment(request, number)
        with turn():
            context["counts"] = browsing.counts(row, generation.model_names())
            context["overlaps"] = browsing.overlaps(row, generation.model_names())
    except Refused as refusal:
        row = pair_or_404(number)
        context["refusal"] = refusal
    return part(request, row, "pairs/counts.html", _("Sentences per model"), context)


@require_safe
@researcher_required
def pair_sentences(request: SignedInRequest, number: int) -> HttpResponse:
    """A page of the sentences that fit the filter."""
    context: dict[str, Any] = {"models": generation.known_models(), "phenomena": generation.phenomena()}
    chosen = {name: request.GET.get(name, "") for name in ("model", "switches", "phenomenon")}
    chosen["model"] = request.GET.get("variant", "").strip() or chosen["model"]
    try:
        row = pair_with_alignment(request, number)
        wanted = browsing.checked_filter(**chosen | {"model": chosen["model"] or generation.model_names()[0]})
        context["models"] = list(dict.fromkeys([*context["models"], wanted.model]))
        with turn():
            context["stretch"] = browsing.browse(row, wanted, start=_start(request), models=generation.model_names())
            context |= {"wanted": wanted, "switch_counts": browsing.switch_counts(row, wanted.model)}
    except Refused as refusal:
        row = pair_or_404(number)
        context["refusal"] = refusal
    if "alignment" in request.GET:
        chosen["alignment"] = request.GET["alignment"]
    context["query"] = urlencode({name: value for name, value in chosen.items() if value})
    return part(request, row, "pairs/sentences.html", _("Sentences"), context)


def _start(request: SignedInRequest) -> int | None:
    """Where the page begins, if all are gone through in order.

    Sets can be larger than any machine number, but not longer than this.
    """
    start = request.GET.get("start", "")
    return int(start) if start.isascii() and start.isdigit() and len(start) <= 400 else None


@require_safe
@researcher_required
def pair_explain(request: SignedInRequest, number: int) -> HttpResponse:
    """Which models generate a typed sentence, and why the others do not."""
    text = " ".join(request.GET.get("text", "").split())
    context: dict[str, Any] = {"text": text, "direction": "auto"}
    try:
        row = pair_with_alignment(request, number)
        if len(text) > LONGEST_TEXT:
            raise Refused(_("Type one sentence, of at most %d characters.") % LONGEST_TEXT, field="text")
        if text:
            with turn():
                context["verdicts"] = generation.explain(row, text, generation.model_names())
                read = generation.reading(row, text)
                context["direction"] = read.direction if read else "auto"
    except Refused as refusal:
        row = pair_or_404(number)
        context["refusal"] = refusal
    return part(request, row, "pairs/verdicts.html", _("Which models generate it?"), context)
