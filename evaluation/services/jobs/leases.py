"""Who works on which job. A lease is a promise to be alive: it lasts a minute and is renewed while the work goes on."""

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
from django.db.models import Q, QuerySet
from django.utils import timezone

from evaluation.models import Job, JobState

LEASE = timedelta(seconds=60)
SECONDS_BETWEEN_RENEWALS = 20.0
MOST_ATTEMPTS = 3

log = logging.getLogger(__name__)


def worker_name() -> str:
    """A name no other worker has, that says where it runs."""
    return f"{socket.gethostname()[:40]}:{os.getpid()}:{secrets.token_hex(4)}"


def _free() -> QuerySet[Job]:
    abandoned = Q(state=JobState.RUNNING, leased_until__lt=timezone.now())
    return Job.objects.filter(Q(state=JobState.WAITING) | abandoned).order_by("pk")


def take_next(worker: str) -> Job | None:
    """Lease the oldest job that nobody works on. A look without a lock comes first: idle workers disturb nobody."""
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
    """The job's row as long as it is still ours: another worker's lease has another worker's name."""
    return Job.objects.filter(pk=job.pk, state=JobState.RUNNING, worker=job.worker, attempts=job.attempts)


def renew(job: Job, **written: Any) -> bool:
    """Lengthen the lease and write what is handed in; False if the job is no longer ours."""
    return bool(held(job).update(leased_until=timezone.now() + LEASE, **written))


class Renewal:
    """Renews a job's lease from a thread of its own, for work that says nothing about its progress for a long time."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._keep, name=f"lease {job.key}", daemon=True)

    def __enter__(self) -> Renewal:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _keep(self) -> None:
        while not self._over.wait(SECONDS_BETWEEN_RENEWALS):
            try:
                renew(self._job)
            except DatabaseError:  # The work itself may hold the lock; its commit renews the lease as well.
                log.debug("The lease of job %s was not renewed this time.", self._job.key)
            finally:
                connection.close()
