"""Doing what a button asks for, and saying what came of it above the next page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.functional import Promise

from evaluation.services.errors import Refused


def done(request: HttpRequest, deed: Callable[..., Any], *, said: str | Promise = "", **arguments: Any) -> bool:
    """Do it and say so, or say why it was refused; whether it was done."""
    try:
        deed(**arguments)
    except Refused as refused:
        messages.error(request, refused.message)
        return False
    if said:
        messages.success(request, str(said))
    return True
