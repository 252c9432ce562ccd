"""Pages of uploads: sending a file, looking through its rows, loading or discarding it."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evaluation.models import Collection, Upload, UploadState
from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.messages import run_and_report
from evaluation.pages.pairs.forms import MappingForm, UploadForm, add_refusal
from evaluation.pages.receiving import received
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.pairs import uploads
from evaluation.services.pairs.languages import offered_languages
from evaluation.services.pairs.uploads.checking import pair_of, problem_of_file
from evaluation.services.pairs.uploads.loading import summary_in_words

ROWS_PER_PAGE = UPLOADS_PER_PAGE = 50
SHOWN: dict[str, dict[str, Any]] = {
    "good": {"is_good": True},
    "bad": {"is_good": False},
    "unlinked": {"is_good": True, "unlinked_words__gt": 0},
}


def upload_or_404(request: SignedInRequest, key: str) -> Upload:
    return get_object_or_404(uploads.visible_to(request.user), key=key)


# Checked for forgery below: the check reads the form, and a paste that is too long to be read is to be said here.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@researcher_required
def upload_new(request: SignedInRequest) -> HttpResponse:
    try:
        return _upload_new(request)
    except RequestDataTooBig:
        form = UploadForm({})
        form.errors.clear()
        form.add_error("text", _("That is too much to paste. Save it as a file and drop the file above."))
        return _load_page(request, form, status=413)


@csrf_protect
def _upload_new(request: SignedInRequest) -> HttpResponse:
    form = UploadForm(initial={"collection": request.GET.get("collection")})
    if request.method == "POST":
        form = UploadForm(request.POST, request.FILES)
        upload = received(request, form, lambda: uploads.receive(owner=request.user, **form.upload_arguments()))
        if upload:
            return redirect("upload-page", key=upload.key)
    return _load_page(request, form)


def _load_page(request: SignedInRequest, form: UploadForm, *, status: int = 200) -> HttpResponse:
    own = Collection.objects.all() if request.user.is_admin else Collection.objects.filter(owner=request.user)
    names = own.values_list("name", flat=True)[:200]
    return render(request, "pairs/load.html", {"form": form, "own_collections": names}, status=status)


@require_safe
@researcher_required
def upload_list(request: SignedInRequest) -> HttpResponse:
    """The files that wait for this researcher to load or discard them."""
    page = Paginator(uploads.undecided_of(request.user), UPLOADS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "pairs/uploads.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_required
def upload_columns(request: SignedInRequest, key: str) -> HttpResponse:
    """Plain text: say which columns hold the sentences and in which languages, with its first rows to look at."""
    upload = upload_or_404(request, key)
    if upload.state != UploadState.MAPPING:
        return redirect("upload-page", key=key)
    try:
        preview = uploads.preview(upload)
    except Refused as refusal:
        return render(request, "pairs/mapping.html", {"upload": upload, "refusal": refusal}, status=422)
    form = _mapping_form(request, preview, upload)
    if request.method == "POST" and form.is_valid():
        try:
            uploads.choose(upload=upload, actor=request.user, **form.choose_arguments())
            return redirect("upload-page", key=key)
        except Refused as refusal:
            add_refusal(refusal, form)
    context = {"upload": upload, "preview": preview, "form": form, "languages": offered_languages()}
    return render(request, "pairs/mapping.html", context)


def _mapping_form(request: SignedInRequest, preview: generation.TablePreview | None, upload: Upload) -> MappingForm:
    columns = preview.columns if preview else []
    if request.method == "POST":
        return MappingForm(request.POST, request.FILES, columns=columns)
    # A sentence a line in x.en: the file's ending names its language.
    initial: dict[str, Any] = {"l1_lang": generation.language_called(PurePath(upload.name).suffix[1:])}
    if preview:
        first, second, ids = preview.chosen
        initial = {"l1_lang": preview.languages[0], "l2_lang": preview.languages[1], "first": first + 1}
        initial |= {"second": second + 1, "has_header": preview.has_header, "ids": "" if ids is None else ids + 1}
    if upload.plan:
        initial |= _chosen_before(upload.plan)
    return MappingForm(initial=initial, columns=columns)


def _chosen_before(plan: dict[str, Any]) -> dict[str, Any]:
    """What the form begins with if the columns were chosen once."""
    first, second, ids = [*plan["columns"], ""][:3]
    chosen = {"l1_lang": plan["languages"][0], "l2_lang": plan["languages"][1], "first": first, "second": second}
    header = {} if plan["header"] == "auto" else {"has_header": plan["header"] == "yes"}
    return chosen | header | {"ids": ids, "keeps_odd_rows": plan["keeps_odd_rows"]}


@require_POST
@researcher_required
def upload_columns_again(request: SignedInRequest, key: str) -> HttpResponse:
    """Back from the proposed rows to the columns."""
    run_and_report(request, uploads.choose_again, upload=upload_or_404(request, key), actor=request.user)
    return redirect("upload-page", key=key)


@require_safe
@researcher_required
def upload_page(request: SignedInRequest, key: str) -> HttpResponse:
    upload = upload_or_404(request, key)
    if upload.state == UploadState.MAPPING:
        return redirect("upload-columns", key=key)
    context: dict[str, Any] = {"upload": upload, "job": upload.job}
    if upload.state == UploadState.CHECKED:
        shown = request.GET.get("show", "bad" if upload.bad_rows else "")
        rows = upload.rows.filter(**SHOWN.get(shown, {})).defer("digest")
        if shown == "unlinked":
            rows = rows.order_by("-unlinked_share", "line", "pk")
        context |= {"page": Paginator(rows, ROWS_PER_PAGE).get_page(request.GET.get("page"))}
        context |= {
            "shown": shown,
            "is_filtered": shown in SHOWN,
            "query": f"show={shown}" if shown in SHOWN else "show=",
        }
        context["problem_of_file"] = problem_of_file(upload)
        context["may_choose_again"] = uploads.may_choose_again(upload)
    elif upload.state == UploadState.LOADED:
        context["summary"] = summary_in_words(upload.summary)
        context["proposed_count"] = upload.collection.pairs.current().proposed().count()
    return render(request, "pairs/upload.html", context)


@require_safe
@researcher_required
def upload_row(request: SignedInRequest, key: str, number: int) -> HttpResponse:
    """One row, opened: its tree and its alignment, or what is wrong with it."""
    upload = upload_or_404(request, key)
    row = get_object_or_404(upload.rows, pk=number)
    context: dict[str, Any] = {"upload": upload, "row": row}
    if row.is_good:
        pair = generation.core_pair(pair_of(row))
        context |= {"alignment": generation.alignment_drawing(pair), "parse": generation.parse_drawing(pair)}
    template = "pairs/row.html" if request.htmx else "pairs/row_page.html"
    return render(request, template, context)


@require_POST
@researcher_required
def upload_accept(request: SignedInRequest, key: str) -> HttpResponse:
    run_and_report(request, uploads.accept, upload=upload_or_404(request, key), actor=request.user)
    return redirect("upload-page", key=key)


@require_POST
@researcher_required
def upload_discard(request: SignedInRequest, key: str) -> HttpResponse:
    upload = upload_or_404(request, key)
    said = _("Nothing from %s was loaded.") % upload
    if run_and_report(request, uploads.discard, success=said, upload=upload, actor=request.user):
        return redirect("pair-list")
    return redirect("upload-page", key=key)
