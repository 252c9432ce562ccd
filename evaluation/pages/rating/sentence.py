"""The page of one sentence. The address names the place, so that no tab can answer another tab's sentence."""

from __future__ import annotations

import time

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from evaluation.models import Item, MarkReason
from evaluation.pages.rating import rendering
from evaluation.pages.rating.access import SignInFirst, ask_to_sign_in, own_place
from evaluation.pages.rating.answer_form import point_of, read_answer, read_deed
from evaluation.services.errors import Refused
from evaluation.services.rating import marking, places, recording
from evaluation.services.rating.places import PlaceRow
from evaluation.services.support import markdown
from evaluation.templatetags.sentences import sentence_html

DEEDS = frozenset({"next", "save", "cannot"})


@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def sentence(request: HttpRequest, key: str) -> HttpResponse:
    try:
        place = own_place(request, key)
    except SignInFirst:
        return signed_out(request)
    if not place.can_be_rated:
        return explain(request, place)
    if request.method == "POST":
        return answered(request, place)
    return shown(request, place)


def by_script(request: HttpRequest) -> bool:
    """Whether the page's own script asks; it follows addresses itself."""
    return request.headers.get("Accept") == "application/json"


def go_to(request: HttpRequest, address: str) -> HttpResponse:
    return JsonResponse({"next": address}) if by_script(request) else redirect(address)


def signed_out(request: HttpRequest) -> HttpResponse:
    if by_script(request):
        said = _("You are signed out. Your answer is kept in this browser; open your link or sign in again to send it.")
        return JsonResponse({"message": said}, status=401)
    return ask_to_sign_in(request)


def explain(request: HttpRequest, place: PlaceRow) -> HttpResponse:
    """The study was closed or paused, or the judge has finished: the judge's own page says which."""
    address = reverse("rate", args=[place.participation_key])
    return go_to(request, f"{address}?unsaved=1" if request.method == "POST" else address)


# -- Showing ---------------------------------------------------------------------------------------------------------


def shown(request: HttpRequest, place: PlaceRow) -> HttpResponse:
    return draw(request, place, stored(place) if place.answered_at else rendering.FRESH)


def stored(place: PlaceRow) -> rendering.Shown:
    return rendering.Shown(
        values=places.values_of(place.pk),
        cannot_judge=place.cannot_judge,
        comment=place.comment,
        marks=marking.marks_of(place.pk),
        is_answered=True,
    )


def draw(request: HttpRequest, place: PlaceRow, what: rendering.Shown, *, status: int = 200) -> HttpResponse:
    where = places.progress(place)
    filling = {
        "csrf_token": get_token(request),
        "place_url": request.path,
        "participation_url": reverse("rate", args=[place.participation_key]),
        "number": where.number,
        "total": where.total,
        "done": where.done,
        "left": where.left,
        "minutes": where.minutes,
        "shown": int(time.time() * 1000),
    }
    response = HttpResponse(
        rendering.page(places.facts_of(place), place, request.LANGUAGE_CODE, filling, what), status=status
    )
    # Going back shows what is stored, not what the browser remembers.
    response["Cache-Control"] = "no-store"
    return response


# -- Answering -------------------------------------------------------------------------------------------------------


def answered(request: HttpRequest, place: PlaceRow) -> HttpResponse:
    facts = places.facts_of(place)
    deed = read_deed(facts, request.POST)
    try:
        if deed in DEEDS:
            answer = read_answer(facts, request.POST, deed=deed, language=request.LANGUAGE_CODE)
            if answer.is_final and facts.study.word_marks:
                marking.refuse_unsaid(place, request.POST.getlist("word"))
            recording.record(place, answer)
        else:
            mark(request, place, deed)
    except Refused as refusal:
        return refuse(request, place, refusal)
    if deed == "next" or deed == "cannot":
        return go_to(request, after(place))
    return go_to(request, reverse("rate-sentence", args=[place.key]))


def mark(request: HttpRequest, place: PlaceRow, deed: str) -> None:
    """Without a script the scales travel along with the marks: what was chosen is stored too."""
    facts = places.facts_of(place)
    if not facts.study.word_marks or deed.removeprefix("mark-") not in {*MarkReason.values, "none"}:
        raise Refused(_("This page does not know that button. Please load it again."))
    answer = read_answer(facts, request.POST, deed="save", language=request.LANGUAGE_CODE)
    marking.mark(place, request.POST.getlist("word"), deed.removeprefix("mark-").replace("none", ""))
    recording.record(place, answer)


def after(place: PlaceRow) -> str:
    if place.is_practice:
        return reverse("rate-feedback", args=[place.key])
    if place.next_key:
        return reverse("rate-sentence", args=[place.next_key])
    return reverse("rate", args=[place.participation_key])


def refuse(request: HttpRequest, place: PlaceRow, refusal: Refused) -> HttpResponse:
    """Say at the field what is wrong; what is stored stays, what was written stays on the page."""
    if by_script(request):
        return JsonResponse({"message": refusal.message, "field": refusal.field}, status=422)
    what = rendering.Shown(
        values=places.values_of(place.pk) | chosen(request, place),
        cannot_judge=request.POST.get("reason", ""),
        comment=request.POST.get("comment", "")[:10_000],
        marks=marking.marks_of(place.pk),
        ticked=marking.words_of(place, request.POST.getlist("word")),
        problems={refusal.field or "page": refusal.message},
    )
    return draw(request, place, what, status=422)


def chosen(request: HttpRequest, place: PlaceRow) -> dict[int, int]:
    """The points that were chosen, whatever else is wrong."""
    criteria = places.facts_of(place).criteria
    points = {each.pk: point_of(each, request.POST.get(f"score-{each.key}", "")) for each in criteria}
    return {criterion: point for criterion, point in points.items() if point is not None}


# -- Beside the sentence ---------------------------------------------------------------------------------------------


@require_safe
def back(request: HttpRequest, key: str) -> HttpResponse:
    """To the sentence before this one; from the first one to itself."""
    try:
        place = own_place(request, key)
    except SignInFirst:
        return ask_to_sign_in(request)
    return redirect("rate-sentence", places.place_before(place) or place.key)


@require_safe
def feedback(request: HttpRequest, key: str) -> HttpResponse:
    """After a practice sentence: what the study's makers say about it, beside what the judge chose."""
    try:
        place = own_place(request, key)
    except SignInFirst:
        return ask_to_sign_in(request)
    if not place.is_practice or place.answered_at is None:
        return redirect("rate-sentence", place.key)
    facts, language = places.facts_of(place), request.LANGUAGE_CODE
    item = Item.objects.only("feedback").get(pk=place.item_id)
    values = places.values_of(place.pk)
    context = {
        "study": facts.study,
        "participation_key": place.participation_key,
        "place": place,
        "progress": places.progress(place),
        "sentence": sentence_html(place.text, place.tokens, second_of(place)),
        "sentence_class": rendering.sentence_class(facts.study),
        "scales": [rendering.scale(criterion, language, values.get(criterion.pk)) for criterion in facts.criteria],
        "feedback": markdown.to_html(in_language(item.feedback, language)),
    }
    return render(request, "rating/feedback.html", context)


def second_of(place: PlaceRow) -> tuple[str, ...] | frozenset[str]:
    return (place.second_language,) if place.second_language else places.facts_of(place).second_languages


def in_language(texts: dict[str, str], language: str) -> str:
    """The text in this language, else in English, else in any."""
    return next((text for text in (texts.get(language), texts.get("en"), *texts.values()) if text), "")
