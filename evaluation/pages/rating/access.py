"""Who may open a judge's page. Somebody else's is not found; whoever is not signed in is asked to."""

from __future__ import annotations

from django.contrib.auth.middleware import get_user
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse

from evaluation.models import Participation, Study, User
from evaluation.pages.rating.language import speak_language_of
from evaluation.services.rating.places import PlaceRow, facts_of, is_judge, is_opened_by, load_place


class SignInFirst(Exception):  # noqa: N818  (what is to be done, not what went wrong)
    """Nobody is signed in."""


def ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    return redirect_to_login(request.get_full_path())


def own_participation(request: HttpRequest, key: str) -> Participation:
    """The judge's participation, even if it is revoked: its page says so."""
    # Not `request.user`, which is nobody in a session whose links are all revoked.
    user = get_user(request)
    if not isinstance(user, User):
        raise SignInFirst
    mine = Participation.objects.select_related("study__owner", "user").filter(user=user, key=key).first()
    if mine is None or not is_opened_by(request.session, mine.pk, mine.link_nonce):
        raise Http404
    speak_language_of(request, mine.study)
    return mine


def own_place(request: HttpRequest, place_key: str) -> PlaceRow:
    """The judge's place, in one query: this busiest of pages does not load ``request.user``."""
    place = load_place(place_key)
    if place is None or not is_judge(request.session, place, lambda: request.user.pk):
        if not isinstance(request.user, User):
            raise SignInFirst
        raise Http404
    if not is_opened_by(request.session, place.participation_id, place.link_nonce):
        raise Http404
    try:
        speak_language_of(request, facts_of(place).study)
    except Study.DoesNotExist:  # deleted since its place was read
        raise Http404 from None
    return place
