"""The judge's pages as a researcher sees them, from consent to the end, before or after opening a study.

Templates, scripts and checks are those of the judges; what is answered stays in the researcher's browser.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from evaluation.models import Participation, ParticipationState
from evaluation.pages.access import SignedInRequest, View, researcher_required, study_or_404
from evaluation.pages.rating import rendering, sentence
from evaluation.pages.rating.answers import answer_line
from evaluation.pages.rating.language import speak_language_of
from evaluation.pages.rating.preview_answers import Preview
from evaluation.pages.rating.question_fields import question_context
from evaluation.pages.rating.steps import render_step
from evaluation.services.rating import participation, places
from evaluation.services.rating.completion import completion_of

PreviewView = Callable[..., HttpResponse]
# Pages that only say something.
PLAIN_STEPS = frozenset({"pause", "finished", "ineligible", "withdrawn"})
# The pages that show a completion code, and the state of the judge who has come there.
ENDS = {"finished": ParticipationState.FINISHED, "ineligible": ParticipationState.INELIGIBLE}


def preview_view(view: PreviewView) -> View:
    """Call the view with the preview of a study that this researcher may see."""

    @gzip_page
    @never_cache
    @researcher_required
    @wraps(view)
    def guarded(request: SignedInRequest, slug: str, **named: object) -> HttpResponse:
        study = study_or_404(request, slug)
        speak_language_of(request, study)
        preview = Preview(request, study)
        response = view(request, preview, **named)
        preview.keep_in(response)
        return response

    return guarded


@require_safe
@preview_view
def preview(_request: SignedInRequest, preview: Preview) -> HttpResponse:
    """Begin anew, where a judge begins."""
    preview.answers = {}
    return to_step(preview, "consent")


def to_step(preview: Preview, name: str) -> HttpResponse:
    return redirect("preview-step", preview.study.slug, name)


@require_safe
@preview_view
def go_on(request: SignedInRequest, preview: Preview) -> HttpResponse:
    if not preview.items:
        return render_step(request, somebody(request, preview), "nothing_left")
    number = preview.next_number()
    return redirect("preview-sentence", preview.study.slug, number) if number else to_step(preview, "finish")


# -- Sentences -------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@preview_view
def rate(request: SignedInRequest, preview: Preview, *, number: int) -> HttpResponse:
    return sentence.respond(request, preview.store(checked(preview, number)))


@require_safe
@preview_view
def back(_request: SignedInRequest, preview: Preview, *, number: int) -> HttpResponse:
    return redirect("preview-sentence", preview.study.slug, max(1, checked(preview, number) - 1))


@require_safe
@preview_view
def feedback(request: SignedInRequest, preview: Preview, *, number: int) -> HttpResponse:
    store = preview.store(checked(preview, number))
    if not store.place.is_practice or not store.kept.is_final:
        return redirect("preview-sentence", preview.study.slug, number)
    return sentence.render_feedback(request, store)


def checked(preview: Preview, number: int) -> int:
    if not 1 <= number <= len(preview.items):
        raise Http404
    return number


# -- The steps around them -------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@preview_view
def step(request: SignedInRequest, preview: Preview, *, name: str) -> HttpResponse:
    if name in PLAIN_STEPS:
        mine = somebody(request, preview)
        mine.state = ENDS.get(name, mine.state)
        return render_step(request, mine, name, completion=completion_of(mine))
    if name not in STEPS:
        raise Http404
    return STEPS[name](request, preview)


def somebody(request: SignedInRequest, preview: Preview) -> Participation:
    """A participation that is never saved."""
    study = preview.study
    return Participation(study=study, user=request.user, key=preview.key, consent_version=study.consent_version)


def consent(request: SignedInRequest, preview: Preview) -> HttpResponse:
    is_sent = request.method == "POST"
    if is_sent and request.POST.get("agree") == "yes":
        return to_step(preview, "questions" if preview.study.questions else "instructions")
    mine = somebody(request, preview)
    mine.consent_version = None
    return render_step(request, mine, "consent", 422 if is_sent else 200, problem="agree" if is_sent else "")


def questions(request: SignedInRequest, preview: Preview) -> HttpResponse:
    mine = somebody(request, preview)
    problems: dict[str, str] = {}
    if request.method == "POST":
        problems = participation.read_questions(mine, request.POST)
        if not problems:
            is_eligible = mine.state != ParticipationState.INELIGIBLE
            return to_step(preview, "instructions" if is_eligible else "ineligible")
    context = question_context(mine.study, request, problems)
    return render_step(request, mine, "questions", 422 if problems else 200, **context)


def instructions(request: SignedInRequest, preview: Preview) -> HttpResponse:
    if request.method == "POST":
        return redirect("rate", preview.key)
    return render_step(request, somebody(request, preview), "instructions", is_first=not preview.answers)


def answers(request: SignedInRequest, preview: Preview) -> HttpResponse:
    study = preview.study
    facts = places.study_facts(study.pk, study.revision, study.changed_at)
    stores = [preview.store(number) for number in sorted(preview.answers, reverse=True)]
    lines = [
        places.RatedSentence(
            store.place.key,
            store.place.sentences_in(sentence.script_shown(request, store.place)),
            store.kept.values,
            store.kept.cannot_judge,
            store.kept.comment,
        )
        for store in stores
        if store.kept.is_final and not store.place.is_practice
    ]
    return render_step(
        request,
        somebody(request, preview),
        "answers",
        lines=[answer_line(facts, line, request.LANGUAGE_CODE) for line in lines],
        can_revise=True,
        sentence_class=rendering.sentence_class(study),
    )


def finish(request: SignedInRequest, preview: Preview) -> HttpResponse:
    if preview.next_number():
        return redirect("rate", preview.key)
    if request.method == "POST":
        return to_step(preview, "finished")
    return render_step(request, somebody(request, preview), "finish")


def withdraw(request: SignedInRequest, preview: Preview) -> HttpResponse:
    is_sent = request.method == "POST"
    if is_sent and request.POST.get("sure") == "yes":
        preview.answers = {}
        return to_step(preview, "withdrawn")
    mine = somebody(request, preview)
    return render_step(request, mine, "withdraw", 422 if is_sent else 200, problem="sure" if is_sent else "")


STEPS: dict[str, Callable[[SignedInRequest, Preview], HttpResponse]] = {
    "consent": consent,
    "questions": questions,
    "instructions": instructions,
    "answers": answers,
    "finish": finish,
    "withdraw": withdraw,
}
