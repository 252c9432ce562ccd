"""The pairs of a study that comes out of a zip: those that are here already, or all of them in collections of its own.

What is here is used only if every pair is the same in every column and stands in the same order, for what is rated must
stay what it was. Otherwise the pairs get collections of their own, whatever is loaded here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from evaluation.models import Collection, Pair, Study, User
from evaluation.models.visible_names import is_visible
from evaluation.services import audit, generation
from evaluation.services.errors import Refused
from evaluation.services.exports.study_rows.fields import as_row, from_row, kept_fields, wrong
from evaluation.services.imports.studies.zip_file import StudyZip
from evaluation.services.pairs.collections import LONGEST_NAME, lock_collections_of
from evaluation.services.pairs.downloads import pair_json

BATCH = 500
Row = dict[str, Any]


def restore_pairs(source: StudyZip, *, study: Study, owner: User) -> tuple[dict[int, int], list[int], list[int]]:
    """Primary keys by the pairs' places in their file, the places of those chosen, and the collections made for it."""
    rows = list(source.rows("pairs"))
    pairs = [_pair(where, row) for where, row in rows]
    chosen = [number for number, (_where, row) in enumerate(rows, start=1) if row.get("chosen")]
    numbers, made = _known(source, [row for _where, row in rows]), list[int]()
    if not numbers:
        numbers, made = _stored(source, rows, pairs, study=study, owner=owner)
    return dict(enumerate(numbers, start=1)), chosen, made


def _pair(where: str, row: Row) -> Pair:
    """The row of a pair that the core can read."""
    pair = Pair(**from_row(Pair, row, where, "collection", "chosen"))
    if not isinstance(row.get("collection"), int):
        raise wrong(where, "collection")
    try:
        generation.pair_from_json(pair_json(pair))
    except Refused as refusal:
        raise wrong(where, "pair", refusal.message) from refusal
    return pair


def _known(source: StudyZip, rows: Sequence[Row]) -> list[int] | None:
    """The same pairs where they are loaded already; None if any is not, or differs, or stands elsewhere."""
    names = source.head["collections"]
    collections = dict(Collection.objects.filter(name__in=map(str, names)).values_list("name", "pk"))
    order = [collections.get(str(name), 0) for name in names]
    if 0 in order or order != sorted(order):
        return None
    ids = {row["external_id"] for row in rows}
    loaded = Pair.objects.filter(collection__name__in=names, external_id__in=ids)
    numbered = {collections[name]: number for number, name in enumerate(names, start=1)}
    found: dict[tuple[int, str, int], Row] = {
        (numbered[pair["collection_id"]], pair["external_id"], pair["version"]): pair
        for pair in loaded.values("pk", "collection_id", *kept_fields(Pair))
    }
    numbers: list[int] = []
    for row in rows:
        same = found.get((row["collection"], row["external_id"], row.get("version", 1)))
        given = {name: value for name, value in row.items() if name not in ("collection", "chosen")}
        if same is None or as_row(Pair, same) != given:
            return None
        numbers.append(same["pk"])
    if numbers != sorted(numbers):
        return None
    lock_collections_of(numbers)
    return numbers


def _stored(
    source: StudyZip, rows: Sequence[tuple[str, Row]], pairs: Sequence[Pair], *, study: Study, owner: User
) -> tuple[list[int], list[int]]:
    names = enumerate(source.head["collections"], start=1)
    collections = {number: _new_collection(str(name), study, owner) for number, name in names}
    newest: dict[tuple[int, str], int] = {}
    for (where, row), pair in zip(rows, pairs, strict=True):
        if row["collection"] not in collections:
            raise wrong(where, "collection")
        named = row["collection"], pair.external_id
        newest[named] = max(newest.get(named, 0), pair.version)
        pair.collection, pair.loaded_by = collections[row["collection"]], owner
    for (_where, row), pair in zip(rows, pairs, strict=True):
        pair.is_current = pair.version == newest[row["collection"], pair.external_id]
    stored = Pair.objects.bulk_create(pairs, batch_size=BATCH)
    return [pair.pk for pair in stored], [collection.pk for collection in collections.values()]


def _new_collection(name: str, study: Study, owner: User) -> Collection:
    """Under its own name, or with the study's address behind it where that name is taken."""
    if not is_visible(name) or len(name) > LONGEST_NAME:
        raise wrong("study/study.json", "collections")
    candidates = [name, *(f"{name[: LONGEST_NAME - 70]} ({study.slug}{more})" for more in ("", " 2", " 3", " 4"))]
    free = next((one for one in candidates if not Collection.objects.filter(name=one).exists()), "")
    if not free:
        raise Refused(_("Collections called “%s” are here already. Rename one of them.") % name, field="file")
    collection = Collection.objects.create(name=free, owner=owner)
    audit.record(owner, "collection.created", collection)
    return collection
