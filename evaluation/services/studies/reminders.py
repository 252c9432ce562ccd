"""Reminding judges who have not finished: a job that sends e-mails."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import models
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluation.models import Job, Participation, ParticipationState, Study, User
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.jobs import Progress, enqueue, job_kind
from evaluation.services.studies.interface_languages import interface_languages
from evaluation.services.studies.invitations import LINK_DAYS, LinkState, link_state, personal_link

UNFINISHED = (
    ParticipationState.INVITED,
    ParticipationState.CONSENTED,
    ParticipationState.ANSWERED,
    ParticipationState.RATING,
)
REMINDED_AGAIN_AFTER = timedelta(hours=20)


def to_be_reminded(study: Study) -> models.QuerySet[Participation]:
    """Judges who have not finished, can be written to, and were not reminded within the last day."""
    reachable = ~models.Q(email="") | ~models.Q(user__email="")
    rested = models.Q(reminded_at=None) | models.Q(reminded_at__lt=timezone.now() - REMINDED_AGAIN_AFTER)
    open_link = models.Q(link_revoked_at=None)
    return study.participations.filter(reachable & rested & open_link, state__in=UNFINISHED).select_related("user")


def is_mail_sent() -> bool:
    """False where no mail server is set up and messages are only written on the console."""
    return not settings.EMAIL_BACKEND.endswith("console.EmailBackend")


def request_reminders(*, study: Study, actor: User) -> Job:
    """Hand the mails to the background; ``Refused`` if nobody is to get one."""
    if not study.is_open:
        raise Refused(_("Only judges of an open study are reminded."))
    if not to_be_reminded(study).exists():
        raise Refused(_("There is nobody to remind: all have finished, have no address, or were reminded today."))
    audit.record(actor, "judges.reminded", study, slug=study.slug)
    return enqueue(kind="remind_judges", title=_("Remind the judges of “%s”") % study.name, owner=actor, study=study.pk)


@job_kind("remind_judges")
def remind_judges(progress: Progress, *, study: int) -> dict[str, Any]:
    """Write to one after the other, making expired links valid again.

    A job that is started again goes on with those who have not been written to.
    """
    found = Study.objects.get(pk=study)
    waiting = list(to_be_reminded(found))
    progress.start(len(waiting), _("Writing to the judges"))
    for judge in waiting:
        if link_state(judge) == LinkState.EXPIRED:
            judge.link_expires_at = timezone.now() + timedelta(days=LINK_DAYS)
        _send(reminder(found, judge))
        judge.reminded_at = timezone.now()
        judge.save(update_fields=["link_expires_at", "reminded_at"])
        progress.advance()
    words = ngettext("%d judge was written to.", "%d judges were written to.", len(waiting)) % len(waiting)
    return {"message": words, "address": reverse("study-judges", args=[found.slug])}


def _send(message: EmailMessage) -> None:
    try:
        message.send()
    except OSError as error:  # Among them all that a mail server may say.
        raise Refused(_("The message to %(to)s was not sent: %(why)s") % {"to": message.to[0], "why": error}) from error


def reminder(study: Study, judge: Participation) -> EmailMessage:
    with translation.override(judge.language or interface_languages(study)[0]):
        link = settings.SITE_URL + (personal_link(judge) if link_state(judge) == LinkState.VALID else reverse("home"))
        name = f" {judge.user.name}" if judge.user.name else ""
        body = _(
            "Hello%(name)s,\n\nyou were invited to judge sentences in the study “%(study)s”. "
            "There are still some waiting for you:\n\n%(link)s\n\nThank you!\n"
        )
        subject = _("A reminder: %s") % " ".join(study.name.split())
        text = body % {"name": name, "study": study.name, "link": link}
    return EmailMessage(subject, text, to=[judge.email or judge.user.email])
