"""Many rows of whole numbers out of the database as one array: no object per row."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np
from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import Aggregate, QuerySet, TextField
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast

from evaluation.statistics.figure import Ints


def fetched(query: QuerySet[Any, Any], width: int) -> Ints:
    """The rows of whole numbers straight from the cursor."""
    numbers = np.fromiter(chain.from_iterable(_rows(query)), dtype=np.int64)
    return numbers.reshape(-1, width)


def fetched_by(query: QuerySet[Any, Any], group: str, number: Combinable) -> dict[int, Ints]:
    """Per group its whole numbers, in no order.

    The database sends one row per group with its numbers in one text, so that a rating costs a few bytes, not objects.
    """
    texts = Joined(Cast(number, TextField()))
    rows = _rows(query.order_by().values_list(group).annotate(texts=texts))
    return {key: np.fromstring(text, dtype=np.int64, sep=",") for key, text in rows}


class Joined(Aggregate):
    """Texts with commas between them."""

    function = "GROUP_CONCAT"
    output_field = TextField()
    template = "%(function)s(%(expressions)s, ',')"

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, function="STRING_AGG", **more)


def _rows(query: QuerySet[Any, Any]) -> list[Any]:
    try:
        sql, parameters = query.query.get_compiler(query.db).as_sql()
    except EmptyResultSet:
        # "Of these items only", and there are none: Django asks the database nothing.
        return []
    with connections[query.db].cursor() as cursor:
        cursor.execute(sql, parameters)
        return list(cursor.fetchall())
