"""Whether an error means that the database cannot be used for now, so that waiting helps."""

from __future__ import annotations

from django.db import DatabaseError, InterfaceError, OperationalError, connection

SECONDS_TO_WAIT = 10


def is_database_away(error: BaseException | None) -> bool:
    """True if the database is down, restarting, locked, damaged or out of space; false for a fault of the program."""
    if isinstance(error, InterfaceError):
        # PostgreSQL: the connection was lost. SQLite: a value it does not know, which is a fault of the program.
        return connection.vendor == "postgresql"
    # The plain class is what SQLite's "file is not a database" becomes; other subclasses are faults of a query.
    return isinstance(error, OperationalError) or type(error) is DatabaseError
