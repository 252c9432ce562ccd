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
from evaluation.services.results.wording import cost_words
from evaluation.services.studies.judge_groups import JudgeGroups, declared_groups
from evaluation.services.studies.questionnaire import questions_of


@researcher_required
@require_safe
def constraints(request: SignedInRequest, slug: str) -> HttpResponse:
    results = ResultsRequest.of(request, slug)
    if not results.study.asks_scales:
        return redirect("results", slug)
    material = material_of(results.study, results.selection, results.criterion)
    answers = costs.answers(results.study, results.criterion)
    found, paired = costs.for_all_judges(answers), paired_answers(material)
    matched, declared = {one.theory for one in paired}, declared_groups(results.study)
    theory = chosen_theory(results, sorted(material.theories, key=lambda name: name not in matched))
    fitted, sections = theory_of(found, theory), group_sections(answers, theory)
    drawn = drawn_groups(found, sections)
    context = results.context(
        "results-constraints",
        criterion=results.criterion,
        theories=[(name, name == theory) for name in material.theories],
        theory=theory,
        chosen_query=urlencode({"criterion": results.criterion.key, "theory": theory}),
        left_out=left_out_words(material.left_out(theory)) if theory else [],
        paired=[one for one in paired if one.theory == theory],
        found=found,
        fitting=costs.under_way(results.study, results.criterion),
        fitted=fitted,
        said=said_of(fitted) if fitted else [],
        sections=sections,
        drawn=drawn,
        drawings=[drawing(fitted, drawn, width) for width in (WIDE, NARROW)] if fitted else [],
        declared=declared,
        groups=declared.as_json() if declared or not found else found["groups"],
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
    answers = costs.answers(results.study, results.criterion)
    found = costs.for_all_judges(answers)
    fitted = theory_of(found, chosen_theory(results, fitted_theories(found)))
    if fitted is None:
        return back(results, _("The costs have not been fitted yet."))
    drawn = drawn_groups(found, group_sections(answers, fitted["theory"]))
    answer = HttpResponse(standalone(drawing(fitted, drawn, WIDE)), content_type="image/svg+xml")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{results.criterion.key}-costs.svg"'
    return answer


@researcher_required
@require_safe
def weights(request: SignedInRequest, slug: str) -> HttpResponse:
    """A community's grammar, for `cswitch generate --weights`; `by` tells ways of grouping judges apart."""
    results, group = ResultsRequest.of(request, slug), request.GET.get("group", "")
    answers = costs.answers(results.study, results.criterion)
    found = costs.for_all_judges(answers)
    if found is None:
        return back(results, _("The costs have not been fitted yet."))
    if group:
        by = request.GET.get("by", "")
        found = next((one for one in costs.grouped(answers) if by in ("", one["groups"]["words"])), found)
    theory = request.GET.get("theory") or next(iter(fitted_theories(found)), "")
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


def theory_of(found: dict[str, Any] | None, theory: str) -> dict[str, Any] | None:
    stored = costs.of_theory(found, theory)
    return with_figures(stored) if stored else None


def said_of(fitted: Mapping[str, Any]) -> list[tuple[str, bool]]:
    """What each known cost comes to, as a sentence, with whether it holds for these judges only."""
    known = [one for one in fitted["costs"] if one["points"].value is not None]
    return [
        (cost_words(fitted["theory"], one["constraint"], one["points"], p_holm=one["p_holm"]), one["these_judges"])
        for one in known
    ]


def left_out_words(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Why sentences are left out, in words, with how many; nothing is said of what there is none of."""
    words = {
        "monolingual": _("in one language"),
        "controls": _("controls"),
        "ambiguous": _("ambiguous, as each of several broken sets would excuse them"),
        "outside": _("outside the theory's universe"),
        "unknown": _("of which it is not known what they break"),
    }
    return [(words[name], count) for name, count in counts.items() if count]


def group_sections(answers: list[dict[str, Any]], theory: str) -> list[dict[str, Any]]:
    """A section for each way in which judges were grouped: declared groups first, then the last looked at."""
    found = [(one, costs.of_theory(one, theory)) for one in costs.grouped(answers)]
    return [
        {
            "groups": one["groups"],
            "is_current": one["is_current"],
            "query": urlencode({"by": one["groups"]["words"]}),
            "by_group": with_figures(stored["by_group"]),
        }
        for one, stored in found
        if stored and stored["by_group"]
    ]


def drawn_groups(found: Mapping[str, Any] | None, sections: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The section whose groups stand in the picture: the first, unless its data are older than the costs of all."""
    fits = bool(found and sections and sections[0]["is_current"] == found["is_current"])
    return sections[0] if fits and sections[0]["by_group"]["costs"] else None


def drawing(fitted: Mapping[str, Any], drawn: Mapping[str, Any] | None, width: int) -> SafeString:
    by_group = drawn["by_group"] if drawn else {"costs": []}
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
