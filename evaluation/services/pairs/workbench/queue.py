"""The queue of pairs to check: the worst first, how many are left, and which one comes next."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from evaluation.models import Collection, Pair, PairState
from evaluation.models.pair import PairQuerySet
from evaluation.services.pairs.trouble import HUGE

# What a pair can be in the queue for, as the question whether it is.
REASONS: dict[str, Q] = {
    "empty": Q(mixed_sentences=0),
    "unlinked": Q(unlinked_words__gt=0),
    "lost": Q(lost_links__gt=0),
    "unsure": Q(unsure_links__gt=0),
    "torn": Q(torn_phrases__gt=0),
    "huge": Q(mixed_sentences__gt=HUGE),
}


@dataclass(frozen=True, slots=True)
class QueueProgress:
    """How many pairs of a collection are checked, of how many; and how many wait for each reason."""

    total: int
    checked: int
    waiting_for: dict[str, int]

    @property
    def left(self) -> int:
        return self.total - self.checked


def waiting(collection: Collection) -> PairQuerySet:
    """The pairs to check, the worst first."""
    return Pair.objects.current().proposed().filter(collection=collection).worst_first()


def progress(collection: Collection) -> QueueProgress:
    is_waiting = Q(state=PairState.PROPOSED)
    counts = {f"for_{name}": Count("pk", filter=is_waiting & reason) for name, reason in REASONS.items()}
    found = Pair.objects.current().filter(collection=collection)
    counted = found.aggregate(total=Count("pk"), left=Count("pk", filter=is_waiting), **counts)
    total, left = counted["total"], counted["left"]
    return QueueProgress(total, total - left, {name: counted[f"for_{name}"] for name in REASONS})


def next_after(pair: Pair, *, trouble: float) -> Pair | None:
    """The pair to check after this one, whose trouble was ``trouble``; behind the last comes what was skipped."""
    others = waiting(pair.collection).exclude(pk=pair.pk)
    behind = others.filter(Q(trouble__lt=trouble) | Q(trouble=trouble, pk__gt=pair.pk))
    return behind.first() or others.first()
