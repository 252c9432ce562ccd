"""Error pages: short, calm, with the request id to quote."""

import sys

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from evaluation.middleware.readable_text import UnreadableText
from evaluation.services.support.database_away import SECONDS_TO_WAIT, is_database_away
from evaluation.services.support.request_id import current_request_id


def error_page(request: HttpRequest, status: int, name: str, **context: object) -> HttpResponse:
    context["request_id"] = current_request_id.get()
    return render(request, f"errors/{name}.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    unreadable = exception if isinstance(exception, UnreadableText) else None
    too_big = isinstance(exception, RequestDataTooBig)
    return error_page(request, 400, "bad_request", too_big=too_big, unreadable=unreadable)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_page(request, 403, "forbidden")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_page(request, 404, "not_found")


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    return error_page(request, 403, "csrf_failed")


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of ours, or the database is away: Django calls this while it handles the exception."""
    if is_database_away(sys.exc_info()[1]):
        return database_away(request)
    return page_without_request(500, "server_error")


def database_away(request: HttpRequest) -> HttpResponse:
    """Come back in a moment. The API says so itself, except to what happens before it is asked."""
    response: HttpResponse
    if request.path.startswith("/api/"):
        message = _("The database does not answer. Please try again in a moment.")
        response = JsonResponse({"error": {"code": "unavailable", "message": message, "fields": {}}}, status=503)
    else:
        response = page_without_request(503, "database_away")
    response["Retry-After"] = str(SECONDS_TO_WAIT)
    response["Cache-Control"] = "no-store"
    return response


def page_without_request(status: int, name: str) -> HttpResponse:
    """Without the request's context: whatever broke must not break this page too."""
    context = {"request_id": current_request_id.get()}
    return HttpResponse(render_to_string(f"errors/{name}.html", context), status=status)
