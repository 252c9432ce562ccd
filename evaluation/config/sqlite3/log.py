"""Waiting for the disk outside of SQLite's write lock.

With ``synchronous=FULL`` SQLite writes a transaction to its log (WAL), waits until the log is on the disk, and only
then gives the write lock back: nine tenths of the time in the lock are the disk's, one writer after the other. With
``NORMAL`` it gives the lock back and waits for nothing. Here a transaction is committed as with ``NORMAL``, and then
whoever made it waits for the disk, before anybody is told that it succeeded. Several may wait at once, and the file
system serves them together.

So a power cut takes no transaction that was reported as done, as with ``FULL``. It leaves the database whole, as with
``NORMAL``: transactions are in the log in order, and what the disk has of it is a beginning. If the log was copied into
the database meanwhile, SQLite synced it before. Other than with ``FULL``, somebody else may read a transaction a few
milliseconds before it is on the disk.
"""

from __future__ import annotations

import os

# What the file needs to be read again, without the time of its last change; macOS has only the other.
sync = getattr(os, "fdatasync", os.fsync)


def sync_log(database: str) -> None:
    """Wait until the log of this database is on the disk, with everything that was written to it up to now."""
    # Opened each time: the log is another file once the last connection was closed. SQLite keeps no locks on it, which
    # closing would take from the process.
    opened = os.open(f"{database}-wal", os.O_RDWR | os.O_CLOEXEC)
    try:
        sync(opened)
    finally:
        os.close(opened)
