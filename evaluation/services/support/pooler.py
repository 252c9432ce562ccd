"""PgBouncer or another pooler between the site and PostgreSQL: noticed on connecting, and allowed for.

In PgBouncer's transaction mode each transaction may run on another connection of the server, so nothing may be left on
one for later: no prepared statement (PgBouncer knows them only since 1.21) and no cursor that outlives its transaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.backends.base.base import BaseDatabaseWrapper

if TYPE_CHECKING:
    import psycopg


def allow_for_pooler(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """A receiver of Django's ``connection_created``."""
    if connection.vendor == "postgresql" and is_pooled(connection.connection):
        connection.connection.prepare_threshold = None
        connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] = True


def is_pooled(connection: psycopg.Connection[Any]) -> bool:
    """Whether somebody else answers than the process that the client was told it is talking to."""
    import psycopg

    with psycopg.Cursor(connection) as cursor:
        row = cursor.execute("SELECT pg_backend_pid()").fetchone()
    return row is not None and row[0] != connection.info.backend_pid
