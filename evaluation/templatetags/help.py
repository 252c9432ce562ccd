"""Where help is: the address of the part about a page, and what the footer says."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest

from evaluation.models import User
from evaluation.services import generation
from evaluation.services.help import place_of_page

register = template.Library()

DOCUMENTS, FOR_JUDGES = "/help/", "/help/judges/"


@register.simple_tag(takes_context=True)
def help_address(context: dict[str, Any]) -> str:
    """The part of the documents about this page; for judges what judges are told, else the list of documents."""
    request: HttpRequest | None = context.get("request")
    user = getattr(request, "user", None)
    if isinstance(user, User) and not user.is_researcher:
        return FOR_JUDGES
    match = getattr(request, "resolver_match", None)
    if user is None or not user.is_authenticated or match is None:
        return DOCUMENTS
    place = place_of_page(match.url_name or "", str(match.kwargs.get("name", "")))
    return place.address if place else DOCUMENTS


@register.simple_tag
def version() -> str:
    return generation.CORE_VERSION
