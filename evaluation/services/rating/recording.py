"""Storing what a judge answers: one rating per judge, item and criterion, the last one standing, earlier ones kept.

The usual case, a first answer to all criteria at once, is two statements in one short transaction. The first takes the
place, and succeeds only where nothing has been answered yet; whoever comes second (a double click, another tab, another
device, a replayed form) finds the place taken and goes the careful way, which compares with what is stored.

A value that is changed before the judge goes on to the next sentence replaces the first value as well: ``first_value``
is what stood when the judge first went on. Every replaced value is in the history either way.
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
from django.utils.translation import gettext as _

from evaluation.models import Participation, Place, PlaceState, Rating, RatingChange
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.rating.places import PlaceRow

# How often "last seen" and the time spent are brought up to date while a judge rates.
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


def record(row: PlaceRow, answer: Answer) -> None:
    """Store the answer to the place that the judge was shown."""
    now = timezone.now()
    with transaction.atomic():
        if not (answer.is_final and row.answered_at is None and _record_first(row, answer, now)):
            _record_again(row, answer, now)
        if row.last_seen_at is None or now - row.last_seen_at > SEEN_EVERY:
            _bring_judge_up_to_date(row.participation_id, now)


def _record_first(row: PlaceRow, answer: Answer, now: datetime) -> bool:
    """Take the place and store its ratings; false if it has been answered in the meantime."""
    untouched = Place.objects.filter(pk=row.pk, state=PlaceState.LIVE, answered_at=None)
    if not untouched.update(
        state=PlaceState.DONE,
        cannot_judge=answer.cannot_judge,
        comment=answer.comment or "",
        answered_at=now,
        **_measured(row, answer, now),
    ):
        return False
    if answer.values:
        Rating.objects.bulk_create([_rating(row, *pair, now) for pair in answer.values.items()])
    return True


def _rating(row: PlaceRow, criterion_id: int, value: int, now: datetime) -> Rating:
    return Rating(
        place_id=row.pk,
        criterion_id=criterion_id,
        study_id=row.study_id,
        item_id=row.item_id,
        participation_id=row.participation_id,
        value=value,
        first_value=value,
        first_given_at=now,
        given_at=now,
    )


def _measured(row: PlaceRow, answer: Answer, now: datetime) -> dict[str, Any]:
    """What the browser says about time is believed within the possible."""
    shown_at = max(row.claimed_at, min(answer.shown_at or now, now))
    duration = answer.duration_ms
    if duration is not None:
        duration = min(duration, LONGEST_LOOK_MS)
    return {
        "shown_at": shown_at,
        "duration_ms": duration,
        "language": answer.language,
        "screen": answer.screen,
    }


def _record_again(row: PlaceRow, answer: Answer, now: datetime) -> None:
    """Compare with what is stored, under a lock on the place, and keep what is replaced."""
    place = locked_place(row)
    stored = {rating.criterion_id: rating for rating in place.ratings.all()}
    before = _answered(place)
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
        _go_on(row, place, answer, now)
    if _answered(place) != before or place.answered_at is None:
        place.answered_at = now
        place.save()


def locked_place(row: PlaceRow) -> Place:
    """The place as it is now, and nobody else's to change until the transaction ends."""
    place = Place.objects.select_for_update().filter(pk=row.pk).first()
    if place is None:
        # Deleted a moment ago: the judge withdrew in another tab.
        raise Refused(_("This step is done already, or it is not its turn yet."))
    return place


def _answered(place: Place) -> tuple[Any, ...]:
    return place.changes, place.cannot_judge, place.comment, place.state, len(place.history)


def _set_value(row: PlaceRow, place: Place, rating: Rating | None, criterion: int, value: int, now: datetime) -> int:
    """The number of values replaced: 1 or 0."""
    if rating is None:
        new = _rating(row, criterion, value, now)
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


def _go_on(row: PlaceRow, place: Place, answer: Answer, now: datetime) -> None:
    """The judge leaves the sentence: what was measured is that of the first time."""
    after = {PlaceState.LIVE: PlaceState.DONE, PlaceState.RELEASED: PlaceState.SURPLUS}
    if place.state in after:
        place.state = after[PlaceState(place.state)]
        for name, value in _measured(row, answer, now).items():
            setattr(place, name, value)


def _bring_judge_up_to_date(participation_id: int, now: datetime) -> None:
    """Time spent is the sum over the places, so that nothing is counted twice."""
    places = Place.objects.filter(participation=OuterRef("pk")).order_by().values("participation")
    spent = Subquery(places.annotate(spent=Sum("duration_ms")).values("spent"))
    Participation.objects.filter(pk=participation_id).update(last_seen_at=now, active_ms=Coalesce(spent, 0))


def bring_judge_up_to_date(participation_id: int) -> None:
    _bring_judge_up_to_date(participation_id, timezone.now())
