"""The steps of a judge in a study: agree, answer the questions, read the instructions, rate, finish; or withdraw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from evaluation.models import Participation, ParticipationState, PlaceState, Study, StudyState
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.rating import recording
from evaluation.services.studies import allocation, questionnaire
from evaluation.services.studies.locks import lock, lock_judge, over


class Step(models.TextChoices):
    """The step a judge is at; the value is the name of its template."""

    REVOKED = "revoked"
    NOT_OPEN = "not_open"
    PAUSED = "paused"
    CLOSED = "closed"
    CONSENT = "consent"
    QUESTIONS = "questions"
    INSTRUCTIONS = "instructions"
    RATING = "rating"
    FINISHED = "finished"
    INELIGIBLE = "ineligible"
    WITHDRAWN = "withdrawn"


STEP_AFTER_END = {
    ParticipationState.FINISHED: Step.FINISHED,
    ParticipationState.INELIGIBLE: Step.INELIGIBLE,
    ParticipationState.WITHDRAWN: Step.WITHDRAWN,
}
STEP_WHILE_NOT_OPEN = {StudyState.DRAFT: Step.NOT_OPEN, StudyState.PAUSED: Step.PAUSED, StudyState.CLOSED: Step.CLOSED}


def step_of(participation: Participation) -> Step:
    study = participation.study
    if participation.link_revoked_at is not None:
        return Step.REVOKED
    if participation.state in STEP_AFTER_END:
        return STEP_AFTER_END[ParticipationState(participation.state)]
    if study.state in STEP_WHILE_NOT_OPEN:
        return STEP_WHILE_NOT_OPEN[StudyState(study.state)]
    if participation.consent_version != study.consent_version:
        return Step.CONSENT
    if participation.state in {ParticipationState.INVITED, ParticipationState.CONSENTED}:
        return Step.QUESTIONS
    return Step.RATING if participation.has_read_instructions else Step.INSTRUCTIONS


def _must_be_at(participation: Participation, *steps: Step) -> None:
    if step_of(participation) not in steps:
        raise over()


@transaction.atomic
def agree(participation: Participation, *, version: int, language: str) -> None:
    """Consent to this version of the study's information."""
    lock_judge(participation)
    _must_be_at(participation, Step.CONSENT)
    if version != participation.study.consent_version:
        raise Refused(_("The information about the study has changed. Please read it again."), field="agree")
    participation.consent_version = version
    participation.consented_at = timezone.now()
    participation.language = language
    if participation.state == ParticipationState.INVITED:
        has_questions = bool(participation.study.questions)
        participation.state = ParticipationState.CONSENTED if has_questions else ParticipationState.ANSWERED
    participation.save(update_fields=["consent_version", "consented_at", "language", "state"])


@transaction.atomic
def answer_questions(participation: Participation, form: Mapping[str, Any]) -> dict[str, str]:
    """Store the answers, and whether this judge may take part; or say per question what is wrong and store nothing."""
    lock_judge(participation)
    _must_be_at(participation, Step.QUESTIONS)
    problems = read_questions(participation, form)
    if not problems:
        participation.save(update_fields=["answers", "state"])
    return problems


def read_questions(participation: Participation, form: Mapping[str, Any]) -> dict[str, str]:
    """Set the answers and whether this judge may take part, without storing it; or say per question what is wrong."""
    study = participation.study
    eligibility = questionnaire.eligibility_of(study)
    questions = questionnaire.questions_of(study)
    answers, problems = questionnaire.read_answers(questions, eligibility, form, questionnaire.languages_of(study))
    if problems:
        return problems
    fits = questionnaire.is_eligible(eligibility, questions, answers)
    # Nothing is kept about somebody who does not take part.
    participation.answers = answers if fits else {}
    participation.state = ParticipationState.ANSWERED if fits else ParticipationState.INELIGIBLE
    return {}


@transaction.atomic
def begin(participation: Participation) -> None:
    """The instructions are read: give the judge their sentences."""
    lock(participation.study)
    lock_judge(participation)
    _must_be_at(participation, Step.INSTRUCTIONS)
    participation.has_read_instructions = True
    participation.state = ParticipationState.RATING
    participation.started_at = participation.started_at or timezone.now()
    participation.last_seen_at = timezone.now()
    participation.save(update_fields=["has_read_instructions", "state", "started_at", "last_seen_at"])
    allocation.ensure_places(participation)


def next_place(participation: Participation) -> str | None:
    """The key of the first place still to be rated; None when there is nothing left."""
    live = participation.places.filter(state=PlaceState.LIVE).order_by("order").values_list("key", flat=True)
    key = live.first()
    if key is None:
        allocation.ensure_places(participation)
        key = live.first()
    return key


@transaction.atomic
def finish(participation: Participation) -> None:
    """The judge is done; from now on nothing can be changed."""
    lock(participation.study)
    lock_judge(participation)
    _must_be_at(participation, Step.RATING)
    if next_place(participation):
        raise Refused(_("There are still sentences to rate."))
    now = timezone.now()
    recording.update_time_spent(participation.pk, now)
    participation.state = ParticipationState.FINISHED
    participation.finished_at = now
    participation.save(update_fields=["state", "finished_at"])


@transaction.atomic
def withdraw(participation: Participation) -> int:
    """Take back the consent: delete this judge's answers, and say how many sentences had been rated."""
    lock_judge(participation)
    if participation.state == ParticipationState.WITHDRAWN:
        return 0
    if participation.link_revoked_at is not None:
        raise over()
    rated = participation.places.exclude(answered_at=None).count()
    participation.places.all().delete()
    participation.answers = {}
    participation.consent_version = None
    participation.active_ms = 0
    participation.state = ParticipationState.WITHDRAWN
    participation.save(update_fields=["answers", "consent_version", "active_ms", "state"])
    study, judge = participation.study, participation.pseudonym
    # That something was rated stays known: a plan is frozen before the first rating, not after the last withdrawal.
    audit.record(participation.user, "participation.withdrawn", study, slug=study.slug, judge=judge, rated=rated)
    return rated


def study_of_join_key(join_key: str) -> Study:
    study = Study.objects.filter(join_key=join_key, join_link_open=True).exclude(state=StudyState.DRAFT).first()
    if study is None:
        raise Refused(_("This link is not open (any more). Ask the people who gave it to you for a new one."))
    return study
