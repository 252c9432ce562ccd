"""Word lists of researchers: kept with a collection, one for each two languages, for whatever is proposed in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from evaluation.models import Collection, User, WordList
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.pairs.collections import check_may_change

MOST_ENTRIES = 50_000
Entries = list[list[str]]


@transaction.atomic
def keep(*, collection: Collection, actor: User, languages: Sequence[str], name: str, entries: Entries) -> WordList:
    """Keep a list in place of the one there was for these languages."""
    check_may_change(collection, actor)
    if len(entries) > MOST_ENTRIES:
        words = _("The word list has %(count)d entries; at most %(most)d are kept.")
        raise Refused(words % {"count": len(entries), "most": MOST_ENTRIES}, field="lexicon")
    kept: dict[str, Any] = {"name": name[-200:], "entries": _in_order(entries, languages)}
    first, second = sorted(languages)
    found, _made = WordList.objects.update_or_create(
        collection=collection, l1_lang=first, l2_lang=second, defaults=kept
    )
    audit.record(actor, "word_list.kept", collection, entries=len(entries))
    return found


def entries_for(collection: Collection, languages: Sequence[str]) -> Entries:
    """The words kept for two languages, in the order of these; empty if there are none."""
    first, second = sorted(languages)
    found = WordList.objects.filter(collection=collection, l1_lang=first, l2_lang=second).first()
    return _in_order(found.entries, languages) if found else []


@transaction.atomic
def forget(*, word_list: WordList, actor: User) -> None:
    check_may_change(word_list.collection, actor)
    audit.record(actor, "word_list.forgotten", word_list.collection)
    word_list.delete()


def _in_order(entries: Entries, languages: Sequence[str]) -> Entries:
    """Turn couples from the order of the languages to that of the alphabet, or back."""
    return entries if list(languages) == sorted(languages) else [[second, first] for first, second in entries]
