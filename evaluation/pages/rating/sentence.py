"""The judge's page: one sentence to rate. Its address names the place, so no tab can answer another tab's sentence."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from evaluation.models import ALIKE, Item, Study
from evaluation.pages.rating import rendering
from evaluation.pages.rating.access import SignInFirst, ask_to_sign_in, own_place
from evaluation.pages.rating.answer_form import point_of, read_action, read_answer
from evaluation.pages.rating.answer_store import AnswerStore, DatabaseStore
from evaluation.pages.rating.scales import scale
from evaluation.services.errors import Refused
from evaluation.services.rating import marking, places, scripts
from evaluation.services.rating.places import PlaceRow
from evaluation.services.studies.mark_reasons import reason_words
from evaluation.services.support import markdown

# The buttons that send an answer; the others mark words.
ANSWERS = frozenset({"next", "save", "cannot"})
SCRIPT_COOKIE = "script"


@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def sentence(request: HttpRequest, key: str) -> HttpResponse:
    try:
        place = own_place(request, key)
    except SignInFirst:
        return signed_out(request)
    if not place.can_be_rated:
        return redirect_to_participation(request, place)
    try:
        return respond(request, DatabaseStore(place))
    except Study.DoesNotExist:  # deleted since its place was read
        raise Http404 from None


def is_from_script(request: HttpRequest) -> bool:
    """Whether the page's own script sent this; it wants JSON and goes to the next address itself."""
    return request.headers.get("Accept") == "application/json"


def go_to(request: HttpRequest, address: str) -> HttpResponse:
    return JsonResponse({"next": address}) if is_from_script(request) else redirect(address)


def signed_out(request: HttpRequest) -> HttpResponse:
    if is_from_script(request):
        said = _("You are signed out. Your answer is kept in this browser; open your link or sign in again to send it.")
        return JsonResponse({"message": said}, status=401)
    return ask_to_sign_in(request)


def redirect_to_participation(request: HttpRequest, place: PlaceRow) -> HttpResponse:
    """The sentence cannot be rated (any more); the page of the judge's participation says why."""
    address = reverse("rate", args=[place.participation_key])
    return go_to(request, f"{address}?unsaved=1" if request.method == "POST" else address)


# -- Showing ---------------------------------------------------------------------------------------------------------


def respond(request: HttpRequest, store: AnswerStore) -> HttpResponse:
    """Show the sentence, or take the answer that was sent."""
    if request.method == "POST":
        return save(request, store)
    chosen = request.GET.get("script", "")
    if chosen in places.facts_of(store.place).scripts:
        return remember_script(redirect(request.path), chosen)
    return render_page(request, store, store.answer())


def remember_script(response: HttpResponse, script: str) -> HttpResponse:
    """For the sentences that follow, too."""
    secure, age = settings.SESSION_COOKIE_SECURE, settings.SESSION_COOKIE_AGE
    response.set_cookie(SCRIPT_COOKIE, script, max_age=age, secure=secure, httponly=True, samesite="Lax")
    return response


def script_shown(request: HttpRequest, place: PlaceRow) -> str:
    """The script in which this judge is shown the sentence or the couple; empty if there is one form only."""
    study, chosen = places.facts_of(place).study, request.COOKIES.get(SCRIPT_COOKIE, "")
    return scripts.shown_script(study, place.scripts, chosen)


def render_page(
    request: HttpRequest, store: AnswerStore, answer: rendering.ShownAnswer, *, status: int = 200
) -> HttpResponse:
    response = HttpResponse(page_html(request, store, answer), status=status)
    # Going back shows what is stored, not what the browser remembers.
    response["Cache-Control"] = "no-store"
    return response


def page_html(request: HttpRequest, store: AnswerStore, answer: rendering.ShownAnswer) -> str:
    place, progress = store.place, store.progress()
    facts, script = places.facts_of(place), script_shown(request, place)
    values = {
        "csrf_token": get_token(request),
        "place_url": reverse("rate-sentence", args=[place.key]),
        "next_url": store.address_after() if place.next_key and not place.is_practice else "",
        "participation_url": reverse("rate", args=[place.participation_key]),
        "number": progress.number,
        "total": progress.total,
        "done": progress.done,
        "left": progress.left,
        "minutes": progress.minutes,
        "shown": int(time.time() * 1000),
        "script": script,
        "script_choice": rendering.script_choice_html(facts, script or request.COOKIES.get(SCRIPT_COOKIE, "")),
    }
    return rendering.page(
        facts,
        place.sentences_in(script),
        request.LANGUAGE_CODE,
        values,
        answer,
        is_practice=place.is_practice,
        is_preview=store.is_preview,
    )


# -- Answering -------------------------------------------------------------------------------------------------------


