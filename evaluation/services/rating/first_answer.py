"""The usual case: the first answer to a place, in two SQL statements of one short transaction.

The first statement changes the place, and only if it has no answer yet; the second one stores the ratings. Both are
written out, because on SQLite nobody else can store anything while they run.
"""

from __future__ import annotations

from datetime import datetime

from django.db import connection

from evaluation.services.rating.answer import Answer, first_chosen_at, measurements
from evaluation.services.rating.places import PlaceRow
from evaluation.services.support.prepared_queries import change_rows

ANSWER_PLACE = """
    UPDATE evaluation_place SET state = 'done', answered_at = %s, comment = %s, cannot_judge = %s,
           shown_at = %s, duration_ms = %s, language = %s, screen = %s, script = %s
    WHERE id = %s AND state = 'live' AND answered_at IS NULL
"""
BEGIN_PLACE = """
    UPDATE evaluation_place SET answered_at = %s, comment = %s WHERE id = %s AND state = 'live' AND answered_at IS NULL
"""
STORE_RATINGS = """
    INSERT INTO evaluation_rating (place_id, criterion_id, study_id, item_id, participation_id,
                                   value, first_value, edits, first_given_at, given_at) VALUES
"""
ONE_RATING = "(%s, %s, %s, %s, %s, %s, %s, 0, %s, %s)"


def record_first(row: PlaceRow, answer: Answer, now: datetime) -> bool:
    """Store the first answer to a place; false if it has been answered in the meantime."""
    moment = connection.ops.adapt_datetimefield_value
    given = (moment(now), answer.comment or "")
    if answer.is_final:
        measured = measurements(row, answer, now)
        measured["shown_at"] = moment(measured["shown_at"])
        changed = change_rows(ANSWER_PLACE, [*given, answer.cannot_judge, *measured.values(), row.pk])
    else:
        changed = change_rows(BEGIN_PLACE, [*given, row.pk])
    if changed and answer.values:
        store_ratings(row, answer, now)
    return bool(changed)


def store_ratings(row: PlaceRow, answer: Answer, now: datetime) -> None:
    moment = connection.ops.adapt_datetimefield_value
    parameters: list[object] = []
    for criterion, value in answer.values.items():
        first = first_chosen_at(row, answer, criterion, now)
        parameters += [row.pk, criterion, row.study_id, row.item_id, row.participation_id]
        parameters += [value, value, moment(first), moment(now)]
    change_rows(STORE_RATINGS + ", ".join([ONE_RATING] * len(answer.values)), parameters)
