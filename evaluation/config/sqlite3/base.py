"""Django's backend for SQLite, with transactions that hold the write lock as short as can be.

Those that will write stand in a queue for the lock (``queue``) and wait for the disk after they gave it back (``log``).
A statement that writes outside a transaction stands in the queue as well; for its disk SQLite itself waits.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeVar

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from evaluation.config.sqlite3.log import sync_log
from evaluation.config.sqlite3.queue import first_of_the_queue

# How long SQLite waits for the lock before the first of the queue asks again: naps of one and of two milliseconds, in
# which other threads of the process go on.
ASK_AGAIN_AFTER_MS = 3
FULL = 2
WRITING = ("INSERT", "UPDATE", "DELETE")
Result = TypeVar("Result")


class DatabaseWrapper(base.DatabaseWrapper):
    # Whether every commit is to be on the disk, and there is a log that can be synced without the lock.
    syncs_log = False
    # Whether SQLite was told, for the transaction that is open, to leave that to us.
    is_synced_by_us = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.execute_wrappers.append(self._queue_statement)

    def get_new_connection(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        made: sqlite3.Connection = super().get_new_connection(conn_params)
        settings = [made.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
        self.syncs_log, self.is_synced_by_us = settings == ["wal", FULL], False
        return made

    def _start_transaction_under_autocommit(self) -> None:
        begin = super()._start_transaction_under_autocommit  # type: ignore[misc]
        if not self._has_queue():
            begin()
            return
        self._leave_syncing_to_us()
        try:
            self._with_the_write_lock(begin)
        except BaseException:
            self._leave_syncing_to_sqlite()
            raise

    def _queue_statement(
        self, execute: Callable[..., Any], sql: str, params: Any, many: Any, context: dict[str, Any]
    ) -> Any:
        # Of several statements some may be done when the lock is taken, so that they cannot be tried again.
        if self.connection.in_transaction or many or not sql.startswith(WRITING) or not self._has_queue():
            return execute(sql, params, many, context)
        return self._with_the_write_lock(lambda: execute(sql, params, many, context))

    def _has_queue(self) -> bool:
        return self.transaction_mode == "IMMEDIATE" and not self.is_in_memory_db()  # type: ignore[attr-defined]

    def _with_the_write_lock(self, ask: Callable[[], Result]) -> Result:
        """Stand in the queue; as its first ask for the write lock until it is there, or the time is over."""
        seconds: float = self.settings_dict["OPTIONS"]["timeout"]
        deadline = time.monotonic() + seconds
        with errors_of_the_system("open the queue for the write lock"), self._queue():
            self._set("busy_timeout", ASK_AGAIN_AFTER_MS)
            try:
                return until_it_is_free(ask, deadline)
            finally:
                self._set("busy_timeout", round(1000 * seconds))

    def _queue(self) -> AbstractContextManager[None]:
        return first_of_the_queue(str(self.settings_dict["NAME"]))

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        if self.is_synced_by_us:
            self._leave_syncing_to_sqlite()
            with errors_of_the_system("write the log to the disk"):
                sync_log(str(self.settings_dict["NAME"]))

    def _rollback(self) -> None:
        super()._rollback()  # type: ignore[misc]
        self._leave_syncing_to_sqlite()

    def _leave_syncing_to_us(self) -> None:
        if self.syncs_log:
            self._set("synchronous", "NORMAL")
            self.is_synced_by_us = True

    def _leave_syncing_to_sqlite(self) -> None:
        """As it is outside of transactions, where each statement is a commit of its own."""
        if self.is_synced_by_us:
            self._set("synchronous", "FULL")
            self.is_synced_by_us = False

    def _set(self, name: str, value: int | str) -> None:
        self.connection.execute(f"PRAGMA {name}={value}")


@contextmanager
def errors_of_the_system(task: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OperationalError(f"unable to {task}: {error.strerror}") from error


def until_it_is_free(ask: Callable[[], Result], deadline: float) -> Result:
    while True:
        try:
            return ask()
        except OperationalError as error:
            if not is_busy(error) or time.monotonic() > deadline:
                raise


def is_busy(error: OperationalError) -> bool:
    cause = error.__cause__
    return isinstance(cause, sqlite3.OperationalError) and cause.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
