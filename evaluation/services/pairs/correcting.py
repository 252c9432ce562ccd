"""Checking a pair: its links and its tree as somebody leaves them, stored with who looked at it and when.

A pair whose sentences are in a study is never changed: what was corrected becomes its next version.
"""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from evaluation.models import Collection, Pair, PairState, RowEffect, User
from evaluation.services import audit, generation
from evaluation.services.errors import Refused
from evaluation.services.generation import CorePair
from evaluation.services.pairs import storing
from evaluation.services.pairs.collections import check_may_change
from evaluation.services.pairs.trouble import trouble_columns

OF_A_CHECK = ("state", "checked_by", "checked_at", "confidence", *storing.COUNTED)


class Meanwhile(Refused):
    """Somebody else changed or checked the pair while this person was at it."""


@transaction.atomic
def check_pair(
    *, pair: Pair, actor: User, alignment: str | None = None, tree: str | None = None, seen: str | None = None
) -> Pair:
    """Accept a pair, with other links or another tree if given; returns the row that is current now.

    ``seen`` is the pair's stamp as the person saw it: what somebody else did in between is not overwritten.
    """
    _lock(pair, actor, seen)
    corrected = generation.with_links_and_tree(
        pair, pair.alignment if alignment is None else alignment, pair.l1_tree if tree is None else tree
    )
    checked = _checked(replace(corrected, id=pair.external_id, note=pair.note), actor)
    counts = storing.store(collection=pair.collection, pairs=[checked], actor=actor)
    if counts[RowEffect.SAME]:
        # The same sentences: the row of a pair in a study may say that somebody has looked at it.
        for name in OF_A_CHECK:
            setattr(pair, name, getattr(checked, name))
        pair.save(update_fields=OF_A_CHECK)
        saved = pair
    else:
        saved = Pair.objects.current().get(collection=pair.collection, external_id=pair.external_id)
        audit.record(actor, "pair.corrected", saved, collection=pair.collection.name)
    audit.record(actor, "pair.checked", saved, collection=pair.collection.name)
    return saved


@transaction.atomic
def reopen_pair(*, pair: Pair, actor: User) -> Pair:
    """Put a checked pair back among those to check; its links stay."""
    _lock(pair, actor, None)
    pair.state, pair.checked_by, pair.checked_at = PairState.PROPOSED, None, None
    pair.save(update_fields=["state", "checked_by", "checked_at"])
    audit.record(actor, "pair.reopened", pair, collection=pair.collection.name)
    return pair


def _lock(pair: Pair, actor: User, seen: str | None) -> None:
    check_may_change(pair.collection, actor)
    Collection.objects.select_for_update().get(pk=pair.collection_id)
    pair.refresh_from_db()
    if not pair.is_current:
        raise Refused(_("There is a newer version of this pair. Correct that one."), field="alignment")
    if seen is not None and seen != pair.stamp:
        raise Meanwhile(_meanwhile(pair), field="alignment")


def _meanwhile(pair: Pair) -> str:
    if pair.checked_by is None or pair.checked_at is None:
        return _("Somebody has changed this pair meanwhile. Open its page again.")
    words = _("%(who)s has checked this pair meanwhile (%(when)s). Open its page again.")
    when = date_format(timezone.localtime(pair.checked_at), "TIME_FORMAT")
    return words % {"who": pair.checked_by, "when": when}


def _checked(pair: CorePair, actor: User) -> Pair:
    """The row, not stored yet, of a pair that ``actor`` accepts: its links are a person's from now on."""
    row = storing.unsaved(replace(pair, confidences=()))
    for name, value in trouble_columns(pair, counted=True).items():
        setattr(row, name, value)
    row.state, row.checked_by, row.checked_at = PairState.CHECKED, actor, timezone.now()
    return row
