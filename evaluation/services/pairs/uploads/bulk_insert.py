"""Storing the rows of an upload that are new to its collection: one INSERT from table to table.

A load holds SQLite's only lock on writing, and judges wait for it. So what most loads consist of, pairs that are new,
goes from table to table in one statement; nothing of it passes through Python.
"""

from __future__ import annotations

from django.db import connection
from django.db.models import (
    BooleanField,
    Case,
    DateTimeField,
    Exists,
    Expression,
    ExpressionWrapper,
    F,
    JSONField,
    OuterRef,
    Q,
    QuerySet,
    TextField,
    Value,
    When,
)
from django.db.models.fields.json import KT, KeyTransform
from django.db.models.functions import Coalesce
from django.utils import timezone

from evaluation.models import Pair, PairState, Upload, UploadRow
from evaluation.services.pairs.storing import COUNTED


def insert_new(upload: Upload) -> int:
    """Store the rows whose pair the collection does not have; returns how many there were."""
    columns = _columns(upload)
    rows = _good(upload).filter(~Exists(_stored(upload)))
    wanted = rows.annotate(**{f"new_{name}": value for name, value in columns.items()}).order_by("line")
    select, parameters = wanted.values_list(*(f"new_{name}" for name in columns)).query.sql_with_params()
    quoted = connection.ops.quote_name
    column_of = {field.name: str(field.column) for field in Pair._meta.concrete_fields}
    names = ", ".join(quoted(column_of[name]) for name in columns)
    with connection.cursor() as cursor:
        # Names of our own table and columns, and the ORM's own query: nothing here was typed by anybody.
        cursor.execute(f"INSERT INTO {quoted(Pair._meta.db_table)} ({names}) {select}", parameters)
        return int(cursor.rowcount)


def changed_rows(upload: Upload) -> QuerySet[UploadRow]:
    """The rows whose pair the collection has with other content or another note."""
    stored = _stored(upload)
    same = stored.filter(digest=OuterRef("digest"), note=OuterRef("note"))
    return _good(upload).filter(Exists(stored), ~Exists(same)).order_by("line")


def _good(upload: Upload) -> QuerySet[UploadRow]:
    note = Coalesce(KT("pair__note"), Value(""), output_field=TextField())
    return UploadRow.objects.filter(upload=upload, is_good=True).annotate(note=note)


def _stored(upload: Upload) -> QuerySet[Pair]:
    return Pair.objects.current().filter(collection=upload.collection_id, external_id=OuterRef("external_id"))


def _columns(upload: Upload) -> dict[str, Expression | F]:
    """Each column of a new pair, from the row."""
    return {
        "collection": Value(upload.collection_id),
        "external_id": F("external_id"),
        "version": Value(1),
        "is_current": Value(True),
        "l1_lang": KT("pair__l1__lang"),
        "l1_tree": KT("pair__l1__tree"),
        "l1_text": F("l1_text"),
        "l1_is_original": _has_text("l1"),
        "l2_lang": KT("pair__l2__lang"),
        "l2_tokens": KeyTransform("tokens", KeyTransform("l2", "pair")),
        "l2_text": KT("pair__l2_text"),
        "l2_is_original": _has_text("l2"),
        "l2_other_script": Coalesce(
            KeyTransform("other_script", KeyTransform("l2", "pair")), Value([], JSONField()), output_field=JSONField()
        ),
        "alignment": KT("pair__alignment"),
        "confidence": Coalesce(KeyTransform("confidence", "pair"), Value([], JSONField())),
        "state": Case(
            When(pair__has_key="confidence", then=Value(PairState.PROPOSED.value)),
            default=Value(PairState.CHECKED.value),
        ),
        "note": F("note"),
        "digest": F("digest"),
        **{name: F(name) for name in COUNTED},
        "loaded_by": Value(upload.owner_id),
        "created_at": Value(timezone.now(), DateTimeField()),
    }


def _has_text(side: str) -> Expression:
    """Whether the file says how people wrote this sentence."""
    return ExpressionWrapper(Q(**{f"pair__{side}__has_key": "text"}), output_field=BooleanField())
