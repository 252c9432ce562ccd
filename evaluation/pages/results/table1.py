"""The paper's Table 1 beside ours, number by number, with the reason where they differ."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.services import generation


@researcher_required
@require_safe
def table1(request: SignedInRequest) -> HttpResponse:
    rows = generation.table1_rows()
    cells = [cell for row in rows for cell in row.cells]
    context = {"rows": rows, "all": len(cells), "same": sum(cell.same for cell in cells)}
    return render(request, "results/table1.html", context)
