"""SQLite: its own online backup makes a consistent copy while others write, and puts it back in one transaction."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from evaluation.services.errors import Refused

COPY = "database.sqlite3"


def dump(folder: Path) -> dict[str, Any]:
    connection.ensure_connection()
    with closing(sqlite3.connect(folder / COPY)) as copy:
        connection.connection.backup(copy)
        # Write-ahead logging is the live database's affair; a copy is one file.
        copy.execute("PRAGMA journal_mode=DELETE")
    return {}


def check(folder: Path) -> None:
    """Refuse a damaged copy, before the live database is touched."""
    try:
        with closing(sqlite3.connect(folder / COPY)) as copy:
            verdict = copy.execute("PRAGMA quick_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        verdict = str(error)
    if verdict != "ok":
        raise Refused(_("The database in this backup is damaged (%(why)s). Nothing was changed.") % {"why": verdict})


def load(folder: Path, manifest: dict[str, Any]) -> bool:  # noqa: ARG001
    """Overwrite the live database; one that cannot be opened is renamed first. True if there is a new file now."""
    is_new = False
    if not is_intact():
        rename_damaged(Path(str(connection.settings_dict["NAME"])))
        is_new = True
    connection.ensure_connection()
    with closing(sqlite3.connect(folder / COPY)) as copy:
        copy.backup(connection.connection)
    return is_new


def is_intact() -> bool:
    """Whether the live database can be opened and has tables (SQLite makes an empty one where the file is missing)."""
    connection.close()
    try:
        with connection.cursor() as cursor:
            return bool(
                cursor.execute("PRAGMA quick_check").fetchone()[0] == "ok" and connection.introspection.table_names()
            )
    except (DatabaseError, sqlite3.DatabaseError):
        return False


def rename_damaged(path: Path) -> None:
    connection.close()
    moment = f"{timezone.now():%Y%m%d-%H%M%S}"
    for name in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        if name.exists():
            name.rename(name.with_name(f"{name.name}.damaged-{moment}"))
