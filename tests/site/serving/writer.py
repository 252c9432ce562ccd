"""Somebody who writes to an SQLite database as the site does."""

from contextlib import contextmanager
from pathlib import Path

from django.db.utils import ConnectionHandler

from evaluation.config.settings import SQLITE_OPTIONS


class Writer:
    """One connection of the site to a database of its own, with transactions as ``atomic`` makes them."""

    def __init__(self, path: Path | str, seconds: float = 60) -> None:
        handler = ConnectionHandler(
            {
                "default": {
                    "ENGINE": "evaluation.config.sqlite3",
                    "NAME": str(path),
                    "OPTIONS": SQLITE_OPTIONS | {"timeout": seconds},
                }
            }
        )
        self.connection = handler["default"]
        self.connection.inc_thread_sharing()

    @contextmanager
    def transaction(self):
        self.connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        try:
            yield
            self.connection.commit()
        finally:
            self.connection.rollback()
            self.connection.set_autocommit(True)

    def run(self, sql: str, parameters: list[object] | None = None) -> None:
        with self.connection.cursor() as cursor:
            cursor.execute(sql, parameters)

    def fetch(self, sql: str) -> int:
        with self.connection.cursor() as cursor:
            return cursor.execute(sql).fetchone()[0]

    def close(self) -> None:
        self.connection.close()
