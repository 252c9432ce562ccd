"""Storing pairs in a collection: new ones, updates and new versions.

A pair whose sentences are in a study is never changed: its correction is stored as the next version and the study keeps
the one that was rated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from evaluation.models import Collection, Item, Pair, PairState, RowEffect, User
from evaluation.services import audit, generation
from evaluation.services.errors import Refused
from evaluation.services.generation import CorePair
from evaluation.services.pairs.collections import check_may_change
from evaluation.services.pairs.trouble import trouble_columns

COUNTED = (
    *("content_words", "unlinked_words", "unlinked_share"),
    *("unsure_links", "lost_links", "torn_phrases", "mixed_sentences", "trouble"),
)
CONTENT = (
    *("l1_lang", "l1_tree", "l1_text", "l1_is_original", "l2_lang", "l2_tokens", "l2_text", "l2_is_original"),
    "l2_other_script",
    *("alignment", "confidence", "note", "state", "checked_by", "checked_at", "digest", *COUNTED),
)
LONGEST_LANGUAGE_CODE = 35
BATCH = 500


def unsaved(pair: CorePair) -> Pair:
    """The row of a pair that has been checked, not stored yet."""
    return unsaved_from_json(pair.as_json(), digest=generation.digest(pair), **columns_of(pair))


def columns_of(pair: CorePair) -> dict[str, Any]:
    """What is stored of a pair beside its content: texts to read, and why it should be looked at."""
    return generation.stored_columns(pair) | trouble_columns(pair)


def unsaved_from_json(pair_json: Any, *, digest: str, **columns: Any) -> Pair:
    """The row of a checked pair, given as the object of one line of a file, not stored yet."""
    confidence = pair_json.get("confidence")
    return Pair(
        external_id=pair_json["id"],
        l1_lang=pair_json["l1"]["lang"],
        l1_tree=pair_json["l1"]["tree"],
        l1_is_original="text" in pair_json["l1"],
        l2_lang=pair_json["l2"]["lang"],
        l2_tokens=pair_json["l2"]["tokens"],
        l2_is_original="text" in pair_json["l2"],
        l2_other_script=pair_json["l2"].get("other_script", []),
        alignment=pair_json["alignment"],
        # Who says how sure a link is, proposes it.
        confidence=confidence or [],
        state=PairState.CHECKED if confidence is None else PairState.PROPOSED,
        note=pair_json.get("note", ""),
        digest=digest,
        **columns,
    )


def effects(collection: Collection, pairs: Sequence[Pair]) -> list[RowEffect]:
    """What storing each of these would do, from three queries however many they are."""
    return [effect for effect, _ in _compared(collection, pairs)]


@transaction.atomic
def store(*, collection: Collection, pairs: Sequence[Pair], actor: User | None) -> Counter[str]:
    """Store pairs as new ones, updates or new versions; what is there already is left alone."""
    compared = _compared(collection, pairs)
    for pair in pairs:
        pair.collection, pair.loaded_by = collection, actor
    new: list[Pair] = []
    updated: list[Pair] = []
    outdated: list[int] = []
    for pair, (effect, stored) in zip(pairs, compared, strict=True):
        if effect == RowEffect.NEW:
            new.append(pair)
        elif stored and effect == RowEffect.VERSION:
            outdated.append(stored.pk)
            pair.version = stored.version + 1
            new.append(pair)
        elif stored and effect == RowEffect.UPDATE:
            updated.append(_copied(pair, stored))
    Pair.objects.filter(pk__in=outdated).update(is_current=False)
    Pair.objects.bulk_create(new, batch_size=BATCH)
    # An insert that meets the row: many times faster than an update, whose statement has a case for every row.
    Pair.objects.bulk_create(
        updated, batch_size=BATCH, update_conflicts=True, unique_fields=["id"], update_fields=[*CONTENT, "loaded_by"]
    )
    return Counter(effect.value for effect, _ in compared)


@transaction.atomic
def add_pair(*, collection: Collection, pair_json: dict[str, Any], actor: User) -> Pair:
    """Store one pair that somebody made in the browser; its id must be new in the collection."""
    check_may_change(collection, actor)
    checked = generation.pair_from_json(pair_json)
    too_long = language_problem(checked.languages)
    if too_long:
        raise Refused(too_long, field="languages")
    if collection.pairs.filter(external_id=checked.id).exists():
        raise Refused(_("The collection has a pair with this id already."), field="id")
    pair = unsaved(checked)
    store(collection=collection, pairs=[pair], actor=actor)
    audit.record(actor, "pair.added", pair, collection=collection.name)
    return pair


def language_problem(languages: Iterable[str]) -> str:
    """The table's own limit on language codes, in words; empty if it is kept."""
    if all(len(language) <= LONGEST_LANGUAGE_CODE for language in languages):
        return ""
    return _("A language code has more than %d characters.") % LONGEST_LANGUAGE_CODE


def _compared(collection: Collection, pairs: Sequence[Pair]) -> list[tuple[RowEffect, Pair | None]]:
    ids = [pair.external_id for pair in pairs]
    rows = Pair.objects.current().filter(collection=collection, external_id__in=ids)
    stored = {row.external_id: row for row in rows}
    used = set(Item.objects.filter(pair__in=list(stored.values())).values_list("pair_id", flat=True))
    return [(_effect(pair, stored.get(pair.external_id), used), stored.get(pair.external_id)) for pair in pairs]


def _effect(pair: Pair, stored: Pair | None, used: set[int]) -> RowEffect:
    if stored is None:
        return RowEffect.NEW
    if stored.digest == pair.digest:
        return RowEffect.SAME if stored.note == pair.note else RowEffect.UPDATE
    if pair.is_proposed and not stored.is_proposed and _same_words(pair, stored):
        # What somebody has checked is not given up for what a program proposes.
        return RowEffect.SAME
    return RowEffect.VERSION if stored.pk in used else RowEffect.UPDATE


def _copied(source: Pair, target: Pair) -> Pair:
    for name in (*CONTENT, "loaded_by"):
        setattr(target, name, getattr(source, name))
    return target


def _same_words(pair: Pair, stored: Pair) -> bool:
    return pair.l2_tokens == stored.l2_tokens and generation.leaves(pair.l1_tree) == generation.leaves(stored.l1_tree)
