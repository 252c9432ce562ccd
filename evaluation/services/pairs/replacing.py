"""Deleting one pair, or putting another in its place under the same id."""

from __future__ import annotations

import json
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from evaluation.models import Collection, Item, Pair, RowEffect, Study, User
from evaluation.services import audit, generation
from evaluation.services.errors import Refused
from evaluation.services.pairs import storing
from evaluation.services.pairs.collections import NAMED_STUDIES, check_may_change
from evaluation.services.pairs.downloads import pair_json


@transaction.atomic
def delete_pair(*, pair: Pair, actor: User) -> None:
    """Remove a pair with all its versions, if no study has chosen or drawn from any of them."""
    versions = _versions(pair, actor)
    studies = Study.objects.filter(
        Q(pk__in=Study.pairs.through.objects.filter(pair__in=versions).values("study_id"))
        | Q(pk__in=Item.objects.filter(pair__in=versions).values("study_id"))
    )
    if studies.exists():
        words = _("It can be replaced: the study then keeps the version that it has.")
        raise Refused(f"{_used_by(studies, actor)} {words}", field="pair")
    audit.record(actor, "pair.deleted", pair, collection=pair.collection.name, versions=len(versions))
    Pair.objects.filter(pk__in=versions).delete()


@transaction.atomic
def replace_pair(*, pair: Pair, content: Any, actor: User) -> Pair:
    """Store other sentences, another tree or other links under the pair's id; a pair in a study gets a new version.

    ``content`` is the object of one line of a file; its id must be the pair's.
    """
    _versions(pair, actor)
    checked = generation.pair_from_json(content)
    if checked.id != pair.external_id:
        words = _("The id must stay %s. Load a pair with another id instead.")
        raise Refused(words % pair.external_id, field="id")
    too_long = storing.language_problem(checked.languages)
    if too_long:
        raise Refused(too_long, field="languages")
    counts = storing.store(collection=pair.collection, pairs=[storing.unsaved(checked)], actor=actor)
    saved = Pair.objects.current().get(collection=pair.collection, external_id=pair.external_id)
    if not counts[RowEffect.SAME]:
        audit.record(actor, "pair.replaced", saved, collection=pair.collection.name)
    return saved


def line_of(pair: Pair) -> str:
    """The pair as one line of a file, to be changed and sent back."""
    return json.dumps(pair_json(pair), ensure_ascii=False)


def content_of(line: str) -> Any:
    """What somebody typed as one line of a file."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        words = _("This is no JSON. Write the pair as in a line of a file: an object in curly brackets.")
        raise Refused(words, field="line") from None


def _used_by(studies: QuerySet[Study], actor: User) -> str:
    """Which studies have the pair, by name as far as ``actor`` may see them."""
    seen = studies.filter(pk__in=Study.objects.visible_to(actor).values("pk")).order_by("name")
    names = list(seen.values_list("name", flat=True)[:NAMED_STUDIES])
    return (
        _("A study uses this pair: %s.") % ", ".join(names) if names else _("A study of somebody else uses this pair.")
    )


def _versions(pair: Pair, actor: User) -> list[int]:
    check_may_change(pair.collection, actor)
    Collection.objects.select_for_update().get(pk=pair.collection_id)
    same = Pair.objects.filter(collection=pair.collection_id, external_id=pair.external_id)
    found = dict(same.values_list("pk", "is_current"))
    if pair.pk not in found:
        raise Refused(_("This pair has been deleted meanwhile."), field="pair")
    if not found[pair.pk]:
        raise Refused(_("There is a newer version of this pair. Change that one."), field="pair")
    return list(found)
