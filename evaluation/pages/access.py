"""Who may open a page. Somebody else's object is not found, so that its existence is not given away."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from evaluation.models import Study, User

View = Callable[..., HttpResponseBase]


class SignedInRequest(HttpRequest):
    """A request whose user is known to be somebody; for annotations only."""

    user: User
    htmx: Any


def researcher_required(view: View) -> View:
    """Researchers and admins; a judge is told that this is not for them, a stranger is asked to sign in."""

    @login_required
    @wraps(view)
    def guarded(request: SignedInRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_researcher:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


def admin_required(view: View) -> View:
    @login_required
    @wraps(view)
    def guarded(request: SignedInRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_admin:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


def study_or_404(request: SignedInRequest, slug: str) -> Study:
    """The study if it is this researcher's own or shared with them."""
    return get_object_or_404(Study.objects.visible_to(request.user), slug=slug)
