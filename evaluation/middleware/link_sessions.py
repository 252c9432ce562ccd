"""A session that began with a link ends with it: once every link it came by is revoked or renewed, nobody is signed in.

Else whoever holds an old session could go on reading the judge's personal data, or set a password. The judge's page
does not pay for this: it reads ``request.user`` only where something is wrong (see ``pages.rating.access``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from evaluation.models import User
from evaluation.services.rating.places import LINKS_SESSION_KEY


class LinkSessionMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        request.user = SimpleLazyObject(lambda: signed_in(request, user))  # type: ignore[assignment]
        return self.get_response(request)


def signed_in(request: HttpRequest, user: User | AnonymousUser) -> User | AnonymousUser:
    """The user that the session has so far, or nobody."""
    links = request.session.get(LINKS_SESSION_KEY)
    if not isinstance(user, User) or links is None or user.participations.reached_by(links).exists():
        return user
    return AnonymousUser()


@receiver(user_logged_in)
def forget_links(request: HttpRequest, **_: Any) -> None:
    """Whoever signs in with a password is not bound to the links opened before; Django keeps such a session."""
    request.session.pop(LINKS_SESSION_KEY, None)
