"""Stores the ratings: one per place and criterion. A new value replaces the old one, which is kept in the history.

The usual case, a first answer to all criteria at once, is ``first_answer``. An answer that comes second (by a double
click, another tab or device, a form sent again) is ``changed_answer``.

``first_value`` is the value a judge first left the sentence with: a value that is changed before the judge goes on to
the next sentence replaces it too. Every replaced value is in the history either way.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from evaluation.models import Participation, Place
from evaluation.services.rating.answer import Answer
from evaluation.services.rating.changed_answer import record_again
from evaluation.services.rating.first_answer import record_first
from evaluation.services.rating.places import PlaceRow
from evaluation.services.studies.locks import hold_judge, over

# How often the judge's "last seen" and time spent are updated while they rate.
SEEN_EVERY = timedelta(seconds=30)


def record(row: PlaceRow, answer: Answer) -> None:
    """Store the answer to the place that the judge was shown; ``Refused`` if it is too late for any."""
    may_be_first = row.answered_at is None and not answer.takes_choices_back
    with transaction.atomic():
        hold_place(row)
        now = timezone.now()
        if not (may_be_first and record_first(row, answer, now)):
            record_again(row, answer, now)
        if row.last_seen_at is None or now - row.last_seen_at > SEEN_EVERY:
            update_time_spent(row.participation_id, now)


def hold_place(row: PlaceRow) -> None:
    """Keep study and judge as they are until the transaction ends; ``Refused`` if they have changed since the page."""
    now = hold_judge(study_id=row.study_id, participation_id=row.participation_id)
    if not now.may_rate or now.link_nonce != row.link_nonce:
        raise over()


def update_time_spent(participation_id: int, now: datetime) -> None:
    """Set when the judge was last seen, and the time spent as the sum over the places: nothing is counted twice."""
    places = Place.objects.filter(participation=OuterRef("pk")).order_by().values("participation")
    spent = Subquery(places.annotate(spent=Sum("duration_ms")).values("spent"))
    Participation.objects.filter(pk=participation_id).update(last_seen_at=now, active_ms=Coalesce(spent, 0))
