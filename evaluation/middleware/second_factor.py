"""Whoever has a second factor is signed in only once they have shown it; with REQUIRE_TWO_FACTOR others set one up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import SimpleLazyObject

from evaluation.models import User
from evaluation.services.accounts import second_factor

SHOWN = "second_factor_shown"
# What may be opened before the second factor is set up.
BEFORE = {"second-factor", "sign-out", "choose-language", "healthz", "readyz", "favicon"}


class SecondFactorMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        request.user = SimpleLazyObject(lambda: signed_in(request, user))  # type: ignore[assignment]
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any) -> HttpResponse | None:
        name = request.resolver_match.view_name if request.resolver_match else ""
        if name in BEFORE or not must_set_up(request):
            return None
        if name.startswith("api-"):
            request.user = AnonymousUser()
            return None
        return redirect("second-factor")


def signed_in(request: HttpRequest, user: User | AnonymousUser) -> User | AnonymousUser:
    """The user that the session has so far, or nobody while the second factor has not been shown in it."""
    if isinstance(user, User) and user.has_second_factor and not request.session.get(SHOWN):
        return AnonymousUser()
    return user


def must_set_up(request: HttpRequest) -> bool:
    # The setting first: pages that need no session shall not read it.
    if not settings.REQUIRE_TWO_FACTOR:
        return False
    return isinstance(request.user, User) and second_factor.must_be_set_up(request.user)
