"""The log of who changed or exported what."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from evaluation.models import AuditEntry, User
from evaluation.services.support.request_id import NO_REQUEST, current_request_id


def record(actor: User | AnonymousUser | None, action: str, target: object = "", **details: object) -> None:
    """Write one entry; ``details`` must be plain JSON and hold no sentence ratings and no personal data."""
    request_id = current_request_id.get()
    AuditEntry.objects.create(
        actor=actor if isinstance(actor, User) else None,
        action=action,
        target=str(target)[:200],
        details=details,
        request_id="" if request_id == NO_REQUEST else request_id,
    )
