"""Gunicorn's threaded worker, except that connections are shared out evenly among the processes, and that ending one
does not wait half a minute for idle connections.
"""

from __future__ import annotations

import time
from socket import socket

from gunicorn.workers.gthread import ThreadWorker

# Judges who come together would all be taken by the process that happens to be awake, and stay there.
SECONDS_PER_CONNECTION = 0.0005
MOST_SECONDS = 0.005
# Long enough for a request that is on its way, short enough for somebody who pressed Ctrl-C.
SECONDS_FOR_THE_IDLE = 2.0


class Worker(ThreadWorker):  # type: ignore[misc]
    ending_since: float | None = None

    def accept(self, listener: socket) -> None:
        """Wait a moment for each connection there is already: a process with fewer is quicker, and none is left."""
        time.sleep(min(self.nr_conns * SECONDS_PER_CONNECTION, MOST_SECONDS))
        super().accept(listener)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        super().wait_for_and_dispatch_events(timeout if self.alive else min(timeout, 0.5))

    def murder_keepalived(self) -> None:
        """While ending, close connections that wait for a next request after a short time."""
        if not self.alive:
            self.ending_since = self.ending_since or time.monotonic()
            for connection in self.keepalived_conns:
                connection.timeout = min(connection.timeout, self.ending_since + SECONDS_FOR_THE_IDLE)
        super().murder_keepalived()
