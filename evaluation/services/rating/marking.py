"""Stores the words that a judge marked as wrong, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from evaluation.models import MarkedWord
from evaluation.services.errors import Refused
from evaluation.services.rating.changed_answer import locked_place
from evaluation.services.rating.places import PlaceRow, facts_of
from evaluation.services.rating.recording import hold_place
from evaluation.services.studies.mark_reasons import reason_words


def marks_of(place_id: int) -> dict[int, str]:
    """The marked words by their position in the sentence."""
    return dict(MarkedWord.objects.filter(place=place_id).order_by("token").values_list("token", "reason"))


def word_numbers(place: PlaceRow, words: Iterable[str]) -> list[int]:
    """The numbers of words that were sent, without any that this sentence does not have."""
    numbers = {str(number): number for number in range(len(place.tokens))}
    return [numbers[word] for word in words if word in numbers]


def refuse_words_without_reason(place: PlaceRow, words: Iterable[str], marks: Callable[[], Mapping[int, str]]) -> None:
    """Refuse to go on while words are ticked that have no reason yet: they would be lost."""
    ticked = word_numbers(place, words)
    if ticked and set(ticked) - marks().keys():
        raise Refused(_("You ticked words. Say what is wrong with them, or untick them."), field="marks")


def words_to_mark(place: PlaceRow, words: Iterable[str], reason: str) -> list[int]:
    """The numbers of the words, refused if there are none or the reason is not one of ours."""
    chosen = word_numbers(place, words)
    if not chosen:
        raise Refused(_("Choose the words first, then the reason."), field="marks")
    if reason and reason not in reason_words(facts_of(place).study):
        raise Refused(_("Choose one of the reasons."), field="marks")
    return chosen


def mark(place: PlaceRow, words: Iterable[str], reason: str) -> None:
    """Mark these words for this reason; an empty reason takes their marks away."""
    chosen = words_to_mark(place, words, reason)
    with transaction.atomic():
        hold_place(place)
        locked_place(place)
        if reason:
            MarkedWord.objects.bulk_create(
                [MarkedWord(place_id=place.pk, token=token, reason=reason) for token in sorted(set(chosen))],
                update_conflicts=True,
                unique_fields=["place", "token"],
                update_fields=["reason"],
            )
        else:
            MarkedWord.objects.filter(place=place.pk, token__in=chosen).delete()
