"""A collection of pairs as a file, in every format in which it can be loaded again; the same pairs, the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from evaluation.models import Collection, Pair, User
from evaluation.services import audit, generation
from evaluation.services.errors import Refused

CONTENT_TYPES = {
    "jsonl": "application/x-ndjson",
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
BATCH = 500


@dataclass(frozen=True)
class PairFile:
    """A file to be sent: its name, its type and its bytes, made as they are read."""

    name: str
    content_type: str
    chunks: Iterator[bytes]


def pair_json(row: Pair) -> dict[str, Any]:
    """The pair as the object of one line of a file."""
    first = {"lang": row.l1_lang, "tree": row.l1_tree} | ({"text": row.l1_text} if row.l1_is_original else {})
    second = {"lang": row.l2_lang, "tokens": row.l2_tokens} | ({"text": row.l2_text} if row.l2_is_original else {})
    if row.l2_other_script:
        second["other_script"] = row.l2_other_script
    pair: dict[str, Any] = {"id": row.external_id, "l1": first, "l2": second, "alignment": row.alignment}
    if row.confidence:
        pair["confidence"] = row.confidence
    return pair | {"note": row.note} if row.note else pair


def download(*, collection: Collection, form: str, actor: User) -> PairFile:
    """The current pairs of a collection, in the order in which they were loaded."""
    if form not in CONTENT_TYPES:
        known = ", ".join(CONTENT_TYPES)
        raise Refused(_("There is no format %(name)s: %(known)s.") % {"name": form, "known": known}, field="format")
    audit.record(actor, "collection.downloaded", collection, format=form)
    name = slugify(collection.name) or f"pairs-{collection.pk}"
    chunks = generation.pair_file((pair_json(row) for row in _rows(collection)), form)
    return PairFile(f"{name}.{form}", CONTENT_TYPES[form], chunks)


def _rows(collection: Collection) -> Iterator[Pair]:
    """Batch after batch along the index, with no cursor left open while somebody's connection is slow."""
    last = 0
    while rows := list(Pair.objects.current().filter(collection=collection, pk__gt=last).order_by("pk")[:BATCH]):
        yield from rows
        last = rows[-1].pk
