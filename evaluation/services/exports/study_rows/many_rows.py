"""Places and ratings as lines of JSON: there may be a million, so they are written column by column.

The lines are those that `json` writes row by row: keys in order, without what equals a column's default. A value that
comes again is written once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any

from django.db.models import BooleanField, CharField, DateTimeField, F, JSONField, QuerySet
from django.db.models.functions import Cast

from evaluation.services.exports.study_rows.fields import ALWAYS, Field, Model, defaults, kept_fields
from evaluation.services.exports.study_rows.moments import iso_text
from evaluation.services.results.fetching import json_text

CHUNK = 2_000
# So many members of a column are kept at most.
MOST_KEPT = 20_000
# As SQLite and PostgreSQL write it.
TRUE = {"1", "true"}

in_json = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode
Read = Callable[[Any], Any]


class Members(dict[Any, str]):
    """For each stored value of a column the member of the line's object, each written once; none for `usual`."""

    def __init__(self, name: str, read: Read, usual: Any = ALWAYS) -> None:
        super().__init__()
        self.name, self.read, self.usual = in_json(name), read, usual

    def __missing__(self, stored: Any) -> str:
        value = self.read(stored)
        text = "" if value == self.usual else f"{self.name}:{value if type(value) is int else in_json(value)}"
        if len(self) >= MOST_KEPT:
            self.clear()
        self[stored] = text
        return text


def many_lines(rows: QuerySet[Any], model: Model, more: Mapping[str, tuple[str, Read]]) -> Iterator[bytes]:
    """The kept columns and `more`: by the name in the file, the column that is read and what it says there.

    What says nothing (None) is left out of `more`.
    """
    fields, usual = kept_fields(model), defaults(model)
    columns = {
        name: (stored(name, field), Members(name, meaning(field), usual[name])) for name, field in fields.items()
    }
    columns |= {name: (F(source), Members(name, read, None)) for name, (source, read) in more.items()}
    in_order = [columns[name] for name in sorted(columns)]
    # Under names of their own, for some are called as fields are.
    named = {f"column_{place}": column for place, (column, _members) in enumerate(in_order)}
    found = rows.annotate(**named).values_list(*named).iterator(chunk_size=CHUNK)
    while part := list(islice(found, CHUNK)):
        members = [
            map(own.__getitem__, values) for (_, own), values in zip(in_order, zip(*part, strict=True), strict=True)
        ]
        lines = map(",".join, map(partial(filter, None), zip(*members, strict=True)))
        yield ("{" + "}\n{".join(lines) + "}\n").encode()


def stored(name: str, field: Field) -> Any:
    """The column as something that Django does not convert row by row."""
    if isinstance(field, DateTimeField | BooleanField):
        return Cast(name, CharField())
    return json_text(name) if isinstance(field, JSONField) else F(name)


def meaning(field: Field) -> Read:
    if isinstance(field, DateTimeField):
        return iso_text
    if isinstance(field, BooleanField):
        return TRUE.__contains__
    return json.loads if isinstance(field, JSONField) else unchanged


def unchanged(value: Any) -> Any:
    return value
