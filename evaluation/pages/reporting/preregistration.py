"""A study's frozen plan: freezing it, reading it, taking it away, and what became different since."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from evaluation.models import Design, Study
from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.pages.pairs.forms import add_refusal
from evaluation.pages.reporting.forms import ComparisonForm, FreezeForm
from evaluation.services import reporting
from evaluation.services.errors import Refused
from evaluation.services.reporting.plan import in_words, plan_of

FILES = {"json": "application/json", "txt": "text/plain; charset=utf-8"}


@require_http_methods(["GET", "HEAD", "POST"])
@researcher_required
def preregistration(request: SignedInRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    rated = reporting.was_ever_rated(study)
    form: FreezeForm | ComparisonForm = _form(request, study, rated=rated)
    if request.method == "POST" and form.is_valid() and _saved(request, study, form):
        return redirect("preregistration", slug=slug)
    context = {
        "study": study,
        "tab": "report",
        "form": form,
        "is_rated": rated,
        "frozen": reporting.preregistration_of(study),
        "deviations": reporting.deviations(study),
        "comparison_now": (study.preregistration or {}).get("comparison_now"),
        "would_freeze": _would_freeze(study),
    }
    return render(request, "reporting/preregistration.html", context)


def _form(request: SignedInRequest, study: Study, *, rated: bool) -> FreezeForm | ComparisonForm:
    kind = ComparisonForm if rated else FreezeForm
    return kind(request.POST if request.method == "POST" else None, study=study, initial=_initial(study))


def _initial(study: Study) -> dict[str, Any]:
    """What was frozen, else what the study's own settings suggest."""
    named = reporting.planned_comparison(study)
    models = [*study.models_chosen, "", ""]
    first = {"first": models[0], "second": models[1], "expected": "different"}
    frozen = reporting.preregistration_of(study)
    if frozen and named:
        chosen = {"first": named.first, "second": named.second, "criterion": named.criterion}
        plan = {name: frozen.plan[name] for name in ("target_judges", "hypothesis")}
        return chosen | plan | {"expected": named.expected}
    return first | ({"target_judges": study.judges_per_item} if study.design == Design.EVERYONE else {})


def _saved(request: SignedInRequest, study: Study, form: FreezeForm | ComparisonForm) -> bool:
    try:
        if isinstance(form, FreezeForm):
            data = form.cleaned_data
            reporting.freeze(
                study=study,
                actor=request.user,
                comparison=form.comparison(),
                target_judges=data["target_judges"],
                hypothesis=data["hypothesis"],
            )
            messages.success(request, _("The plan is frozen."))
        else:
            reporting.change_comparison(study=study, actor=request.user, comparison=form.comparison())
            messages.success(request, _("The comparison is noted; the frozen plan stays as it is."))
    except Refused as refusal:
        add_refusal(refusal, form)
        return False
    return True


def _would_freeze(study: Study) -> list[tuple[str, list[str]]]:
    """The plan as it is now, without what the form asks for."""
    asked = {"hypothesis": "", "target_judges": 0, "comparison": {"first": "", "second": "", "criterion": ""}}
    asked["comparison"] = {"first": "–", "second": "–", "criterion": "–", "expected": "different"}
    return in_words(plan_of(study) | asked)[3:]


@require_safe
@researcher_required
def plan_file(request: SignedInRequest, slug: str, form: str) -> HttpResponse:
    study = study_or_404(request, slug)
    frozen = reporting.preregistration_of(study)
    if frozen is None or form not in FILES:
        raise Http404
    text = frozen.json_text() if form == "json" else frozen.text()
    response = HttpResponse(text, content_type=FILES[form])
    response["Content-Disposition"] = f'attachment; filename="{study.slug}-preregistration.{form}"'
    return response
