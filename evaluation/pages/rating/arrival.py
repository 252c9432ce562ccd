"""Coming in by a personal link or by a study's join link."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from evaluation.middleware.client_address import client_address
from evaluation.middleware.language import remember_language
from evaluation.models import Participation, Study, StudyState, User
from evaluation.pages.rating import returning
from evaluation.pages.rating.language import speak_language_of
from evaluation.services.errors import Refused
from evaluation.services.rating import participation
from evaluation.services.rating.places import LINKS_SESSION_KEY, is_opened_by
from evaluation.services.studies import invitations
from evaluation.services.studies.crowd_sites import is_unreplaced
from evaluation.services.support import throttle
from evaluation.services.support.language_names import name_and_own_name

BACKEND = "django.contrib.auth.backends.ModelBackend"
# Links opened from one address; a class of students behind one router stays well below.
LINKS_PER_HOUR, JOINS_PER_HOUR = 600, 300


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def personal_link(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in whoever holds the link. Somebody else who is signed in is asked first."""
    if not throttle.hit("link", client_address(request), limit=LINKS_PER_HOUR, seconds=3600):
        return no_way_in(request, _("Too many links were opened from here. Please try again in an hour."), status=429)
    try:
        mine = invitations.participation_of(token)
    except Refused as refusal:
        return no_way_in(request, refusal.message, is_account=refusal.field == "sign-in")
    if isinstance(request.user, User) and request.user != mine.user and request.method != "POST":
        speak_language_of(request, mine.study)
        return render(request, "rating/somebody_else.html", {"study": mine.study})
    return enter(request, mine)


def enter(request: HttpRequest, mine: Participation) -> HttpResponse:
    """Sign the judge in and go to the judge's own address. Without a password, the session ends with the link."""
    if request.user != mine.user:
        # Forgets the session of anybody else. One transaction: on SQLite each has to wait for its turn to write.
        with transaction.atomic():
            login(request, mine.user, backend=BACKEND)
    links = request.session.get(LINKS_SESSION_KEY)
    if links is not None or not invitations.has_own_account(mine.user):
        request.session[LINKS_SESSION_KEY] = (links or {}) | {str(mine.pk): mine.link_nonce}
    response = redirect("rate", mine.key)
    # The language chosen last, in any study; else the one this study was begun in.
    language = mine.user.interface_language or mine.language
    if language:
        remember_language(response, language)
    return response


def no_way_in(request: HttpRequest, message: str, *, status: int = 403, is_account: bool = False) -> HttpResponse:
    return render(request, "rating/no_way_in.html", {"message": message, "is_account": is_account}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, join_key: str) -> HttpResponse:
    """The study's join link: what the study is, and a button. Opening the link alone does not make anybody a judge."""
    draft = own_draft(request, join_key)
    if draft is not None:
        speak_language_of(request, draft)
        return render(request, "rating/join.html", join_context(request, draft) | {"is_draft": True})
    try:
        study = participation.study_of_join_key(join_key)
        speak_language_of(request, study)
        if request.method == "POST":
            return join_study(request, study)
    except Refused as refusal:
        return no_way_in(request, refusal.message, is_account=refusal.field == "sign-in")
    return render(request, "rating/join.html", join_context(request, study))


def join_context(request: HttpRequest, study: Study) -> dict[str, Any]:
    return {
        "study": study,
        "languages": [name_and_own_name(code) for code in study.languages],
        "external_id": external_id(request, study),
        "id_check": id_check(request, study),
    }


def own_draft(request: HttpRequest, join_key: str) -> Study | None:
    """The study of this link, if it is a draft of whoever asks: the id is best checked before judges come."""
    if not isinstance(request.user, User):
        return None
    drafts = Study.objects.visible_to(request.user).filter(state=StudyState.DRAFT, join_link_open=True)
    return drafts.filter(join_key=join_key).first()


def id_check(request: HttpRequest, study: Study) -> str:
    """What a researcher who tries the address is told about the participant id; nothing to anybody else."""
    if not study.participant_parameter or not isinstance(request.user, User):
        return ""
    if not Study.objects.visible_to(request.user).filter(pk=study.pk).exists():
        return ""
    arrived = external_id(request, study)
    if not arrived:
        return f"No participant id arrived: the address has no {study.participant_parameter}."
    if is_unreplaced(arrived):
        return f"The placeholder was not replaced by an id: {arrived}"
    return f"The participant id arrived: {arrived}"


def external_id(request: HttpRequest, study: Study) -> str:
    """The id a crowd-work site puts in the address, under the name the study gives."""
    return request.GET.get(study.participant_parameter, "") if study.participant_parameter else ""


def join_study(request: HttpRequest, study: Study) -> HttpResponse:
    if not throttle.hit("join", client_address(request), limit=JOINS_PER_HOUR, seconds=3600):
        raise Refused(_("Too many people joined from here. Please try again in an hour."))
    proofs = returning.proofs(request, study)
    mine = invitations.join(
        study=study,
        user=signed_in_judge(request, study),
        external_id=request.POST.get("external_id", ""),
        proofs=proofs,
    )
    response = enter(request, mine)
    if not invitations.has_own_account(mine.user):
        returning.remember(response, mine, proofs)
    return response


def signed_in_judge(request: HttpRequest, study: Study) -> User | None:
    """Who is signed in; nobody, if this session came by a link to this study that has been replaced since."""
    if not isinstance(request.user, User):
        return None
    mine = study.participations.filter(user=request.user).first()
    return request.user if mine is None or is_opened_by(request.session, mine.pk, mine.link_nonce) else None
