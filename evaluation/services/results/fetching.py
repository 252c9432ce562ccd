"""Many rows of whole numbers out of the database as one array."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np
from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import QuerySet

from evaluation.statistics.figure import Ints


def fetched(query: QuerySet[Any, Any], width: int) -> Ints:
    """The rows of whole numbers straight from the cursor: no object per row."""
    try:
        sql, parameters = query.query.get_compiler(query.db).as_sql()
    except EmptyResultSet:
        # "Of these items only", and there are none: Django asks the database nothing.
        return np.empty((0, width), dtype=np.int64)
    with connections[query.db].cursor() as cursor:
        cursor.execute(sql, parameters)
        numbers = np.fromiter(chain.from_iterable(cursor.fetchall()), dtype=np.int64)
    return numbers.reshape(-1, width)
