"""Changing what counts: a study's rules, and single judges, sentences and answers by hand. All of it reversible."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from evaluation.models import Item, Participation, Place, Study, User
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.results.choice import Selection

LONGEST_REASON = 300
Excludable = Participation | Item | Place


@transaction.atomic
def save_selection(*, study: Study, selection: Selection, actor: User | None) -> None:
    study.selection = selection.as_json()
    study.save(update_fields=["selection", "changed_at"])
    Study.objects.filter(pk=study.pk).update(revision=F("revision") + 1)
    audit.record(actor, "results.selection", study, slug=study.slug, selection=study.selection)


@transaction.atomic
def exclude(*, what: Excludable, reason: str, actor: User | None) -> None:
    """Leave a judge, a sentence or one answer out, with the reason."""
    reason = " ".join(reason.split())
    if not reason or len(reason) > LONGEST_REASON:
        raise Refused(_("Give the reason, in at most %d characters.") % LONGEST_REASON, field="reason")
    what.excluded_at, what.exclusion_reason = timezone.now(), reason
    what.save(update_fields=["excluded_at", "exclusion_reason"])
    _note(what, actor, "results.excluded")


@transaction.atomic
def include(*, what: Excludable, actor: User | None) -> None:
    """Take the exclusion back."""
    what.excluded_at, what.exclusion_reason = None, ""
    what.save(update_fields=["excluded_at", "exclusion_reason"])
    _note(what, actor, "results.included")


def _note(what: Excludable, actor: User | None, action: str) -> None:
    study = what.participation.study if isinstance(what, Place) else what.study
    # The date of the last change to the data moves, since every number may.
    study.save(update_fields=["changed_at"])
    audit.record(actor, action, study, slug=study.slug, kind=what._meta.model_name, id=what.pk)
