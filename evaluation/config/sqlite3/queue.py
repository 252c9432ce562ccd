"""The queue before SQLite's write lock.

SQLite lets one connection write at a time. Whoever finds the lock taken naps and tries again, for 1, 2, 5, 10 and up to
100 ms at a time, so that an unlucky writer sleeps while others come and go. Here writers stand in a queue before they
ask for the lock: they wait for a lock on a file, and the kernel wakes them. Only the first of the queue asks SQLite,
every millisecond or two, and leaves the queue as soon as it has the write lock.

The file is locked while somebody waits for the write lock, never while somebody has it. So a long transaction is
nothing special here, a nested one never comes here, and nobody can wait for two things at once. The first of the queue
gives up when its time is over, and those behind it came later. Whoever dies in the queue is taken out of it by the
kernel. The queue decides only who asks next: writers who know nothing of it are kept apart by SQLite itself.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

OWNER_ONLY = 0o600


@contextmanager
def first_of_the_queue(database: str) -> Iterator[None]:
    """Wait until nobody stands before us; inside, everybody else waits. The queue's file lies beside the database."""
    # Opened each time, because the lock belongs to the opened file: threads and forked processes would share it.
    opened = os.open(f"{database}-queue", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        # Closing would not do if a process was forked meanwhile, which has the file open as well.
        fcntl.flock(opened, fcntl.LOCK_UN)
        os.close(opened)
