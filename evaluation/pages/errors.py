"""Error pages: short, calm, with the request id to quote."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from evaluation.services.support.request_id import current_request_id


def error_page(request: HttpRequest, status: int, name: str, **context: object) -> HttpResponse:
    context["request_id"] = current_request_id.get()
    return render(request, f"errors/{name}.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_page(request, 400, "bad_request", too_big=isinstance(exception, RequestDataTooBig))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_page(request, 403, "forbidden")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_page(request, 404, "not_found")


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    return error_page(request, 403, "csrf_failed")


def server_error(request: HttpRequest) -> HttpResponse:
    """Without the request's context: whatever broke must not break this page too."""
    return HttpResponse(
        render_to_string("errors/server_error.html", {"request_id": current_request_id.get()}), status=500
    )
