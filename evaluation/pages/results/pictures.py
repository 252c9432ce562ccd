"""The page of pictures, one at a time, and each as a file of its own."""

from __future__ import annotations

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from evaluation.pages.access import SignedInRequest, researcher_required
from evaluation.pages.results.results_request import ResultsRequest, page_number
from evaluation.pictures import NARROW, WIDE, standalone
from evaluation.services.results.picture_data import SENTENCES_AT_ONCE, PictureData
from evaluation.services.results.pictures import PICTURES

# Each picture with its name and what there is to see.
NAMES = {
    "sentences": gettext_lazy("Distribution per sentence"),
    "models": gettext_lazy("Distribution per model"),
    "means": gettext_lazy("Means per model"),
    "judges-by-sentences": gettext_lazy("Judges by sentences"),
    "agreement": gettext_lazy("Agreement per judge"),
    "progress": gettext_lazy("Progress over time"),
}
WORDS = {
    "sentences": gettext_lazy("Each bar is all ratings of a sentence; at its end the mean."),
    "models": gettext_lazy("Each bar is all ratings of a model's sentences; at its end the mean."),
    "means": gettext_lazy("Lines are 95 % intervals."),
    "judges-by-sentences": gettext_lazy("What each judge gave each sentence. A dash: no rating that counts."),
    "agreement": gettext_lazy(
        "Each judge with the mean of the others, and weighted κ, pooled over the others. Bias: points above them."
    ),
    "progress": gettext_lazy("All ratings of the study's own sentences so far, whatever counts."),
}
PARTED = gettext_lazy("Bars are parted at the cut.")
PARTED_WITHOUT_CUT = gettext_lazy("No cut was set, so bars are parted in the middle of the scale, which means nothing.")
# Which choices change which picture.
WITH_VIEW, WITH_BARS = {"models"}, {"models", "sentences"}
WITH_SENTENCES, WITH_JUDGES = {"sentences", "judges-by-sentences"}, {"judges-by-sentences", "agreement"}


@researcher_required
@require_safe
def pictures(request: SignedInRequest, slug: str) -> HttpResponse:
    results = ResultsRequest.of(request, slug)
    name = request.GET.get("picture", "")
    chosen = name if name in PICTURES else "sentences"
    data = requested_data(results)
    context = results.context(
        "results-pictures",
        criterion=results.criterion,
        names=[(key, label, key == chosen) for key, label in NAMES.items()],
        chosen=chosen,
        label=NAMES[chosen],
        words=words_of(chosen, data),
        data=data,
        with_view=chosen in WITH_VIEW,
        with_order=chosen in WITH_SENTENCES,
        pagers=pagers(results, data, chosen),
        drawings=drawings(data, chosen, WIDE, NARROW),
    )
    return render(request, "results/pictures.html", context)


@researcher_required
@require_safe
def picture(request: SignedInRequest, slug: str, name: str) -> HttpResponse:
    """One picture as a file of its own."""
    if name not in PICTURES:
        raise Http404(_("There is no such picture."))
    results = ResultsRequest.of(request, slug)
    (drawn,) = drawings(requested_data(results), name, WIDE)
    answer = HttpResponse(standalone(drawn), content_type="image/svg+xml")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{results.criterion.key}-{name}.svg"'
    return answer


def words_of(name: str, data: PictureData) -> str:
    """What there is to see."""
    if name == "means":
        return f"{WORDS[name]} {data.means.for_whom}"
    if name not in WITH_BARS:
        return str(WORDS[name])
    return f"{WORDS[name]} {PARTED_WITHOUT_CUT if data.criterion.cut is None else PARTED}"


def requested_data(results: ResultsRequest) -> PictureData:
    query = results.request.GET
    return PictureData(
        results.study,
        results.selection,
        results.criterion,
        results.criterion.parting,
        view="generates" if query.get("view") == "generates" else "cells",
        by_mean=query.get("order") == "mean",
        sentence_page=page_number(query.get("page", "")),
        judge_page=page_number(query.get("judges", "")),
    )


def drawings(data: PictureData, name: str, *widths: int) -> list[SafeString]:
    """The drawing escapes all text it is given, so that it may stand in the page as it is."""
    return [mark_safe(PICTURES[name](data, width)) for width in widths]  # noqa: S308


def pagers(results: ResultsRequest, data: PictureData, name: str) -> list[tuple[str, str, str, Page[int]]]:
    """Which sentences and judges are shown, where those are not all, with the parameter that leads to the others."""
    found: list[tuple[str, str, Page[int]]] = []
    if name in WITH_SENTENCES:
        words = _("Sentences %(first)d to %(last)d of %(all)d")
        shown = data.sentences
        found.append((words, "page", Paginator(range(shown.total), SENTENCES_AT_ONCE).page(shown.page)))
    if name in WITH_JUDGES:
        found.append((_("Judges %(first)d to %(last)d of %(all)d"), "judges", data.judges))
    return [
        (words % first_to_last(page), parameter, results.query_without(parameter), page)
        for words, parameter, page in found
        if page.has_other_pages()
    ]


def first_to_last(page: Page[int]) -> dict[str, int]:
    return {"first": page.start_index(), "last": page.end_index(), "all": page.paginator.count}
