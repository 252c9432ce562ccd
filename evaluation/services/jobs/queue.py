"""Adding a job to the queue, cancelling it, ending it."""

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
    """Add a job, inside the caller's transaction: if that is rolled back, there is no job either."""
    return Job.objects.create(kind=kind, title=title[:200], owner=owner, arguments=arguments)


def visible_to(user: User) -> QuerySet[Job]:
    """One's own jobs; an admin sees everybody's."""
    return Job.objects.all() if user.is_admin else Job.objects.filter(owner=user)


@transaction.atomic
def cancel(*, job: Job, actor: User | None) -> None:
    """Cancel a job: at once if nobody works on it yet, else when it next writes its progress."""
    audit.record(actor, "job.cancelled", job.key, kind=job.kind)
    if end(job, Job.objects.filter(pk=job.pk, state=JobState.WAITING), JobState.CANCELLED):
        return
    if not Job.objects.filter(pk=job.pk, state=JobState.RUNNING).update(cancel_requested=True):
        raise Refused(_("This job is over already."))


@transaction.atomic
def end(job: Job, row: QuerySet[Job], state: JobState, *, message: str | None = None, **fields: Any) -> bool:
    """Give the job its last state; False if the ``row`` no longer matches, because somebody else was faster."""
    if message is not None:
        fields["message"] = message
    if not row.update(state=state, finished_at=timezone.now(), leased_until=None, **fields):
        return False
    job.refresh_from_db()
    if state != JobState.DONE:
        _clean_up(job)
    return True


def give_back(job: Job, *, counts: bool) -> None:
    """Put the job back into the queue; ``counts``: whether this attempt counts against it."""
    attempts = job.attempts if counts else job.attempts - 1
    leases.held(job).update(state=JobState.WAITING, leased_until=None, worker="", attempts=attempts)


def _clean_up(job: Job) -> None:
    with suppress(UnknownKind):
        kind = kind_named(job.kind)
        if kind.on_stop:
            kind.on_stop(job)
