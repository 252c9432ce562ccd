"""Django's backend for SQLite; transactions that will write stand in a queue for the write lock."""

from __future__ import annotations

import sqlite3
import time

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from evaluation.config.sqlite3.queue import first_of_the_queue

# How long SQLite waits for the lock before the first of the queue asks again: naps of one and of two milliseconds, in
# which other threads of the process go on.
ASK_AGAIN_AFTER_MS = 3


class DatabaseWrapper(base.DatabaseWrapper):
    def _start_transaction_under_autocommit(self) -> None:
        if self.transaction_mode != "IMMEDIATE" or self.is_in_memory_db():  # type: ignore[attr-defined]
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
            return
        seconds: float = self.settings_dict["OPTIONS"]["timeout"]
        deadline = time.monotonic() + seconds
        try:
            with first_of_the_queue(str(self.settings_dict["NAME"])):
                self._set_busy_timeout(ASK_AGAIN_AFTER_MS)
                try:
                    self._begin(deadline)
                finally:
                    self._set_busy_timeout(round(1000 * seconds))
        except OSError as error:
            raise OperationalError(f"unable to open the queue for the write lock: {error.strerror}") from error

    def _begin(self, deadline: float) -> None:
        """Ask for the write lock until it is there, or the time is over."""
        while True:
            try:
                super()._start_transaction_under_autocommit()  # type: ignore[misc]
            except OperationalError as error:
                if not is_busy(error) or time.monotonic() > deadline:
                    raise
            else:
                return

    def _set_busy_timeout(self, milliseconds: int) -> None:
        """How long statements wait for the lock inside SQLite."""
        self.connection.execute(f"PRAGMA busy_timeout={milliseconds}")


def is_busy(error: OperationalError) -> bool:
    cause = error.__cause__
    return isinstance(cause, sqlite3.OperationalError) and cause.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
