"""A judge's way in and out: consent, questions, instructions, pause, finishing, withdrawing."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from evaluation.models import Participation
from evaluation.pages.rating.access import SignInFirst, ask_to_sign_in, own_participation
from evaluation.pages.rating.answer_form import WHOLE_NUMBER
from evaluation.pages.rating.sentence import in_language
from evaluation.services.errors import Refused
from evaluation.services.rating import participation, questionnaire
from evaluation.services.rating.participation import Step
from evaluation.services.support import markdown

StepView = Callable[[HttpRequest, Participation], HttpResponse]
# The steps that have an address of their own; the others are shown at the judge's own address.
FORMS = {Step.CONSENT, Step.QUESTIONS, Step.INSTRUCTIONS}


def participation_required(view: StepView) -> Callable[[HttpRequest, str], HttpResponse]:
    """Call the view with the judge's own participation; if it is refused, go to the step the judge is at.

    Whose invitation was taken back is told so, whatever they ask for.
    """

    @gzip_page
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, key: str) -> HttpResponse:
        try:
            mine = own_participation(request, key)
        except SignInFirst:
            return ask_to_sign_in(request)
        if mine.link_revoked_at is not None:
            return render_step(request, mine, "revoked", status=403, is_unsaved="unsaved" in request.GET)
        try:
            return view(request, mine)
        except Refused:
            return redirect("rate", key)

    return guarded


def render_step(request: HttpRequest, mine: Participation, name: str, status: int = 200, **more: Any) -> HttpResponse:
    texts = mine.study
    language = request.LANGUAGE_CODE
    context = {
        "participation": mine,
        "study": mine.study,
        "is_preview": mine.pk is None,
        "has_places": mine.places.exists if mine.pk else True,
        "languages": questionnaire.language_names(mine.study.languages),
        "information": markdown.to_html(in_language(texts.consent, language)),
        "instructions": markdown.to_html(in_language(texts.instructions, language)),
        "thanks": markdown.to_html(in_language(texts.thanks, language)),
        "refusal": markdown.to_html(in_language(texts.refusal, language)),
    }
    return render(request, f"rating/{name}.html", context | more, status=status)


@require_safe
@participation_required
def rate(request: HttpRequest, mine: Participation) -> HttpResponse:
    """The judge's own address: show the step the judge is at, or redirect to its page."""
    step = participation.step_of(mine)
    if step in FORMS:
        return redirect(f"rate-{step.value}", mine.key)
    if step != Step.RATING:
        return render_step(request, mine, step.value, is_unsaved="unsaved" in request.GET)
    place = participation.next_place(mine)
    if place:
        return redirect("rate-sentence", place)
    if not mine.places.exists():
        return render_step(request, mine, "nothing_left")
    return redirect("rate-finish", mine.key)


@require_http_methods(["GET", "HEAD", "POST"])
@participation_required
def consent(request: HttpRequest, mine: Participation) -> HttpResponse:
    problem = ""
    if request.method == "POST":
        if request.POST.get("agree") == "yes":
            version = request.POST.get("version", "")
            participation.agree(
                mine, version=int(version) if WHOLE_NUMBER.fullmatch(version) else 0, language=request.LANGUAGE_CODE
            )
            return redirect("rate", mine.key)
        problem = "agree"
    if participation.step_of(mine) != Step.CONSENT:
        return redirect("rate", mine.key)
    is_again = mine.consent_version is not None
    return render_step(request, mine, "consent", 422 if problem else 200, problem=problem, is_again=is_again)


@require_http_methods(["GET", "HEAD", "POST"])
@participation_required
def questions(request: HttpRequest, mine: Participation) -> HttpResponse:
    problems: dict[str, str] = {}
    if request.method == "POST":
        problems = participation.answer_questions(mine, request.POST)
        if not problems:
            return redirect("rate", mine.key)
    if participation.step_of(mine) != Step.QUESTIONS:
        return redirect("rate", mine.key)
    return render_step(
        request, mine, "questions", 422 if problems else 200, **question_context(mine, request, problems)
    )


def question_context(mine: Participation, request: HttpRequest, problems: dict[str, str]) -> dict[str, Any]:
    sent = request.POST
    needed = {rule["question"] for rule in questionnaire.rules_of(questionnaire.eligibility_of(mine.study))}
    asked = [questionnaire.QUESTIONS[key] for key in mine.study.questions if key in questionnaire.QUESTIONS]
    rows = [
        {
            "number": row,
            "language": sent.get(f"other_language_{row}", ""),
            "from_age": sent.get(f"other_from_age_{row}", ""),
            "fluency": sent.get(f"other_fluency_{row}", ""),
        }
        for row in range(questionnaire.MOST_OTHER_LANGUAGES)
    ]
    return {
        "questions": [
            {
                "question": question,
                "problem": problems.get(question.key, ""),
                "value": sent.get(question.key, ""),
                "is_optional": question.optional and question.key not in needed,
            }
            for question in asked
        ],
        "languages": questionnaire.language_choices(),
        "fluencies": [(str(grade), words) for grade, words in questionnaire.FLUENCY.items()],
        "educations": list(questionnaire.EDUCATION.items()),
        "language_rows": rows,
        "problems": problems,
        "youngest": questionnaire.YOUNGEST,
        "oldest": questionnaire.OLDEST,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@participation_required
def instructions(request: HttpRequest, mine: Participation) -> HttpResponse:
    """Read before beginning; readable again at any time."""
    if request.method == "POST":
        participation.begin(mine)
        return redirect("rate", mine.key)
    if participation.step_of(mine) not in {Step.INSTRUCTIONS, Step.RATING}:
        return redirect("rate", mine.key)
    return render_step(request, mine, "instructions", is_first=not mine.has_read_instructions)


@require_safe
@participation_required
def pause(request: HttpRequest, mine: Participation) -> HttpResponse:
    """A page to rest on: the time spent on it is not counted."""
    if participation.step_of(mine) != Step.RATING:
        return redirect("rate", mine.key)
    return render_step(request, mine, "pause")


@require_http_methods(["GET", "HEAD", "POST"])
@participation_required
def finish(request: HttpRequest, mine: Participation) -> HttpResponse:
    if request.method == "POST":
        participation.finish(mine)
        return redirect("rate", mine.key)
    if participation.step_of(mine) != Step.RATING or participation.next_place(mine):
        return redirect("rate", mine.key)
    return render_step(request, mine, "finish")


@require_http_methods(["GET", "HEAD", "POST"])
@participation_required
def withdraw(request: HttpRequest, mine: Participation) -> HttpResponse:
    problem = ""
    if participation.step_of(mine) == Step.WITHDRAWN:
        return redirect("rate", mine.key)
    if request.method == "POST":
        if request.POST.get("sure") == "yes":
            participation.withdraw(mine)
            return redirect("rate", mine.key)
        problem = "sure"
    return render_step(request, mine, "withdraw", 422 if problem else 200, problem=problem)
