"""Comments of judges that a researcher has not read yet. What was read is one moment for each person and study."""

from __future__ import annotations

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils import timezone

from evaluation.models import CommentsRead, Place, Study, User


def unread_counts(person: User, studies: QuerySet[Study]) -> dict[int, int]:
    """How many comments of each of these studies came after the person last read them; only studies with some."""
    read = CommentsRead.objects.filter(
        person=person, study=OuterRef("participation__study"), at__gte=OuterRef("answered_at")
    )
    commented = Place.objects.exclude(comment="").filter(participation__study__in=studies, answered_at__isnull=False)
    unread = commented.filter(~Exists(read)).order_by()
    return dict(unread.values_list("participation__study").annotate(number=Count("pk")))


def mark_read(*, person: User, study: Study) -> None:
    """The person has seen all comments that the study has now."""
    read = CommentsRead(person=person, study=study, at=timezone.now())
    CommentsRead.objects.bulk_create(
        [read], update_conflicts=True, unique_fields=["person", "study"], update_fields=["at"]
    )
