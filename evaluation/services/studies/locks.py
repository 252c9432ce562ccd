"""Locks that keep a study's changes and its judges' answers apart.

Whoever checks something and then acts on it must hold, from the check to the end of the transaction, a lock that keeps
the others from making the check untrue. There are three on a study's row:

- ``lock``: one at a time join, get places or edit. Judges go on answering meanwhile.
- ``lock_against_answers``: waits for the answers on their way and lets no new one begin. For opening, pausing, closing,
  going back to draft and deleting.
- ``hold_judge``: many at a time, for everything a judge does. While it is held, neither the study's state nor the
  judge's can change.

Locks are taken in one order everywhere, so that nobody waits in a circle: study, participation, place. On SQLite a
transaction is alone with the database from its beginning, and these functions just read the rows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db import connection
from django.utils.translation import gettext as _

from evaluation.models import Participation, ParticipationState, Study, StudyState
from evaluation.services.errors import Refused
from evaluation.services.support.prepared_queries import fetch_row

HELD_TOGETHER = """
    SELECT study.state, study.consent_version,
           judge.state, judge.consent_version, judge.link_nonce, judge.link_revoked_at IS NOT NULL
    FROM evaluation_participation judge JOIN evaluation_study study ON study.id = judge.study_id WHERE judge.id = %s
"""
STUDY = "SELECT state, consent_version FROM evaluation_study WHERE id = %s"
JUDGE = """
    SELECT state, consent_version, link_nonce, link_revoked_at IS NOT NULL FROM evaluation_participation WHERE id = %s
"""


class JudgeNow(NamedTuple):
    """Where a judge and their study stand at this moment, and until the transaction ends."""

    study_state: str
    consent_version: int
    state: str
    agreed_version: int | None
    link_nonce: str
    is_revoked: bool

    @property
    def may_rate(self) -> bool:
        return (
            self.study_state == StudyState.OPEN
            and self.state == ParticipationState.RATING
            and self.agreed_version == self.consent_version
            and not self.is_revoked
        )


def lock(study: Study) -> Study:
    """Read the study's row again and lock it: until the transaction ends, nobody else gets places, joins or edits."""
    return Study.objects.select_for_update(no_key=True).get(pk=study.pk)


def lock_against_answers(study: Study) -> Study:
    """Read the study's row again and lock it, once the answers on their way are stored; later ones wait."""
    return Study.objects.select_for_update().get(pk=study.pk)


def hold_judge(*, study_id: int, participation_id: int) -> JudgeNow:
    """Keep study and judge as they are until the transaction ends; ``Refused`` if either is gone."""
    if connection.vendor != "postgresql":
        both = fetch_row(HELD_TOGETHER, [participation_id])
    else:
        study, judge = _held(STUDY, study_id), _held(JUDGE, participation_id)
        both = (*study, *judge) if study and judge else None
    if both is None:
        raise over()
    return JudgeNow(*both)


def lock_judge(participation: Participation) -> None:
    """Bring the participation up to date and lock it: one step of a judge is done at a time, and after all answers."""
    _held(STUDY, participation.study_id)
    rows = Participation.objects.select_for_update()
    try:
        participation.refresh_from_db(from_queryset=rows)
    except Participation.DoesNotExist:
        raise over() from None
    participation.study = Study.objects.get(pk=participation.study_id)


def over() -> Refused:
    return Refused(_("This step is done already, or it is not its turn yet."))


def _held(question: str, number: int) -> tuple[Any, ...] | None:
    """The row, held so that others may hold it too, but not change its state."""
    sql = f"{question} FOR KEY SHARE" if connection.vendor == "postgresql" else question
    return fetch_row(sql, [number])
