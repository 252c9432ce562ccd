"""How much of a SQLite file a connection keeps in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

SMALL_KIB = 2_000


@contextmanager
def small_page_cache() -> Iterator[None]:
    """Keep few pages while a large table is gone through, for they would not be read again soon (SQLite only)."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    (before,) = connection.connection.execute("PRAGMA cache_size").fetchone()
    connection.connection.execute(f"PRAGMA cache_size = -{SMALL_KIB}")
    try:
        yield
    finally:
        # A connection that was closed meanwhile begins anew with the size that the settings give it.
        if connection.connection is not None:
            connection.connection.execute(f"PRAGMA cache_size = {before}")
