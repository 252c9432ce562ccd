"""Many rows of whole numbers out of the database as one array: no object per row."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np
from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import Aggregate, Count, Func, QuerySet, TextField
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast

from evaluation.services.support.page_cache import small_page_cache
from evaluation.statistics.figure import Ints

# So many rows are fetched at a time.
PART = 1_000


def fetched(query: QuerySet[Any, Any], width: int) -> Ints:
    """The rows of whole numbers straight from the cursor; none of them is kept as an object."""
    parts = (np.fromiter(chain.from_iterable(rows), np.int64, len(rows) * width) for rows in _in_parts(query))
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts]).reshape(-1, width)


def fetched_by(query: QuerySet[Any, Any], group: str, number: Combinable) -> dict[int, Ints]:
    """Per group its whole numbers, in no order."""
    keys, sizes, numbers = fetched_in_groups(query, group, number)
    return dict(zip(keys, np.split(numbers, np.cumsum(sizes)[:-1]), strict=True)) if keys else {}


def fetched_in_groups(
    query: QuerySet[Any, Any], group: str | Combinable, number: Combinable
) -> tuple[list[Any], Ints, Ints]:
    """The groups, how many whole numbers each has, and all of these, group by group.

    The database sends one row per group with its numbers in one text, so that a rating costs a few bytes, not objects.
    """
    keys, sizes, numbers = [], [], [np.zeros(0, dtype=np.int64)]
    grouped = query.order_by().values_list(group).annotate(size=Count("*"), texts=Joined(number))
    for rows in _in_parts(grouped):
        keys += [row[0] for row in rows]
        sizes += [row[1] for row in rows]
        numbers.append(np.fromstring(",".join([row[2] for row in rows]), dtype=np.int64, sep=","))
    return keys, np.array(sizes, dtype=np.int64), np.concatenate(numbers)


def texts_in_groups(query: QuerySet[Any, Any], group: str, text: Combinable) -> Iterator[list[str]]:
    """The rows' texts, which have no commas, group by group: the database need not sort them."""
    grouped = query.order_by().values_list(group).annotate(texts=Joined(text))
    for rows in _in_parts(grouped):
        for _group, texts in rows:
            yield texts.split(",")


class Joined(Aggregate):
    """Whole numbers, or texts, with commas between them."""

    function = "GROUP_CONCAT"
    output_field = TextField()
    template = "%(function)s(%(expressions)s, ',')"

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        template = "STRING_AGG((%(expressions)s)::text, ',')"
        return self.as_sql(compiler, connection, template=template, **more)


class JsonParts(Func):
    """Two or more members of a JSON object ("a", or "a.b" for one of a member's) as the text of one JSON list.

    Null stands where there is none. A text that comes again need not be read again, and the rest of the object is
    never made into Python's objects.
    """

    output_field = TextField()

    def __init__(self, field: str, *names: str) -> None:
        super().__init__(field)
        self.names = names

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        paths = ", ".join(f"'$.{name}'" for name in self.names)
        return self.as_sql(compiler, connection, template=f"JSON_EXTRACT(%(expressions)s, {paths})", **more)

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        sql, parameters = compiler.compile(self.source_expressions[0])
        parts = ", ".join(f"{sql} #> '{{{name.replace('.', ',')}}}'" for name in self.names)
        return f"JSONB_BUILD_ARRAY({parts})::text", [*parameters] * len(self.names)


def json_text(field: str) -> Cast:
    """A JSON field as the text that the database keeps or writes."""
    return Cast(field, TextField())


def raw_rows(query: QuerySet[Any, Any]) -> list[Any]:
    """The rows as the database gives them."""
    return list(chain.from_iterable(_in_parts(query)))


def _in_parts(query: QuerySet[Any, Any]) -> Iterator[list[Any]]:
    """The same rows, some at a time: large texts need not be in memory together."""
    try:
        sql, parameters = query.query.get_compiler(query.db).as_sql()
    except EmptyResultSet:
        # "Of these items only", and there are none: Django asks the database nothing.
        return
    with small_page_cache(), connections[query.db].cursor() as cursor:
        cursor.execute(sql, parameters)
        while rows := cursor.fetchmany(PART):
            yield rows
