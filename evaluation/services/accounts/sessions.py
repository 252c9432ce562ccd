"""Django's sessions in the database, read by a prepared query because every page reads its session."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from evaluation.services.support.prepared_queries import PreparedQuery

SESSION_OF_KEY = PreparedQuery(
    lambda key: Session.objects.filter(session_key=key).order_by().values_list("session_data", "expire_date")
)


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        """As Django's, which keeps nothing of a session that is unknown or has expired."""
        found = SESSION_OF_KEY.first(self.session_key) if self.session_key else None
        if found is None or found[1] <= timezone.now():
            self._session_key = None
            return {}
        decoded: dict[str, Any] = self.decode(found[0])
        return decoded
