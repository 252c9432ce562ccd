"""The last step of the wizard: what the study comes to, what it will find, and the button that opens it."""

from __future__ import annotations

from typing import Any

from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from evaluation.models import FIRST_CHECK, Study, StudyState
from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.services import planning, studies
from evaluation.services.results.contrasts import planned_models
from evaluation.services.results.selection import Selection, declared_selection, rules_that_apply
from evaluation.services.results.study_summary.aims import aims_of, asked_of
from evaluation.services.studies.judge_groups import declared_groups


def review_page(request: SignedInRequest, study: Study, steps: list[dict[str, Any]]) -> HttpResponse:
    """Who comes here starts the computing of what a draft will find, if its design has changed since."""
    plan = planning.plan_of(study)
    job = planning.power_job(study, plan) if plan else None
    if plan and job is None and study.state == StudyState.DRAFT:
        job = planning.start_power(study=study, plan=plan, actor=request.user)
    context = {
        "study": study,
        "steps": steps,
        "missing": [] if study.rated_elsewhere else studies.missing(study),
        "item_counts": _item_counts(study),
        "design_words": study.design_words(study.design),
        "declared": _declared(study),
        "pair_count": study.pairs.count(),
        "plan": None if study.rated_elsewhere else studies.list_plan(study),
        "planned": plan,
        "job": job,
        "doubts": planning.doubts(study, plan),
    }
    return render(request, "studies/steps/review.html", context)


def _declared(study: Study) -> dict[str, Any]:
    """What opening settles, in the words of the results: questions with their cuts, comparisons, groups, exclusions."""
    declared = declared_selection(study)
    return {
        "asked": asked_of(study),
        # A draft without sentences has nothing to ask yet.
        "aims": aims_of(study) if study.choices or study.state != StudyState.DRAFT else [],
        "nothing_planned": study.asks_scales and len(study.models_chosen) > 1 and not planned_models(study),
        "groups": declared_groups(study).words,
        "rules": declared.rules if declared.known else rules_that_apply(study, Selection.of(study)),
    }


def _item_counts(study: Study) -> dict[str, int]:
    counts = dict(study.items.order_by().values_list("kind").annotate(Count("pk")))
    drawn = study.items.filter(number__lt=FIRST_CHECK)
    return counts | {"sentences": drawn.sentences().count(), "couples": drawn.couples().count()}


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_required
def power(request: SignedInRequest, slug: str) -> HttpResponse:
    """The part of the review that changes while it is computed; with POST, compute it (again)."""
    study = study_or_404(request, slug)
    plan = planning.plan_of(study)
    if request.method == "POST":
        if plan:
            planning.start_power(study=study, plan=plan, actor=request.user)
        return redirect("study-step", study.slug, "review")
    job = planning.power_job(study, plan) if plan else None
    response = render(request, "studies/power.html", {"study": study, "planned": plan, "job": job})
    if job is None or job.is_over:
        # The whole page follows: opening the study may ask for confirmation now.
        response["HX-Refresh"] = "true"
    return response
