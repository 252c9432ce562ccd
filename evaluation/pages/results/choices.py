"""The page of choices between two sentences: shares, scales, position, consistency and the mixed model."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.pages.results.results_request import ResultsRequest
from evaluation.pictures import NARROW, WIDE, MeanRow, places_picture, standalone
from evaluation.services.results.choices import mixed_model, preferences, scales
from evaluation.services.results.choices.made import Choices
from evaluation.services.results.choices.opposed import taking_part
from evaluation.services.results.choices.scales import OptionScale
from evaluation.services.results.few_judges import about_choice_model, about_choices
from evaluation.services.results.sentence_page import PAGE_SIZE
from evaluation.services.studies.sampling import condition_words

SERIES = ("Bradley-Terry (logits)", "Thurstone, case V (σ)")
PICTURE = "scale"


@researcher_required
@require_safe
def choices(request: SignedInRequest, slug: str) -> HttpResponse:
    results = ResultsRequest.of(request, slug)
    if not results.study.asks_choices:
        return redirect("results", slug)
    made = Choices(results.study, results.selection)
    sentences, mixed = scales.sentence_rows(made), mixed_model.latest(results.study)
    judges = preferences.judges(made)
    return render(
        request,
        "results/choices.html",
        results.context(
            "results-choices",
            criterion=made.criterion,
            made=len(made.made),
            contrasts=preferences.contrasts(made),
            taking_part=taking_part(made),
            by_models=made.by_models,
            sides=preferences.sides(made),
            consistency=preferences.all_consistency(made),
            judges=judges,
            caution=about_choices(len(judges)),
            scale=scale_context(made),
            page=Paginator(sentences, PAGE_SIZE).get_page(request.GET.get("page")),
            # Of matched pairs, each sentence stands beside its partner only.
            has_sentence_scale=any(row.bradley_terry.value is not None for row in sentences),
            has_penalised=any(row.is_penalised for row in sentences),
            mixed=mixed,
            mixed_caution=about_choice_model(mixed),
        ),
    )


def scale_context(made: Choices) -> dict[str, Any]:
    found, title = scales.option_scale(made), scale_title(made)
    drawings = [drawing(found, width, title) for width in (WIDE, NARROW)] if found.rows else []
    return {"name": PICTURE, "title": title, "found": found, "drawings": drawings}


def scale_title(made: Choices) -> str:
    return _("Models") if made.by_models else _("Conditions")


def drawing(found: OptionScale, width: int, title: str) -> SafeString:
    rows = [MeanRow(condition_words(row.label), (row.bradley_terry, row.thurstone)) for row in found.rows]
    return mark_safe(places_picture(rows, SERIES, width=width, title=title))  # noqa: S308  (our own drawing)


@researcher_required
@require_safe
def picture(request: SignedInRequest, slug: str, name: str) -> HttpResponse:
    results = ResultsRequest.of(request, slug)
    if name != PICTURE:
        raise Http404
    made = Choices(results.study, results.selection)
    svg = standalone(drawing(scales.option_scale(made), WIDE, scale_title(made)))
    response = HttpResponse(svg, content_type="image/svg+xml")
    response["Content-Disposition"] = f'attachment; filename="{results.study.slug}-choices-{name}.svg"'
    return response


@researcher_required
@require_POST
def start_choice_model(request: SignedInRequest, slug: str) -> HttpResponse:
    job = mixed_model.start(study=study_or_404(request, slug), actor=request.user)
    return redirect("job-page", job.key)
