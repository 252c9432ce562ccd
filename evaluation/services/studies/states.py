"""The states of a study (draft, open, paused, closed), what each needs, and which may follow which."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from evaluation.models import FIRST_CHECK, Design, Place, Study, StudyState, User
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.studies.allocation import CHECKS, number_lists
from evaluation.services.studies.couples.making import checked_design, plan_couples
from evaluation.services.studies.interface_languages import interface_languages
from evaluation.services.studies.invitations import forget_judges
from evaluation.services.studies.languages import pairs_of_other_languages
from evaluation.services.studies.locks import lock_against_answers
from evaluation.services.studies.questionnaire import Question
from evaluation.services.studies.questionnaire.changing import unfinished
from evaluation.services.studies.rated_elsewhere import must_be_rated_here
from evaluation.services.studies.sharing import must_own


@dataclass(frozen=True)
class Missing:
    """What a study lacks before judges can come, and the step of the wizard where it is put right."""

    step: str
    message: str


def missing(study: Study) -> list[Missing]:
    lacks = []
    if not any(study.consent.values()):
        lacks.append(Missing("texts", _("The consent text is empty.")))
    if not any(study.instructions.values()):
        lacks.append(Missing("texts", _("The instructions are empty.")))
    if study.asks_scales and not study.criteria.scales().exists():
        lacks.append(Missing("criteria", _("There is no criterion to rate by.")))
    lacks += [Missing("questions", _missing_words(question, study)) for question in unfinished(study)]
    strangers = pairs_of_other_languages(study, study.languages)
    if strangers:
        lacks.append(Missing("pairs", strangers))
    if study.drawn_at is None:
        lacks.append(Missing("sentences", _("The sentences have not been drawn since the last change.")))
    elif not study.items.sentences().filter(number__lt=FIRST_CHECK).exists():
        lacks.append(Missing("sentences", _("There is no sentence to rate.")))
    elif study.asks_choices and not study.items.rated().couples().exists():
        lacks.append(Missing("couples", _why_no_couples(study)))
    checks = study.items.filter(kind__in=CHECKS)
    if not study.asks_scales and checks.sentences().exists():
        lacks.append(Missing("checks", _("Judges only choose: a practice or attention sentence needs another one.")))
    if not study.asks_choices and checks.couples().exists():
        lacks.append(Missing("checks", _("Judges do not choose: a practice or attention sentence has one beside it.")))
    return lacks


def _missing_words(question: Question, study: Study) -> str:
    text = question.text(interface_languages(study)[0])
    return _("The question “%(text)s” (%(key)s) is not finished.") % {"text": text, "key": question.key}


def _why_no_couples(study: Study) -> str:
    try:
        plan_couples(study, checked_design(study.couples))
    except Refused as refused:
        return refused.message
    return _("The couples have not been made yet. Save this step once more.")


def open_study(*, study: Study, actor: User) -> None:
    """Let judges in, for the first time or again."""
    with transaction.atomic():
        must_be_rated_here(study)
        current = _to(study, StudyState.OPEN, {StudyState.DRAFT, StudyState.PAUSED, StudyState.CLOSED})
        lacks = missing(current)
        if lacks:
            raise Refused(" ".join(lack.message for lack in lacks))
        if current.design == Design.BALANCED:
            number_lists(current)
        if current.declared_selection is None:
            current.declared_selection = current.selection
        _save(current, study, actor, "study.opened")


def pause(*, study: Study, actor: User) -> None:
    """Ask judges to come back later."""
    with transaction.atomic():
        _save(_to(study, StudyState.PAUSED, {StudyState.OPEN}), study, actor, "study.paused")


def close(*, study: Study, actor: User) -> None:
    """Take no more ratings."""
    with transaction.atomic():
        _save(_to(study, StudyState.CLOSED, {StudyState.OPEN, StudyState.PAUSED}), study, actor, "study.closed")


def back_to_draft(*, study: Study, actor: User) -> None:
    """Make everything editable again, as long as nothing has been rated. Places given to judges are deleted."""
    with transaction.atomic():
        current = _to(study, StudyState.DRAFT, {StudyState.OPEN, StudyState.PAUSED, StudyState.CLOSED})
        if has_answers(current):
            raise Refused(
                _("Sentences of this study have been rated, so it stays as it is. Duplicate it to change it.")
            )
        Place.objects.filter(participation__study=current).delete()
        current.participations.update(list_number=None)
        current.declared_selection = None
        _save(current, study, actor, "study.reopened_for_editing")


def has_answers(study: Study) -> bool:
    return Place.objects.filter(participation__study=study, answered_at__isnull=False).exists()


def delete(*, study: Study, actor: User) -> None:
    """Remove a study that nobody has rated; one with ratings is data and stays."""
    must_own(actor, study)
    with transaction.atomic():
        current = lock_against_answers(study)
        if has_answers(current) or current.ratings.exists():
            raise Refused(_("This study has ratings and is not deleted. Close it instead."))
        audit.record(actor, "study.deleted", current, slug=current.slug)
        Place.objects.filter(participation__study=current).delete()
        forget_judges(current)
        current.delete()


def _to(study: Study, state: StudyState, allowed: set[StudyState]) -> Study:
    current = lock_against_answers(study)
    if current.state not in allowed:
        message = _("A study that is %(now)s cannot become %(then)s.")
        raise Refused(message % {"now": current.get_state_display(), "then": state.label})
    current.state = state
    return current


def _save(current: Study, study: Study, actor: User, action: str) -> None:
    current.revision += 1
    current.save(update_fields=["state", "revision", "declared_selection", "changed_at"])
    audit.record(actor, action, current, slug=current.slug)
    study.refresh_from_db()
