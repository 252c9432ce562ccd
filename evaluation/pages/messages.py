"""Calling the service behind a button, with a message about the outcome on the next page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.functional import Promise

from evaluation.services.errors import Refused


def run_and_report(
    request: HttpRequest, service: Callable[..., Any], *, success: str | Promise = "", **arguments: Any
) -> bool:
    """Call the service. True, with the message of success, if it was done; false, with its own words, if refused."""
    try:
        service(**arguments)
    except Refused as refused:
        messages.error(request, refused.message)
        return False
    if success:
        messages.success(request, str(success))
    return True
