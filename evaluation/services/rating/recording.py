"""Stores the ratings: one per place and criterion. A new value replaces the old one, which is kept in the history.

The usual case, a first answer to all criteria at once, takes two SQL statements in one short transaction. The first one
updates the place, and only if it has no answer yet. An answer that comes second (by a double click, another tab or
device, a form sent again) finds the place answered, and is compared with what is stored, under a lock.

``first_value`` is the value a judge first left the sentence with: a value that is changed before the judge goes on to
the next sentence replaces it too. Every replaced value is in the history either way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from evaluation.models import Participation, Place, PlaceState, Rating, RatingChange
from evaluation.services import audit
from evaluation.services.rating.places import PlaceRow
from evaluation.services.studies.locks import hold_judge, over

# How often the judge's "last seen" and time spent are updated while they rate.
SEEN_EVERY = timedelta(seconds=30)
LONGEST_LOOK_MS = 24 * 60 * 60 * 1000


@dataclass(frozen=True)
class Answer:
    """What came from the page, already checked against the study's scales."""

    # By criterion. With ``is_final`` all of them, or none and a reason why the sentence can't be judged.
    values: Mapping[int, int] = field(default_factory=dict)
    cannot_judge: str = ""
    # None: nothing was said about it, so it stays.
    comment: str | None = None
    is_final: bool = True
    shown_at: datetime | None = None
    duration_ms: int | None = None
    language: str = ""
    screen: str = ""
    # In which the words of two forms were shown.
    script: str = ""


def record(row: PlaceRow, answer: Answer) -> None:
    """Store the answer to the place that the judge was shown; ``Refused`` if it is too late for any."""
    with transaction.atomic():
        hold_place(row)
        now = timezone.now()
        if not (answer.is_final and row.answered_at is None and _record_first(row, answer, now)):
            _record_again(row, answer, now)
        if row.last_seen_at is None or now - row.last_seen_at > SEEN_EVERY:
            update_time_spent(row.participation_id, now)


def _record_first(row: PlaceRow, answer: Answer, now: datetime) -> bool:
    """Store the first answer to a place; false if it has been answered in the meantime."""
    untouched = Place.objects.filter(pk=row.pk, state=PlaceState.LIVE, answered_at=None)
    if not untouched.update(
        state=PlaceState.DONE,
        cannot_judge=answer.cannot_judge,
        comment=answer.comment or "",
        answered_at=now,
        **_measurements(row, answer, now),
    ):
        return False
    if answer.values:
        Rating.objects.bulk_create(
            [
                first_rating(row, study_id=row.study_id, criterion_id=criterion, value=value, at=now)
                for criterion, value in answer.values.items()
            ]
        )
    return True


def first_rating(place: PlaceRow | Place, *, study_id: int, criterion_id: int, value: int, at: datetime) -> Rating:
    """The first rating of a place by this criterion, not saved yet."""
    return Rating(
        place_id=place.pk,
        criterion_id=criterion_id,
        study_id=study_id,
        item_id=place.item_id,
        participation_id=place.participation_id,
        value=value,
        first_value=value,
        first_given_at=at,
        given_at=at,
    )


def _measurements(row: PlaceRow, answer: Answer, now: datetime) -> dict[str, Any]:
    """What the browser measured, corrected where it is impossible."""
    shown_at = max(row.claimed_at, min(answer.shown_at or now, now))
    duration = answer.duration_ms
    if duration is not None:
        duration = min(duration, LONGEST_LOOK_MS)
    return {
        "shown_at": shown_at,
        "duration_ms": duration,
        "language": answer.language,
        "screen": answer.screen,
        "script": answer.script if row.other_script and answer.script in row.other_script["scripts"] else "",
    }


