"""Pages of collections: the list of them, one with its pairs, renaming and deleting one, its word lists."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evaluation.downloads import streamed
from evaluation.models import Collection, Pair, WordList
from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.messages import run_and_report
from evaluation.pages.pairs.forms import CollectionForm, add_refusal
from evaluation.services.errors import Refused
from evaluation.services.pairs import collections, downloads, uploads, word_lists

PAIRS_PER_PAGE = 50
COLLECTIONS_PER_PAGE = 50
WORST_LINKED = "links"
# What a list of pairs does not show, and may be long.
NOT_LISTED = ("l1_tree", "l2_tokens", "alignment", "confidence")


def collection_or_404(number: int) -> Collection:
    return get_object_or_404(Collection.objects.select_related("owner"), pk=number)


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_required
def pair_list(request: SignedInRequest) -> HttpResponse:
    form = CollectionForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made = collections.create_collection(name=form.cleaned_data["collection"], owner=request.user)
            return redirect("collection-page", number=made.pk)
        except Refused as refusal:
            add_refusal(refusal, form)
    page = Paginator(collections.with_counts(), COLLECTIONS_PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "form": form, "undecided_count": uploads.undecided_of(request.user).count()}
    return render(request, "pairs/list.html", context)


@require_safe
@researcher_required
def collection_page(request: SignedInRequest, number: int) -> HttpResponse:
    return _collection_page(request, collection_or_404(number))


def _collection_page(
    request: SignedInRequest, collection: Collection, form: CollectionForm | None = None
) -> HttpResponse:
    wanted = request.GET.get("q", "").replace("\x00", "").strip()
    pairs = (
        Pair.objects.current().filter(collection=collection).defer("l1_tree", "l2_tokens", "alignment", "confidence")
    )
    if wanted:
        texts = Q(external_id__icontains=wanted) | Q(l1_text__icontains=wanted) | Q(l2_text__icontains=wanted)
        pairs = pairs.filter(texts)
    worst_first = request.GET.get("sort") == WORST_LINKED
    pairs = pairs.worst_linked_first() if worst_first else pairs.order_by("pk")
    searched = {"q": wanted} if wanted else {}
    sorted_too = searched | {"sort": WORST_LINKED}
    context = {
        "collection": collection,
        "page": Paginator(pairs, PAIRS_PER_PAGE).get_page(request.GET.get("page")),
        "wanted": wanted,
        "query": urlencode(sorted_too if worst_first else searched),
        "sort_address": f"?{urlencode(searched if worst_first else sorted_too)}",
        "sort_order": "descending" if worst_first else "none",
        "may_change": collections.may_change(collection, request.user),
        "formats": downloads.CONTENT_TYPES,
        "word_lists": collection.word_lists.all(),
        "proposed_count": Pair.objects.current().proposed().filter(collection=collection).count(),
        "form": form or CollectionForm(initial={"collection": collection.name}),
    }
    return render(request, "pairs/collection.html", context)


@require_safe
@researcher_required
def collection_download(request: SignedInRequest, number: int, form: str) -> HttpResponseBase:
    """The pairs of a collection as a file that can be loaded again."""
    collection = collection_or_404(number)
    try:
        return streamed(downloads.download(collection=collection, form=form, actor=request.user))
    except Refused:
        raise Http404 from None


@require_POST
@researcher_required
def collection_rename(request: SignedInRequest, number: int) -> HttpResponse:
    collection = collection_or_404(number)
    form = CollectionForm(request.POST)
    if form.is_valid():
        try:
            collections.rename_collection(
                collection=collection, name=form.cleaned_data["collection"], actor=request.user
            )
        except Refused as refusal:
            add_refusal(refusal, form)
            if not collections.may_change(collection, request.user):
                messages.error(request, refusal.message)
    if form.errors:
        return _collection_page(request, collection, form)
    messages.success(request, _("The collection has its new name."))
    return redirect("collection-page", number=collection.pk)


@require_POST
@researcher_required
def collection_delete(request: SignedInRequest, number: int) -> HttpResponse:
    collection = collection_or_404(number)
    said = _("The collection is deleted.")
    if run_and_report(request, collections.delete_collection, success=said, collection=collection, actor=request.user):
        return redirect("pair-list")
    return redirect("collection-page", number=number)


@require_POST
@researcher_required
def word_list_delete(request: SignedInRequest, number: int, word_list: int) -> HttpResponse:
    kept = get_object_or_404(WordList.objects.select_related("collection__owner"), collection=number, pk=word_list)
    said = _("The word list is removed. Pairs that were proposed with it stay as they are.")
    run_and_report(request, word_lists.forget, success=said, word_list=kept, actor=request.user)
    return redirect("collection-page", number=number)
