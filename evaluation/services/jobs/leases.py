"""Which worker works on which job. A lease lasts a minute and is renewed while its worker is alive."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
from datetime import timedelta
from types import TracebackType
from typing import Any

from django.db import DatabaseError, connection, transaction
from django.db.models import Case, Q, QuerySet, When
from django.utils import timezone

from evaluation.models import Job, JobState

LEASE = timedelta(seconds=60)
SECONDS_BETWEEN_RENEWALS = 20.0
MOST_ATTEMPTS = 3
# Long statistics: taken up when nobody waits at a form for anything else.
PATIENT = ("constraint_costs", "mixed_model")

log = logging.getLogger(__name__)


def worker_name() -> str:
    """A name no other worker has, that says where it runs."""
    return f"{socket.gethostname()[:40]}:{os.getpid()}:{secrets.token_hex(4)}"


def _free() -> QuerySet[Job]:
    abandoned = Q(state=JobState.RUNNING, leased_until__lt=timezone.now())
    is_patient = Case(When(kind__in=PATIENT, then=1), default=0)
    return Job.objects.filter(Q(state=JobState.WAITING) | abandoned).order_by(is_patient, "pk")


def take_next(worker: str) -> Job | None:
    """Lease the oldest job that nobody works on, long statistics last.

    It looks without a lock first, so that idle workers hold up nobody.
    """
    if not _free().exists():
        return None
    with transaction.atomic():
        free = _free()
        if connection.features.has_select_for_update_skip_locked:
            free = free.select_for_update(skip_locked=True)
        job = free.first()
        if job is not None:
            _lease(job, worker)
        return job


def _lease(job: Job, worker: str) -> None:
    job.state = JobState.RUNNING
    job.worker = worker
    job.attempts += 1
    job.started_at = job.started_at or timezone.now()
    job.leased_until = timezone.now() + LEASE
    job.save(update_fields=["state", "worker", "attempts", "started_at", "leased_until"])


def held(job: Job) -> QuerySet[Job]:
    """The job's row, if this worker still has the lease; no row once another worker has taken it."""
    return Job.objects.filter(pk=job.pk, state=JobState.RUNNING, worker=job.worker, attempts=job.attempts)


def renew(job: Job, **fields: Any) -> bool:
    """Lengthen the lease and set these fields; False if this worker no longer has the lease."""
    return bool(held(job).update(leased_until=timezone.now() + LEASE, **fields))


class Renewal:
    """Renews a job's lease from a thread of its own, for work that reports no progress for a long time."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._renew_until_ended, name=f"lease {job.key}", daemon=True)

    def __enter__(self) -> Renewal:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _renew_until_ended(self) -> None:
        while not self._ended.wait(SECONDS_BETWEEN_RENEWALS):
            try:
                renew(self._job)
            except DatabaseError:  # The work itself may hold the lock; its commit renews the lease as well.
                log.debug("The lease of job %s was not renewed this time.", self._job.key)
            finally:
                connection.close()
