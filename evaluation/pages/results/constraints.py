"""The page of constraints: what breaking each costs, to whom, and what would follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from evaluation.models import Criterion
from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.pages.results.results_request import ResultsRequest
from evaluation.pictures import NARROW, WIDE, ForestRow, forest_picture, standalone
from evaluation.services.errors import Refused
from evaluation.services.generation import constraint_words
from evaluation.services.results.constraints import costs
from evaluation.services.results.constraints.as_json import with_figures
from evaluation.services.results.constraints.matches import paired_answers
from evaluation.services.results.constraints.material import material_of
from evaluation.services.results.constraints.weights import weights_toml
from evaluation.services.studies.judge_groups import JudgeGroups
from evaluation.services.studies.questionnaire import questions_of


@researcher_required
@require_safe
def constraints(request: SignedInRequest, slug: str) -> HttpResponse:
    results = ResultsRequest.of(request, slug)
    if not results.study.asks_scales:
        return redirect("results", slug)
    material = material_of(results.study, results.selection, results.criterion)
    found = costs.latest(results.study, results.criterion)
    paired = paired_answers(material)
    matched = {one.theory for one in paired}
    theory = chosen_theory(results, sorted(material.theories, key=lambda name: name not in matched))
    fitted = theory_of(found, theory)
    context = results.context(
        "results-constraints",
        criterion=results.criterion,
        theories=[(name, name == theory) for name in material.theories],
        theory=theory,
        chosen_query=urlencode({"criterion": results.criterion.key, "theory": theory}),
        left_out=material.left_out(theory) if theory else {},
        paired=[one for one in paired if one.theory == theory],
        found=found,
        fitting=costs.under_way(results.study, results.criterion),
        fitted=fitted,
        drawings=[drawing(fitted, width) for width in (WIDE, NARROW)] if fitted else [],
        groups=found["groups"] if found else results.study.judge_groups,
        questions=questions_of(results.study),
        number_questions=[each.key for each in questions_of(results.study) if each.kind == "number"],
    )
    return render(request, "results/constraints.html", context)


@researcher_required
@require_POST
def start_fit(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    criterion = get_object_or_404(Criterion, study=study, key=request.POST.get("criterion", ""))
    try:
        groups = JudgeGroups.read(study, request.POST)
        job = costs.start(study=study, criterion=criterion, groups=groups, actor=request.user)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect(f"{reverse('results-constraints', args=[slug])}?criterion={criterion.key}")
    return redirect("job-page", job.key)


@researcher_required
@require_safe
def picture(request: SignedInRequest, slug: str) -> HttpResponse:
    """The forest plot as a file of its own."""
    results = ResultsRequest.of(request, slug)
    found = costs.latest(results.study, results.criterion)
    fitted = theory_of(found, chosen_theory(results, fitted_theories(found)))
    if fitted is None:
        return back(results, _("The costs have not been fitted yet."))
    answer = HttpResponse(standalone(drawing(fitted, WIDE)), content_type="image/svg+xml")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{results.criterion.key}-costs.svg"'
    return answer


@researcher_required
@require_safe
def weights(request: SignedInRequest, slug: str) -> HttpResponse:
    """A community's grammar, for `cswitch generate --weights`."""
    results = ResultsRequest.of(request, slug)
    found = costs.latest(results.study, results.criterion)
    if found is None:
        return back(results, _("The costs have not been fitted yet."))
    theory, group = request.GET.get("theory") or next(iter(fitted_theories(found)), ""), request.GET.get("group", "")
    about = [f"{results.study.slug}, {results.criterion.key}, {group or 'all judges'}", results.study.remark]
    try:
        text = weights_toml(found, theory=theory, group=group, about=about)
    except Refused as refused:
        return back(results, refused.message)
    answer = HttpResponse(text, content_type="application/toml; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{results.criterion.key}-weights.toml"'
    return answer


def back(results: ResultsRequest, message: str) -> HttpResponse:
    """To the page itself, which says what there is not."""
    messages.error(results.request, message)
    return redirect(f"{reverse('results-constraints', args=[results.study.slug])}?criterion={results.criterion.key}")


def chosen_theory(results: ResultsRequest, known: list[str]) -> str:
    """The one that the address names, else the first."""
    wanted = results.request.GET.get("theory", "")
    return wanted if wanted in known else next(iter(known), "")


def fitted_theories(found: Mapping[str, Any] | None) -> list[str]:
    return [one["theory"] for one in found["theories"]] if found else []


def theory_of(found: Mapping[str, Any] | None, theory: str) -> dict[str, Any] | None:
    stored = next((one for one in (found or {}).get("theories", ()) if one["theory"] == theory), None)
    return with_figures(stored) if stored else None


def drawing(fitted: Mapping[str, Any], width: int) -> SafeString:
    by_group = fitted["by_group"] or {"costs": []}
    rows = [
        ForestRow(
            constraint_words(one["constraint"])
            + (_(" (beside %s)") % constraint_words(" + ".join(one["context"])) if one["context"] else ""),
            [("", one["logits"])]
            + [
                (other["group"], other["logits"])
                for other in by_group["costs"]
                if other["constraint"] == one["constraint"]
            ],
        )
        for one in fitted["costs"]
    ]
    title = _("Costs of the constraints of %s") % fitted["theory"]
    axis_title = _("cost in logits, with 95 % intervals")
    return mark_safe(forest_picture(rows, width=width, title=title, axis_title=axis_title))  # noqa: S308  (our own drawing)
