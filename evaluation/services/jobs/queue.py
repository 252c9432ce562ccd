"""Handing work in, calling it off, and ending it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from evaluation.models import Job, JobState, User
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.jobs import leases
from evaluation.services.jobs.kinds import UnknownKind, kind_named


def enqueue(*, kind: str, title: str, owner: User | None, **arguments: Any) -> Job:
    """Hand work in, inside the caller's transaction: if that is rolled back, there is no job either."""
    return Job.objects.create(kind=kind, title=title[:200], owner=owner, arguments=arguments)


def visible_to(user: User) -> QuerySet[Job]:
    """One's own jobs; an admin sees everybody's."""
    return Job.objects.all() if user.is_admin else Job.objects.filter(owner=user)


@transaction.atomic
def cancel(*, job: Job, actor: User | None) -> None:
    """Call a job off: at once if nobody works on it yet, else at its next sign of progress."""
    audit.record(actor, "job.cancelled", job.key, kind=job.kind)
    if end(job, Job.objects.filter(pk=job.pk, state=JobState.WAITING), JobState.CANCELLED):
        return
    if not Job.objects.filter(pk=job.pk, state=JobState.RUNNING).update(cancel_requested=True):
        raise Refused(_("This job is over already."))


@transaction.atomic
def end(job: Job, still: QuerySet[Job], state: JobState, *, message: str | None = None, **written: Any) -> bool:
    """Give the job its last state if its row is ``still`` as expected; False if somebody else was faster."""
    if message is not None:
        written["message"] = message
    if not still.update(state=state, finished_at=timezone.now(), leased_until=None, **written):
        return False
    job.refresh_from_db()
    if state != JobState.DONE:
        _tidy_up(job)
    return True


def give_back(job: Job, *, counts: bool) -> None:
    """Let another worker have it; an attempt that was not the job's fault does not count."""
    attempts = job.attempts if counts else job.attempts - 1
    leases.held(job).update(state=JobState.WAITING, leased_until=None, worker="", attempts=attempts)


def _tidy_up(job: Job) -> None:
    with suppress(UnknownKind):
        kind = kind_named(job.kind)
        if kind.on_stop:
            kind.on_stop(job)
