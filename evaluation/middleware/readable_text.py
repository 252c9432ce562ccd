"""The gate for text: what no text can hold is refused before any page, the API or the database sees it.

PostgreSQL stores no NUL, and half of a surrogate pair cannot be written as UTF-8. Addresses and forms are checked here;
bodies that the API reads by parsers of its own are checked by those, with the same function.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
API = "/api/"


class UnreadableText(BadRequest):
    """A text with a character that cannot be stored; ``field`` is where it stands."""

    def __init__(self, field: str) -> None:
        self.field = UNSTORABLE.sub("�", field)
        super().__init__(unreadable_words())


def unreadable_words() -> str:
    return _(
        "There is a character in it that no text can hold (NUL or half a character). Take it out and send it again."
    )


def unreadable_fields(value: Any, at: str = "") -> Iterator[str]:
    """Where such a character stands in nested lists and objects, like ``pairs.3.id``; in names too.

    >>> list(unreadable_fields({"a": ["x", {"b": "\\x00"}], "c": 1}))
    ['a.1.b']
    """
    if isinstance(value, str):
        if UNSTORABLE.search(value):
            yield at
    elif isinstance(value, dict):
        for name, inner in value.items():
            below = f"{at}.{name}" if at else str(name)
            yield from unreadable_fields(str(name), below)
            yield from unreadable_fields(inner, below)
    elif isinstance(value, list | tuple):
        for place, inner in enumerate(value):
            yield from unreadable_fields(inner, f"{at}.{place}" if at else str(place))


class ReadableTextMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Whoever has a spoilt cookie comes as one without it, and is not locked out until it expires.
        for name in [name for name, value in request.COOKIES.items() if UNSTORABLE.search(value)]:
            del request.COOKIES[name]
        try:
            if UNSTORABLE.search(request.path_info):
                raise UnreadableText("")
            refuse_unreadable(request.GET)
        except UnreadableText as error:
            if not request.path_info.startswith(API):
                raise
            fields = {error.field: [str(error)]} if error.field else {}
            body = {"error": {"code": "invalid", "message": str(error), "fields": fields}}
            return JsonResponse(body, status=400)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: object, kwargs: object) -> None:
        """Forms of pages. A view without Django's CSRF check (the API, uploads) reads its own body, when it may."""
        if request.method == "POST" and not getattr(view, "csrf_exempt", False):
            refuse_unreadable(request.POST)
            for name, files in request.FILES.lists():
                for file in files:
                    if UNSTORABLE.search(file.name or ""):
                        raise UnreadableText(name)


def refuse_unreadable(fields: Any) -> None:
    """Raise at the first field of a form or an address that has such a character."""
    for name, values in fields.lists():
        if UNSTORABLE.search(name) or any(UNSTORABLE.search(value) for value in values if isinstance(value, str)):
            raise UnreadableText(name)
