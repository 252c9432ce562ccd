"""The language of the page: the one a person chose (in a cookie), else what their browser asks for.

The choice is kept in a cookie (and with the account, from which signing in sets the cookie), so that no request needs
the session or the database for it.

Only what judges and strangers read is translated. Researchers and admins have their own pages in English, whatever was
chosen, and are not offered the choice there; a judge's pages, which they preview, keep it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from evaluation.models import User

UNTRANSLATED = "en"
# A judge's pages are in the language that was chosen, whoever opens them.
JUDGES_PAGES = ("/rate/", "/j/", "/join/")
# Programs ask for these, often: nobody needs to be looked up for them.
NO_PAGES = ("/api/", "/healthz", "/readyz", "/favicon.ico", "/language/")


class LanguageMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = translation.get_language_from_request(request)
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        # A judge's page is in a language of its study, whatever was chosen elsewhere.
        response.headers.setdefault("Content-Language", request.LANGUAGE_CODE)
        return response


class ResearchersLanguageMiddleware:
    """After everything that says who is signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_researchers_page(request):
            return self.get_response(request)
        return untranslated(self.get_response)(request)


def is_researchers_page(request: HttpRequest) -> bool:
    if request.path_info.startswith((*JUDGES_PAGES, *NO_PAGES)):
        return False
    return isinstance(request.user, User) and request.user.is_researcher


def untranslated(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that is in English only, and therefore offers no other language."""

    @wraps(view)
    def in_english(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        request.is_untranslated = True  # type: ignore[attr-defined]
        with translation.override(UNTRANSLATED):
            request.LANGUAGE_CODE = UNTRANSLATED
            response = view(request, *args, **kwargs)
        response.headers.setdefault("Content-Language", UNTRANSLATED)
        return response

    return in_english


def remember_language(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
