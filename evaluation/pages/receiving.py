"""A file that somebody sends in a form: received, or what speaks against it at the field it is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django import forms
from django.http import HttpRequest

from evaluation.pages.pairs.forms import add_refusal
from evaluation.services.errors import Refused
from evaluation.services.pairs.uploads.receiving import too_large

Sent = TypeVar("Sent")


def received(request: HttpRequest, form: forms.Form, receive: Callable[[], Sent]) -> Sent | None:
    """What `receive` makes of a valid form; None where something is wrong, which the form then says."""
    if getattr(request, "upload_too_large", False):
        form.full_clean()
        form.errors.pop("file", None)
        add_refusal(too_large(), form)
        return None
    if not form.is_valid():
        return None
    try:
        return receive()
    except Refused as refusal:
        add_refusal(refusal, form)
        return None
