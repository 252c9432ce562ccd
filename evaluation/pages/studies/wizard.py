"""The wizard: making a study, and its steps."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from evaluation.models import Collection, Job, Pair, Study
from evaluation.models.visible_names import validate_visible
from evaluation.pages.access import SignedInRequest, researcher_required, study_or_404
from evaluation.pages.studies.review import review_page
from evaluation.pages.studies.steps import REVIEW, STEPS, Parts, Step, disable, one_more, show_refusal
from evaluation.pages.studies.steps.base import language_choices, offer
from evaluation.services import studies
from evaluation.services.errors import Refused
from evaluation.services.studies import sampling
from evaluation.services.studies.editing import STRUCTURE
from evaluation.services.studies.sampling import SampleSummary

# Shown in order, with the number of each.
NAMES = [*STEPS, REVIEW]


class NewStudyForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=150,
        validators=[validate_visible],
        help_text=gettext_lazy("Judges see it too, so it should not give away what you expect."),
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    interface_languages = forms.MultipleChoiceField(
        label=gettext_lazy("Languages of the judges' pages"),
        initial=["en"],
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Every text of the study is asked for in each of these. You can change them later."),
        error_messages={"required": gettext_lazy("Choose at least one language for the judges' pages.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "interface_languages", language_choices())


@researcher_required
def new(request: SignedInRequest) -> HttpResponse:
    """A new study; where it was asked for from a collection, its checked pairs are chosen already."""
    form = NewStudyForm(request.POST if request.method == "POST" else None)
    collection = _collection_with_checked_pairs(request.GET.get("collection", ""))
    if form.is_valid():
        with transaction.atomic():
            study = studies.create(owner=request.user, **form.cleaned_data)
            if collection:
                studies.take_collection(study=study, actor=request.user, collection=collection)
        return redirect("study-step", study.slug, NAMES[0])
    context = {"form": form, "collection": collection}
    return render(request, "studies/new.html", context, status=422 if form.errors else 200)


def _collection_with_checked_pairs(name: str) -> Collection | None:
    found = Collection.objects.filter(name=name).first()
    return found if found and Pair.objects.current().checked().filter(collection=found).exists() else None


@researcher_required
def step(request: SignedInRequest, slug: str, name: str) -> HttpResponse:
    """Show one step, or save what was written in it."""
    study = study_or_404(request, slug)
    if name == REVIEW:
        return review_page(request, study, _steps(REVIEW))
    if name not in STEPS:
        raise Http404
    page = STEPS[name]
    if request.method != "POST":
        return _page(request, study, page, page.parts(study), study.revision)
    if "add" in request.POST:
        parts = one_more(page, study, request.POST, request.POST["add"])
        return _page(request, study, page, parts, _revision(request))
    return _save(request, study, page)


def _save(request: SignedInRequest, study: Study, page: Step) -> HttpResponse:
    parts, revision = page.parts(study, request.POST, request.FILES), _revision(request)
    _disable_locked(study, page, parts)
    # A list, so that each is asked and all that is wrong is said at once.
    valid = [part.is_valid() for part in parts.values()]
    if all(valid):
        try:
            page.save(study=study, actor=request.user, revision=revision, parts=parts)
        except studies.Conflict as conflict:
            messages.error(request, conflict.message)
            return _page(request, study, page, parts, conflict.revision, status=409)
        except Refused as refused:
            show_refusal(parts, refused)
        else:
            return _saved(request, study, page)
    return _page(request, study, page, parts, revision, status=422)


def _saved(request: SignedInRequest, study: Study, page: Step) -> HttpResponse:
    if "draw" in request.POST:
        return _draw(request, study)
    if "next" not in request.POST and page.name == "sentences":
        return _count(request, study)
    messages.success(request, _("Saved."))
    following = NAMES[NAMES.index(page.name) + 1] if "next" in request.POST else page.name
    return redirect("study-step", study.slug, following)


def _count(request: SignedInRequest, study: Study) -> HttpResponse:
    """Count what there is to draw, where that is not known yet; who saved may go on meanwhile."""
    job = sampling.request_counting(study=study, actor=request.user)
    messages.success(request, _("Saved."))
    return redirect("job-page", job.key) if job else redirect("study-step", study.slug, "sentences")


def _draw(request: SignedInRequest, study: Study) -> HttpResponse:
    try:
        drawn = sampling.request_drawing(study=study, actor=request.user)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("study-step", study.slug, "sentences")
    if isinstance(drawn, Job):
        return redirect("job-page", drawn.key)
    messages.success(request, drawn_in_words(drawn))
    for lack in drawn.report.short[:5]:
        messages.warning(request, lack_in_words(lack))
    return redirect("study-step", study.slug, "sentences")


def drawn_in_words(drawn: SampleSummary) -> str:
    items = ngettext("%d sentence", "%d sentences", drawn.items) % drawn.items
    pairs = ngettext("%d pair", "%d pairs", drawn.pairs) % drawn.pairs
    return _("%(items)s from %(pairs)s.") % {"items": items, "pairs": pairs}


def lack_in_words(lack: dict[str, Any]) -> str:
    lack = lack | {"condition": sampling.condition_words(lack["condition"])}
    if lack.get("why"):
        return _("Pair %(pair)s has %(found)d of %(wanted)d matches for “%(condition)s”: %(why)s.") % lack
    if not lack["found"] and int(lack.get("left_out", 0)):
        return (
            _("Pair %(pair)s has no whole sentence for “%(condition)s”: all %(left_out)s miss or double a word.") % lack
        )
    if not lack["found"]:
        return _("Pair %(pair)s has no sentence for “%(condition)s”.") % lack
    words = ngettext(
        "Pair %(pair)s has only %(found)d sentence for “%(condition)s”; you asked for %(wanted)d.",
        "Pair %(pair)s has only %(found)d sentences for “%(condition)s”; you asked for %(wanted)d.",
        lack["found"],
    )
    return words % lack


def _revision(request: SignedInRequest) -> int:
    sent = request.POST.get("revision", "")
    # A form without it was not made by us; no study has revision 0, so it is a conflict.
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 10 else 0


def _disable_locked(study: Study, page: Step, parts: Parts) -> None:
    if studies.is_locked(study):
        disable(parts, None if page.structural else STRUCTURE)


def _page(
    request: SignedInRequest,
    study: Study,
    page: Step,
    parts: Parts,
    revision: int,
    *,
    status: int = 200,
) -> HttpResponse:
    _disable_locked(study, page, parts)
    context: dict[str, Any] = {
        "study": study,
        "page": page,
        "parts": parts,
        "revision": revision,
        "locked": studies.is_locked(study) and page.structural,
        "steps": _steps(page.name),
    }
    return render(request, page.template, context | parts | page.context(study), status=status)


def _steps(current: str) -> list[dict[str, Any]]:
    titles = {name: step.title for name, step in STEPS.items()} | {REVIEW: _("Review and open")}
    return [
        {"name": name, "title": titles[name], "number": number, "is_current": name == current}
        for number, name in enumerate(NAMES, start=1)
    ]
