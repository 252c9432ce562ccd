"""Pages on which ratings from elsewhere are brought in: send a file, say what its columns hold, see what is wrong."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from evaluation.models import RatingImport, RatingImportState
from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.imports.forms import RatingColumnsForm, RatingsFileForm
from evaluation.pages.messages import run_and_report
from evaluation.pages.pairs.forms import add_refusal
from evaluation.pages.receiving import received
from evaluation.services import imports
from evaluation.services.errors import Refused
from evaluation.services.imports.receiving import WAITING


def import_or_404(request: SignedInRequest, key: str) -> RatingImport:
    return get_object_or_404(imports.visible_to(request.user), key=key)


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_required
def import_new(request: SignedInRequest) -> HttpResponse:
    form = RatingsFileForm()
    if request.method == "POST":
        form = RatingsFileForm(request.POST, request.FILES)
        sent = received(request, form, lambda: _receive(request, form))
        if sent:
            return redirect("import-page", key=sent.key)
    waiting = imports.visible_to(request.user).filter(owner=request.user, state__in=WAITING)[:20]
    return render(request, "imports/new.html", {"form": form, "waiting": waiting})


def _receive(request: SignedInRequest, form: RatingsFileForm) -> RatingImport:
    file = form.cleaned_data["file"]
    return imports.receive(owner=request.user, name=file.name, chunks=file.chunks())


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_required
def import_page(request: SignedInRequest, key: str) -> HttpResponse:
    """The columns of the file, with its first rows to look at; then how far it is."""
    sent = import_or_404(request, key)
    if sent.state == RatingImportState.DONE and sent.study:
        return redirect("study-page", slug=sent.study.slug)
    if sent.state not in WAITING:
        return render(request, "imports/running.html", {"sent": sent, "job": sent.job})
    has_header = _has_header(request, sent)
    preview = imports.preview(sent, has_header=has_header)
    if request.method == "POST":
        form = RatingColumnsForm(request.POST, names=preview.names)
        if _started(request, sent, form):
            return redirect("import-page", key=key)
    else:
        form = _form_as_chosen(sent, preview)
    wrong_rows = [problem for problem in sent.problems if problem["line"] is not None]
    more = sent.problem_count - len(sent.problems)
    context = {"sent": sent, "preview": preview, "form": form, "wrong_rows": wrong_rows, "more": more}
    return render(request, "imports/columns.html", context)


def _has_header(request: SignedInRequest, sent: RatingImport) -> bool:
    if request.method == "POST":
        return "has_header" in request.POST
    return bool(sent.plan.get("has_header", True))


def _started(request: SignedInRequest, sent: RatingImport, form: RatingColumnsForm) -> bool:
    if not form.is_valid():
        return False
    try:
        imports.start(sent=sent, actor=request.user, plan=form.plan())
    except Refused as refusal:
        add_refusal(refusal, form)
        return False
    return True


def _form_as_chosen(sent: RatingImport, preview: imports.Preview) -> RatingColumnsForm:
    """The form as it was last sent; with what the file has shown to be wrong in it, at its fields."""
    initial = _initial(sent, preview)
    wrong = [problem for problem in sent.problems if problem["line"] is None]
    if not wrong:
        return RatingColumnsForm(initial=initial, names=preview.names)
    form = RatingColumnsForm(initial, names=preview.names)
    for problem in wrong:
        form.add_error(problem["column"], f"{problem['message']}. {problem['cure']}")
    return form


def _initial(sent: RatingImport, preview: imports.Preview) -> dict[str, Any]:
    """What was chosen before, else what the names of the columns say."""
    plan: dict[str, Any] = sent.plan
    if not plan:
        return {**imports.guessed_columns(preview.names), "name": PurePath(sent.name).stem}
    return {**plan, **plan["columns"], "criteria": ", ".join(plan["criteria"])}


@require_POST
@researcher_required
def import_discard(request: SignedInRequest, key: str) -> HttpResponse:
    sent = import_or_404(request, key)
    said = _("Nothing from %s was stored.") % sent
    if run_and_report(request, imports.discard, success=said, sent=sent, actor=request.user):
        return redirect("import-new")
    return redirect("import-page", key=key)
