"""An answer to a place that may have one: compared with what is stored, under a lock.

It comes second by a point chosen before going on, a double click, another tab or device, or a form that is sent again.
Every value that it replaces is kept, and so is every point that was chosen and replaced before it was sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from evaluation.models import Place, PlaceState, Rating, RatingChange
from evaluation.services import audit
from evaluation.services.rating.answer import Answer, chosen_at, first_chosen_at, measurements
from evaluation.services.rating.places import PlaceRow
from evaluation.services.studies.locks import over
from evaluation.services.support.prepared_queries import PreparedQuery

# What an answer may change.
CHANGING = (
    *("state", "answered_at", "changes", "cannot_judge", "comment", "history"),
    *("shown_at", "duration_ms", "language", "screen", "script"),
)
READ = ("pk", "item_id", "participation_id", *CHANGING)
RATING = ("pk", "criterion_id", "value", "first_value", "edits", "given_at")
LOCKED_PLACE = PreparedQuery(
    lambda key: Place.objects.select_for_update().filter(key=key).order_by().values_list(*READ)
)
RATINGS_OF_PLACE = PreparedQuery(lambda key: Rating.objects.filter(place__key=key).order_by().values_list(*RATING))


def locked_place(row: PlaceRow) -> Place:
    """The place as it is now, locked until the transaction ends."""
    found = LOCKED_PLACE.first(row.key)
    if found is None:
        # Deleted since the page was shown: the study went back to draft, or the judge withdrew in another tab.
        raise over()
    return Place(key=row.key, **dict(zip(READ, found, strict=True)))


def stored_ratings(row: PlaceRow) -> dict[int, Rating]:
    """The ratings of the place by their criterion."""
    found = [Rating(**dict(zip(RATING, values, strict=True))) for values in RATINGS_OF_PLACE.rows(row.key)]
    return {rating.criterion_id: rating for rating in found}


def record_again(row: PlaceRow, answer: Answer, now: datetime) -> None:
    """Store an answer to a place that may have one, under a lock, and keep the values it replaces."""
    place, stored = locked_place(row), stored_ratings(row)
    before = _what_changes(place)
    if answer.comment is not None:
        place.comment = answer.comment
    if answer.cannot_judge:
        _take_back(row, place, stored, answer, now)
    # A sentence that can't be judged stays so until the judge goes on with a value for every criterion.
    elif answer.is_final or not place.cannot_judge:
        place.changes += sum(
            _set_values(row, place, stored.get(criterion), criterion, answer, now) for criterion in answer.values
        )
    if answer.is_final:
        _set_reason(place, answer.cannot_judge, now)
        _leave(row, place, answer, now)
    if _what_changes(place) != before or place.answered_at is None:
        place.answered_at = now
        Place.objects.filter(pk=place.pk).update(**{name: getattr(place, name) for name in CHANGING})


def _what_changes(place: Place) -> tuple[Any, ...]:
    return place.changes, place.cannot_judge, place.comment, place.state, len(place.history)


def _set_values(
    row: PlaceRow, place: Place, rating: Rating | None, criterion: int, answer: Answer, now: datetime
) -> int:
    """Store the value, and what was chosen on this scale before it; the number of values replaced."""
    earlier = chosen(row, answer, criterion, now)[:-1]
    value = answer.values[criterion]
    if rating is None:
        first, at = earlier.pop(0) if earlier else (value, now)
        rating = first_rating(place, study_id=row.study_id, criterion_id=criterion, value=first, at=at)
        rating.first_given_at = first_chosen_at(row, answer, criterion, now)
        rating.first_value = _first_value_taken_back(place, criterion, value)
        rating.save(force_insert=True)
    elif earlier:
        # An answer that is sent again has nothing new.
        known = {(rating.value, rating.given_at), *rating.changes.values_list("value", "given_at")}
        earlier = [choice for choice in earlier if choice not in known]
    replaced = sum(_replace(place, rating, point, at) for point, at in [*earlier, (value, now)])
    if replaced:
        rating.save(update_fields=["value", "first_value", "given_at", "edits"])
    return replaced


def chosen(row: PlaceRow, answer: Answer, criterion: int, now: datetime) -> list[tuple[int, datetime]]:
    """The points chosen on this scale since the answer before was sent, each with its time."""
    return [(choice.value, chosen_at(row, answer, choice, now)) for choice in answer.choices.get(criterion, ())]


def _replace(place: Place, rating: Rating, value: int, at: datetime) -> int:
    """Put the value in the place of the stored one, which is kept; the number of values replaced: 1 or 0."""
    if rating.value == value:
        return 0
    RatingChange.objects.create(rating=rating, value=rating.value, given_at=rating.given_at)
    rating.value, rating.given_at, rating.edits = value, at, rating.edits + 1
    if place.state == PlaceState.LIVE:
        rating.first_value = value
    return 1


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


def _take_back(row: PlaceRow, place: Place, stored: Mapping[int, Rating], answer: Answer, now: datetime) -> None:
    """A sentence that can't be judged has no ratings; those it had, or would have had, go into the place's history."""
    known = {(entry.get("criterion"), *value) for entry in place.history for value in entry.get("values", ())}
    for criterion in [*stored, *(each for each in answer.choices if each not in stored)]:
        values = [
            (value, at.isoformat()) for value, at in _values_so_far(row, stored.get(criterion), answer, criterion, now)
        ]
        if not known.issuperset((criterion, *value) for value in values):
            first = stored[criterion].first_value if criterion in stored else values[-1][0]
            entry = {"criterion": criterion, "values": [[*value] for value in values], "first_value": first}
            place.history.append(entry | {"until": now.isoformat()})
            place.changes += 1
    if stored:
        place.ratings.all().delete()
        # The date of the study's data moves, since numbers do.
        study = place.participation.study
        audit.record(None, "rating.taken_back", study, slug=study.slug)


def _values_so_far(
    row: PlaceRow, rating: Rating | None, answer: Answer, criterion: int, now: datetime
) -> list[tuple[int, datetime]]:
    """Everything that was chosen on a scale, in its order: replaced, stored, and not yet stored."""
    earlier = [(each.value, each.given_at) for each in rating.changes.all()] if rating else []
    stored = [(rating.value, rating.given_at)] if rating else []
    return [*earlier, *stored, *(each for each in chosen(row, answer, criterion, now) if each not in earlier)]


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
        for name, value in measurements(row, answer, now).items():
            setattr(place, name, value)
