"""Who may ask what. Somebody else's study is not found rather than forbidden, as on the pages."""

from __future__ import annotations

from typing import Any

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from evaluation.models import User


class SignedIn(Request):
    """A request whose user is known to be somebody; for annotations only."""

    user: User


class IsResearcher(IsAuthenticated):
    """Researchers and admins; judges rate blind and see nothing about models."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return super().has_permission(request, view) and bool(request.user.is_researcher)  # type: ignore[union-attr]
