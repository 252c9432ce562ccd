"""What waits for a researcher: shown on the start page, in a fixed number of queries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Count, QuerySet
from django.utils import timezone

from evaluation.models import Job, JobState, Pair, Study, StudyState, Upload, User
from evaluation.services import jobs
from evaluation.services.pairs import uploads
from evaluation.services.results import unread_comments
from evaluation.services.studies import progress
from evaluation.services.studies.progress import Share

EACH = 5
RUNNING = (StudyState.OPEN, StudyState.PAUSED)
# Who has not looked for so long does not wait for it.
FAILURES_SHOWN_FOR = timedelta(days=7)


@dataclass(frozen=True)
class Waiting:
    """Files to decide about, pairs to check, comments to read, jobs that failed, and work under way."""

    uploads: list[Upload]
    upload_count: int
    # A collection's number and name with how many of its pairs are to be checked.
    proposed: list[dict[str, Any]]
    comments: list[tuple[Study, int]]
    failed: list[Job]
    under_way: list[Job]
    running: list[tuple[Study, Share]]

    @property
    def is_nothing(self) -> bool:
        return not (self.uploads or self.proposed or self.comments or self.failed)


def waiting_for(person: User) -> Waiting:
    studies = Study.objects.visible_to(person)
    undecided = uploads.undecided_of(person)
    return Waiting(
        uploads=list(undecided[:EACH]),
        upload_count=undecided.count(),
        proposed=list(proposed_pairs(person)[:EACH]),
        comments=comments(person, studies),
        failed=list(jobs_of(person).filter(state=JobState.FAILED, finished_at__gte=recently())[:EACH]),
        under_way=list(jobs_of(person).filter(state__in=(JobState.RUNNING, JobState.WAITING))[:EACH]),
        running=running(studies),
    )


def recently() -> Any:
    return timezone.now() - FAILURES_SHOWN_FOR


def jobs_of(person: User) -> QuerySet[Job]:
    return jobs.visible_to(person).defer("arguments", "result")


def proposed_pairs(person: User) -> QuerySet[Any, Any]:
    """Collections that the person may change with pairs that nobody has checked yet, those with most first."""
    pairs = Pair.objects.current().proposed()
    mine = pairs if person.is_admin else pairs.filter(collection__owner=person)
    counted = mine.order_by().values("collection", "collection__name").annotate(number=Count("pk"))
    return counted.order_by("-number", "collection__name")


def comments(person: User, studies: QuerySet[Study]) -> list[tuple[Study, int]]:
    """Studies with comments that were not read yet, those with most first."""
    counts = unread_comments.unread_counts(person, studies)
    most = sorted(counts, key=lambda number: -counts[number])[:EACH]
    found = Study.objects.in_bulk(most)
    return [(found[number], counts[number]) for number in most]


def running(studies: QuerySet[Study]) -> list[tuple[Study, Share]]:
    found = list(studies.filter(state__in=RUNNING).order_by("-changed_at")[:EACH])
    shares = progress.shares(found)
    return [(study, shares[study.pk]) for study in found]
