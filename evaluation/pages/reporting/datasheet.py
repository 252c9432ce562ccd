"""The human evaluation datasheet of a study: as a page, as a file for the form's own tool, and questions to people."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.pages.reporting.forms import DatasheetForm
from evaluation.services.errors import Refused
from evaluation.services.reporting import datasheet as sheets


@require_safe
@researcher_required
def datasheet(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    sheet = sheets.datasheet_of(study, suggestions=sheets.suggested(study))
    return render(request, "reporting/datasheet.html", {"study": study, "tab": "report", "sheet": sheet})


@require_safe
@researcher_required
def datasheet_file(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    sheet = sheets.datasheet_of(study, suggestions=sheets.suggested(study))
    response = HttpResponse(sheet.json_text(), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{study.slug}-heds.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_required
def datasheet_questions(request: SignedInRequest, slug: str) -> HttpResponse:
    """What only people know."""
    study = study_or_404(request, slug)
    form = DatasheetForm(request.POST if request.method == "POST" else None, study=study)
    if request.method == "POST" and form.is_valid():
        try:
            sheets.save_answers(study=study, actor=request.user, answers=form.answers())
        except Refused as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("Your answers are in the datasheet."))
            return redirect("datasheet", slug=slug)
    return render(request, "reporting/datasheet_questions.html", {"study": study, "tab": "report", "form": form})
