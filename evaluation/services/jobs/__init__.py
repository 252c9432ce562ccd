"""Long work in the background: a queue of jobs in the database, without any other server.

A function that takes long is marked with ``@job_kind("name")``. ``enqueue`` writes a row for a job of that kind; a
worker (``manage.py worker``) takes it, holds a lease on it while it works, and writes progress and result into it. When
a worker dies, its lease runs out and another worker starts the job again. So the function must be repeatable: it writes
in one transaction, or in steps that can be done again. Several workers share the rows: on PostgreSQL by skipping locked
ones, on SQLite because a transaction that writes has the database to itself.
"""

from evaluation.services.jobs.job_progress import Progress
from evaluation.services.jobs.kinds import job_kind
from evaluation.services.jobs.queue import cancel, enqueue, visible_to
from evaluation.services.jobs.worker import run_waiting_jobs, work_forever

__all__ = [
    "Progress",
    "cancel",
    "enqueue",
    "job_kind",
    "run_waiting_jobs",
    "visible_to",
    "work_forever",
]
