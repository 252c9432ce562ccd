"""A worker: takes jobs and does them, one after the other."""

from __future__ import annotations

import logging
import threading

from django.db import InterfaceError, OperationalError, close_old_connections
from django.utils.translation import gettext as _

from evaluation.models import Job, JobState
from evaluation.services.errors import Refused
from evaluation.services.jobs import leases
from evaluation.services.jobs.job_progress import Cancelled, Interrupted, JobProgress
from evaluation.services.jobs.kinds import UnknownKind, kind_named
from evaluation.services.jobs.queue import end, give_back

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 1.0


def run_waiting_jobs() -> int:
    """Do all waiting jobs in this process; returns how many there were."""
    return Worker().run_all()


def work_forever(stop: threading.Event) -> None:
    """Look for jobs until ``stop`` is set. A database that is away or busy is waited for."""
    worker = Worker(stop)
    while not stop.is_set():
        try:
            worker.run_all()
        except (OperationalError, InterfaceError):
            log.exception("The database did not answer; trying again.")
        close_old_connections()
        stop.wait(SECONDS_BETWEEN_LOOKS)


class Worker:
    """The worker of one process; when ``stop`` is set, it gives its job back at the next step of progress."""

    def __init__(self, stop: threading.Event | None = None) -> None:
        self.name = leases.worker_name()
        self.stop = stop or threading.Event()

    def run_all(self) -> int:
        ran = 0
        while not self.stop.is_set() and (job := leases.take_next(self.name)):
            self._run(job)
            ran += 1
        return ran

    def _run(self, job: Job) -> None:
        if job.cancel_requested:
            end(job, leases.held(job), JobState.CANCELLED)
        elif job.attempts > leases.MOST_ATTEMPTS:
            end(job, leases.held(job), JobState.FAILED, message=_("Its worker ended %d times.") % leases.MOST_ATTEMPTS)
        else:
            log.info("Job %s (%s) begins, attempt %d.", job.key, job.kind, job.attempts)
            self._try(job)
            log.info("Job %s is %s.", job.key, job.state)

    def _try(self, job: Job) -> None:
        progress = JobProgress(job, self.stop)
        try:
            with leases.Renewal(job):
                result = kind_named(job.kind).run(progress, **job.arguments) or {}
        except Cancelled:
            end(job, leases.held(job), JobState.CANCELLED)
        except Interrupted:
            give_back(job, counts=False)
        except (Refused, UnknownKind) as refusal:
            end(job, leases.held(job), JobState.FAILED, message=str(refusal))
        except (OperationalError, InterfaceError):
            log.exception("Job %s lost the database.", job.key)
            self._try_again(job)
        except Exception:
            log.exception("Job %s failed.", job.key)
            words = _("Something went wrong. The site's log says what, under job %s.") % job.key
            end(job, leases.held(job), JobState.FAILED, message=words)
        else:
            done = progress.done if progress.total is None else progress.total
            words = result.get("message", "")
            end(job, leases.held(job), JobState.DONE, message=words, result=result, done=done, total=done)

    def _try_again(self, job: Job) -> None:
        if job.attempts >= leases.MOST_ATTEMPTS:
            end(job, leases.held(job), JobState.FAILED, message=_("The database did not answer, three times."))
        else:
            give_back(job, counts=True)
