"""How far a job is: written to its row often enough for a progress bar, seldom enough not to slow the work down."""

from __future__ import annotations

import threading
import time

from evaluation.models import Job
from evaluation.services.jobs import leases

SECONDS_BETWEEN_WRITES = 0.5


class Cancelled(Exception):  # noqa: N818  (what happened, not a fault)
    """Somebody asked for the job to be stopped, or it is another worker's by now."""


class Interrupted(Exception):  # noqa: N818
    """This worker is told to end; the job goes back into the queue."""


class Progress:
    """How far some work is. This class only counts; subclasses write to the job's row or to the terminal."""

    job: Job | None = None

    def __init__(self) -> None:
        self.done = 0
        self.total: int | None = None
        self.message = ""

    def start(self, total: int | None, message: str = "") -> None:
        self.done, self.total, self.message = 0, total, message

    def advance(self, n: int = 1, message: str | None = None) -> None:
        self.done += n
        self.message = self.message if message is None else message


class JobProgress(Progress):
    """Progress in the job's row. Each write renews the lease, and raises `Cancelled` if the job was cancelled."""

    def __init__(self, job: Job, stop: threading.Event) -> None:
        super().__init__()
        self.job: Job = job
        self._stop = stop
        self._written_at = float("-inf")

    def start(self, total: int | None, message: str = "") -> None:
        super().start(total, message)
        self._write()

    def advance(self, n: int = 1, message: str | None = None) -> None:
        super().advance(n, message)
        if self._stop.is_set():
            raise Interrupted
        if time.monotonic() - self._written_at >= SECONDS_BETWEEN_WRITES:
            self._write()

    def _write(self) -> None:
        self._written_at = time.monotonic()
        ours = leases.renew(self.job, done=self.done, total=self.total, message=self.message)
        if not ours or Job.objects.filter(pk=self.job.pk, cancel_requested=True).exists():
            raise Cancelled
