"""Paragraphs for a paper: methods and results, as text and as LaTeX, with BibTeX, to be copied or downloaded.

Of a large study the page is there at once and asks for itself with the paragraphs.
"""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.results.results_request import ResultsRequest
from evaluation.services.exports.report import report_of
from evaluation.services.results.study_summary import is_large

NAMES = {
    "methods.txt": gettext_lazy("Methods"),
    "results.txt": gettext_lazy("Results"),
    "methods.tex": gettext_lazy("Methods, LaTeX"),
    "results.tex": gettext_lazy("Results, LaTeX"),
    "references.bib": gettext_lazy("References, BibTeX"),
}
TYPES = {"txt": "text/plain", "tex": "application/x-tex", "bib": "application/x-bibtex"}


@researcher_required
@require_safe
def text(request: SignedInRequest, slug: str) -> HttpResponse:
    results = ResultsRequest.of(request, slug)
    is_whole = "whole" in request.GET or not is_large(results.study)
    files = report_of(results.study, results.selection).files if is_whole else {}
    shown = [(name, NAMES[name], content, _rows(content)) for name, content in files.items()]
    return render(request, "results/text.html", results.context("results-text", files=shown, is_whole=is_whole))


def _rows(content: str) -> int:
    """Lines that a text takes in its box, so that most of it is seen at once."""
    return min(24, sum(1 + len(line) // 95 for line in content.splitlines()) + 1)


@researcher_required
@require_safe
def file(request: SignedInRequest, slug: str, name: str) -> HttpResponse:
    if name not in NAMES:
        raise Http404
    results = ResultsRequest.of(request, slug)
    content = report_of(results.study, results.selection).files[name]
    answer = HttpResponse(content, content_type=f"{TYPES[name.rpartition('.')[2]]}; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{name}"'
    return answer