def save(request: HttpRequest, store: AnswerStore) -> HttpResponse:
    place = store.place
    facts = places.facts_of(place)
    action = read_action(facts, request.POST)
    try:
        if action in ANSWERS:
            answer = read_answer(facts, request.POST, action=action, language=request.LANGUAGE_CODE)
            if answer.is_final and facts.study.word_marks:
                marking.refuse_words_without_reason(place, request.POST.getlist("word"), store.marks)
            store.record(answer)
        else:
            save_marks(request, store, action)
    except Refused as refusal:
        return show_refusal(request, store, refusal)
    if action in {"next", "cannot"}:
        return go_on(request, store)
    return go_to(request, reverse("rate-sentence", args=[place.key]))


def go_on(request: HttpRequest, store: AnswerStore) -> HttpResponse:
    """To what comes next. The script is given the page of a sentence beforehand, so that no judge waits for it."""
    has = request.POST.get("ahead")
    ahead = store.ahead(has) if has is not None and is_from_script(request) else None
    if ahead is None:
        return go_to(request, store.address_after())
    html = page_html(request, ahead, rendering.NO_ANSWER)
    response = JsonResponse({"next": store.address_after(), "page": html})
    response["Cache-Control"] = "no-store"
    return response


def save_marks(request: HttpRequest, store: AnswerStore, action: str) -> None:
    """Without a script the whole form is sent with the marks, so the points chosen so far are stored too."""
    facts = places.facts_of(store.place)
    if not facts.study.word_marks or action.removeprefix("mark-") not in {*reason_words(facts.study), "none"}:
        raise Refused(_("This page does not know that button. Please load it again."))
    answer = read_answer(facts, request.POST, action="save", language=request.LANGUAGE_CODE)
    store.mark(request.POST.getlist("word"), action.removeprefix("mark-").replace("none", ""))
    store.record(answer)


def show_refusal(request: HttpRequest, store: AnswerStore, refusal: Refused) -> HttpResponse:
    """Say at the field what is wrong. Nothing is stored, and what was sent stays on the page."""
    if is_from_script(request):
        return JsonResponse({"message": refusal.message, "field": refusal.field}, status=422)
    answer = rendering.ShownAnswer(
        values={**store.values(), **chosen_points(request, store.place)},
        cannot_judge=request.POST.get("reason", ""),
        comment=request.POST.get("comment", "")[:10_000],
        marks=store.marks(),
        ticked=marking.word_numbers(store.place, request.POST.getlist("word")),
        problems={refusal.field or "page": refusal.message},
    )
    return render_page(request, store, answer, status=422)


def chosen_points(request: HttpRequest, place: PlaceRow) -> dict[int, int]:
    """The points that were chosen, whatever else is wrong."""
    criteria = places.facts_of(place).criteria
    points = {each.pk: point_of(each, request.POST.get(f"score-{each.key}", "")) for each in criteria}
    return {criterion: point for criterion, point in points.items() if point is not None}


# -- Beside the sentence ---------------------------------------------------------------------------------------------


def place_required(view: Callable[[HttpRequest, PlaceRow], HttpResponse]) -> Callable[[HttpRequest, str], HttpResponse]:
    """Call the view with the judge's own place; whoever is not signed in is asked to."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, key: str) -> HttpResponse:
        try:
            place = own_place(request, key)
        except SignInFirst:
            return ask_to_sign_in(request)
        if place.link_revoked_at is not None:
            return redirect_to_participation(request, place)
        return view(request, place)

    return guarded


@require_safe
@place_required
def back(_request: HttpRequest, place: PlaceRow) -> HttpResponse:
    """To the sentence before this one; from the first one to itself."""
    return redirect("rate-sentence", places.place_before(place) or place.key)


@require_safe
@place_required
def feedback(request: HttpRequest, place: PlaceRow) -> HttpResponse:
    """After a practice sentence: what the researchers say about it, beside what the judge chose."""
    if not place.is_practice or place.answered_at is None:
        return redirect("rate-sentence", place.key)
    return render_feedback(request, DatabaseStore(place))


def render_feedback(request: HttpRequest, store: AnswerStore) -> HttpResponse:
    place = store.place
    facts, language = places.facts_of(place), request.LANGUAGE_CODE
    item = Item.objects.only("feedback").get(pk=place.item_id)
    values, shown = store.values(), place.sentences_in(script_shown(request, place))
    context = {
        "study": facts.study,
        "participation_key": place.participation_key,
        "place": place,
        "progress": store.progress(),
        "sentences": rendering.sides_html(facts, shown, values),
        "is_alike": rendering.chosen_side(facts, values) == ALIKE,
        "sentence_class": rendering.sentence_class(facts.study),
        "scales": [
            scale(criterion, language, values.get(criterion.pk))
            for criterion in facts.criteria
            if not criterion.is_choice
        ],
        "feedback": markdown.to_html(in_language(item.feedback, language)),
        "is_preview": store.is_preview,
    }
    return render(request, "rating/feedback.html", context)


def in_language(texts: dict[str, str], language: str) -> str:
    """The text in this language, else in English, else in any."""
    return next((text for text in (texts.get(language), texts.get("en"), *texts.values()) if text), "")
