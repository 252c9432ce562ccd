"""One shape for everything that goes wrong: ``{"error": {"code": …, "message": …, "fields": {…}}}``.

``code`` is for programs and never changes, ``message`` is for people, ``fields`` says what is wrong where.
"""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.response import Response
from rest_framework.views import exception_handler

from evaluation.services.errors import Refused
from evaluation.services.pairs.turns import Busy, TooLong
from evaluation.services.support.database_away import SECONDS_TO_WAIT, is_database_away

log = logging.getLogger(__name__)

NO_FIELD = "non_field_errors"


class TooLarge(exceptions.APIException):
    status_code = 413
    default_code = "too_large"


class Unavailable(exceptions.APIException):
    """The database is away. DRF makes the Retry-After header from ``wait``."""

    status_code = 503
    default_code = "unavailable"
    wait = SECONDS_TO_WAIT


class TooMuchWork(exceptions.APIException):
    status_code = 422
    default_code = "too_long"


class RefusedByService(exceptions.ValidationError):
    """A service's refusal, at the field it names."""

    default_code = "refused"

    def __init__(self, refusal: Refused) -> None:
        super().__init__({refusal.field or NO_FIELD: [refusal.message]}, code="refused")


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's handler, with our shape; None (a server error) for what nobody foresaw."""
    known = as_api_error(error)
    response = exception_handler(known, context)
    if response is not None and isinstance(known, exceptions.APIException):
        response.data = {"error": described(known)}
    return response


def as_api_error(error: Exception) -> Exception:
    if isinstance(error, Busy):
        return exceptions.Throttled(wait=error.wait, detail=error.message)
    if isinstance(error, TooLong):
        return TooMuchWork(error.message)
    if isinstance(error, Refused):
        return RefusedByService(error)
    if isinstance(error, Http404):
        return exceptions.NotFound()
    if isinstance(error, PermissionDenied):
        return exceptions.PermissionDenied()
    if isinstance(error, RequestDataTooBig):
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024 // 1024
        return TooLarge(_("Send at most %d MB at once.") % most)
    if isinstance(error, SuspiciousOperation):
        return exceptions.ParseError()
    if is_database_away(error):
        log.error("The database is away.", exc_info=error)
        return Unavailable(_("The database does not answer. Please try again in a moment."))
    return error


def described(error: exceptions.APIException) -> dict[str, Any]:
    if isinstance(error, exceptions.ValidationError):
        fields = flattened(error.detail)
        message = next((words[0] for words in fields.values()), _("The request is not valid."))
        code = "refused" if isinstance(error, RefusedByService) else "invalid"
        return {"code": code, "message": message, "fields": {at: words for at, words in fields.items() if at}}
    return {"code": str(error.get_codes()), "message": str(error.detail), "fields": {}}


def flattened(detail: Any, at: str = "") -> dict[str, list[str]]:
    """Errors at the places they are about: ``{"pairs.3.l1.tree": ["…"]}``; those about nothing special are at ``""``.

    >>> flattened({"pairs": [{}, {"id": ["taken"]}], "non_field_errors": ["no"]})
    {'pairs.1.id': ['taken'], '': ['no']}
    """
    if isinstance(detail, dict):
        return merged(flattened(inner, join(at, str(key))) for key, inner in detail.items())
    if isinstance(detail, list) and any(isinstance(inner, dict | list) for inner in detail):
        return merged(flattened(inner, join(at, str(place))) for place, inner in enumerate(detail))
    return {at: [str(words) for words in detail]} if isinstance(detail, list) else {at: [str(detail)]}


def merged(parts: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for part in parts:
        for at, words in part.items():
            found.setdefault(at, []).extend(words)
    return found


def join(at: str, key: str) -> str:
    key = "" if key == NO_FIELD else key
    return f"{at}.{key}" if at and key else at or key


class ErrorBody(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="For programs: never changes.")
    message = serializers.CharField(help_text="For people.")
    fields = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()), help_text="What is wrong, and where."
    )


class ErrorSerializer(serializers.Serializer[Any]):
    error = ErrorBody()
