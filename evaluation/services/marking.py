"""Words that sounded wrong to a judge, and why."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from evaluation.models import MarkedWord, MarkReason
from evaluation.services.errors import Refused
from evaluation.services.rating import Sight
from evaluation.services.recording import locked_place


def marks_of(place_id: int) -> dict[int, str]:
    """The marked words by their position in the sentence."""
    return dict(MarkedWord.objects.filter(place=place_id).order_by("token").values_list("token", "reason"))


def checked_words(seen: Sight, words: Iterable[str]) -> list[int]:
    numbers = {str(number): number for number in range(len(seen.tokens))}
    chosen = [numbers[word] for word in words if word in numbers]
    if not chosen:
        raise Refused(_("Choose the words first, then the reason."), field="marks")
    return chosen


def mark(seen: Sight, words: Iterable[str], reason: str) -> None:
    """Mark these words for this reason; an empty reason takes their marks away."""
    chosen = checked_words(seen, words)
    if reason and reason not in MarkReason.values:
        raise Refused(_("Choose one of the reasons."), field="marks")
    with transaction.atomic():
        locked_place(seen)
        if reason:
            MarkedWord.objects.bulk_create(
                [MarkedWord(place_id=seen.pk, token=token, reason=reason) for token in sorted(set(chosen))],
                update_conflicts=True,
                unique_fields=["place", "token"],
                update_fields=["reason"],
            )
        else:
            MarkedWord.objects.filter(place=seen.pk, token__in=chosen).delete()
