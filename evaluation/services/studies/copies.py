"""Copying a study: same questions, same sentences, no judges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from evaluation.models import Criterion, Item, Study, StudyState, User
from evaluation.models.keys import new_key
from evaluation.services import audit
from evaluation.services.studies.editing import free_slug

LONGEST_NAME = 150
BATCH = 500


@transaction.atomic
def duplicate(*, study: Study, actor: User) -> Study:
    """A draft of the actor's own, with everything but judges, ratings and links."""
    copy = Study.objects.get(pk=study.pk)
    copy.pk = None
    copy._state.adding = True
    copy.name = (_("Copy of %s") % study.name)[:LONGEST_NAME]
    copy.slug = free_slug(copy.name)
    copy.owner, copy.state, copy.revision, copy.consent_version = actor, StudyState.DRAFT, 1, 1
    copy.join_key, copy.join_link_open = new_key(), False
    # A remark is about the ratings of the first one, and nothing is declared before the copy is opened.
    copy.remark, copy.declared_selection, copy.preregistration, copy.data_changed_at = "", None, None, None
    copy.rated_elsewhere = False
    if copy.judge_groups.get("judges"):
        # Named by hand: judges whom the copy does not have.
        copy.judge_groups = {}
    copy.save()
    copy.pairs.set(study.pairs.all())
    Criterion.objects.bulk_create(_copied(study.criteria.all(), copy))
    _copy_items(study, copy)
    audit.record(actor, "study.duplicated", copy, slug=copy.slug, source=study.slug)
    return copy


def _copy_items(study: Study, copy: Study) -> None:
    """Sentences first: the copies of couples refer to the copies of their sentences."""
    numbers = dict(study.items.sentences().values_list("pk", "number"))
    sentences = Item.objects.bulk_create(_copied(study.items.sentences(), copy), batch_size=BATCH)
    copies = {item.number: item for item in sentences}
    couples = _copied(study.items.couples(), copy)
    for couple in couples:
        couple.first, couple.second = (copies[numbers[pk or 0]] for pk in (couple.first_id, couple.second_id))
    Item.objects.bulk_create(couples, batch_size=BATCH)


Row = TypeVar("Row", Criterion, Item)


def _copied(rows: Iterable[Row], study: Study) -> list[Row]:
    copies = list(rows)
    for row in copies:
        row.pk, row.study, row._state.adding = None, study, True
    return copies
