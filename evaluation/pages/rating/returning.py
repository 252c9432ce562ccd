"""A cookie by which a judge who came by the join link proves, at their next visit, that they came before.

It has the nonces of the participations that began in this browser, signed. It is sent to the study's join link only,
and worth nothing once the judge's link is revoked or renewed.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from evaluation.models import Participation, Study

COOKIE = "came_before"
KEPT_SECONDS = 60 * 60 * 24 * 365
# People who share a computer.
MOST_JUDGES = 10


def proofs(request: HttpRequest, study: Study) -> dict[str, str]:
    """The nonces of this study's participations that began in this browser, by primary key."""
    try:
        return dict(signing.loads(request.COOKIES.get(COOKIE, ""), salt=salt(study)))
    except signing.BadSignature:
        return {}


def remember(response: HttpResponse, mine: Participation, earlier: dict[str, str]) -> None:
    others = [each for each in earlier.items() if each[0] != str(mine.pk)]
    kept = [*others[1 - MOST_JUDGES :], (str(mine.pk), mine.link_nonce)]
    response.set_cookie(
        COOKIE,
        signing.dumps(kept, salt=salt(mine.study)),
        max_age=KEPT_SECONDS,
        path=path(mine.study.join_key),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def forget(response: HttpResponse, participations: Iterable[str]) -> None:
    """For whoever signs out: the next person at this computer must not come back as them."""
    studies = Study.objects.filter(participations__in=list(participations)).distinct()
    for join_key in studies.values_list("join_key", flat=True):
        response.delete_cookie(COOKIE, path=path(join_key), samesite="Lax")


def path(join_key: str) -> str:
    return reverse("join", args=[join_key])


def salt(study: Study) -> str:
    return f"cswitch.came-before.{study.join_key}"