def _record_again(row: PlaceRow, answer: Answer, now: datetime) -> None:
    """Store an answer to a place that may have one, under a lock, and keep the values it replaces."""
    place = locked_place(row)
    stored = {rating.criterion_id: rating for rating in place.ratings.all()}
    before = _what_changes(place)
    if answer.comment is not None:
        place.comment = answer.comment
    if answer.cannot_judge:
        _take_back(place, stored, now)
    # A sentence that can't be judged stays so until the judge goes on with a value for every criterion.
    elif answer.is_final or not place.cannot_judge:
        place.changes += sum(
            _set_value(row, place, stored.get(criterion), criterion, value, now)
            for criterion, value in answer.values.items()
        )
    if answer.is_final:
        _set_reason(place, answer.cannot_judge, now)
        _leave(row, place, answer, now)
    if _what_changes(place) != before or place.answered_at is None:
        place.answered_at = now
        place.save()


def hold_place(row: PlaceRow) -> None:
    """Keep study and judge as they are until the transaction ends; ``Refused`` if they have changed since the page."""
    now = hold_judge(study_id=row.study_id, participation_id=row.participation_id)
    if not now.may_rate or now.link_nonce != row.link_nonce:
        raise over()


def locked_place(row: PlaceRow) -> Place:
    """The place as it is now, locked until the transaction ends."""
    place = Place.objects.select_for_update().filter(pk=row.pk).first()
    if place is None:
        # Deleted since the page was shown: the study went back to draft, or the judge withdrew in another tab.
        raise over()
    return place


def _what_changes(place: Place) -> tuple[Any, ...]:
    return place.changes, place.cannot_judge, place.comment, place.state, len(place.history)


def _set_value(row: PlaceRow, place: Place, rating: Rating | None, criterion: int, value: int, now: datetime) -> int:
    """The number of values replaced: 1 or 0."""
    if rating is None:
        new = first_rating(place, study_id=row.study_id, criterion_id=criterion, value=value, at=now)
        new.first_value = _first_value_taken_back(place, criterion, value)
        new.save(force_insert=True)
        return 0
    if rating.value == value:
        return 0
    RatingChange.objects.create(rating=rating, value=rating.value, given_at=rating.given_at)
    rating.value, rating.given_at, rating.edits = value, now, rating.edits + 1
    if place.state == PlaceState.LIVE:
        rating.first_value = value
    rating.save()
    return 1


def _take_back(place: Place, stored: Mapping[int, Rating], now: datetime) -> None:
    """A sentence that can't be judged has no ratings; those it had go into the place's history."""
    for rating in stored.values():
        earlier = [[change.value, change.given_at.isoformat()] for change in rating.changes.all()]
        place.history.append(
            {
                "criterion": rating.criterion_id,
                "values": [*earlier, [rating.value, rating.given_at.isoformat()]],
                "first_value": rating.first_value,
                "until": now.isoformat(),
            }
        )
        place.changes += 1
    place.ratings.all().delete()
    if stored:
        # The date of the study's data moves, since numbers do.
        study = place.participation.study
        audit.record(None, "rating.taken_back", study, slug=study.slug)


def _first_value_taken_back(place: Place, criterion: int, value: int) -> int:
    if place.state == PlaceState.LIVE:
        return value
    taken_back = [entry["first_value"] for entry in place.history if entry.get("criterion") == criterion]
    return int(taken_back[0]) if taken_back else value


def _set_reason(place: Place, reason: str, now: datetime) -> None:
    if place.cannot_judge and place.cannot_judge != reason:
        place.history.append({"cannot_judge": place.cannot_judge, "until": now.isoformat()})
        place.changes += 1
    place.cannot_judge = reason


def _leave(row: PlaceRow, place: Place, answer: Answer, now: datetime) -> None:
    """The judge goes on to the next sentence; times are stored when that happens first."""
    after = {PlaceState.LIVE: PlaceState.DONE, PlaceState.RELEASED: PlaceState.SURPLUS}
    if place.state in after:
        place.state = after[PlaceState(place.state)]
        for name, value in _measurements(row, answer, now).items():
            setattr(place, name, value)


def update_time_spent(participation_id: int, now: datetime) -> None:
    """Set when the judge was last seen, and the time spent as the sum over the places: nothing is counted twice."""
    places = Place.objects.filter(participation=OuterRef("pk")).order_by().values("participation")
    spent = Subquery(places.annotate(spent=Sum("duration_ms")).values("spent"))
    Participation.objects.filter(pk=participation_id).update(last_seen_at=now, active_ms=Coalesce(spent, 0))
