"""Tables that Django's admin shows, but does not let anybody add to or delete from."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from evaluation.models import User
from evaluation.services import audit


class ChangeOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A table whose rows may be changed; each change is recorded in the audit log under ``audit_action``."""

    audit_action: str

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def log_change(self, request: HttpRequest, obj: Model, message: object) -> object:  # type: ignore[override]
        audit.record(request.user if isinstance(request.user, User) else None, self.audit_action, obj)
        return super().log_change(request, obj, message)


class ReadOnlyAdmin(ChangeOnlyAdmin):
    """A table that may be looked at, searched and filtered, but not changed."""

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
