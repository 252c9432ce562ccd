"""Questions to the database that Django writes once and the busiest pages ask again and again.

Building a query and turning it into SQL costs Django several times what the database needs to answer it. A ``Prepared``
question is an ordinary ``values_list`` queryset, made by a function of its parameters; its SQL and its converters are
kept, and only the parameters change. On PostgreSQL the server keeps its plan as well, which for a question over many
tables costs it more than the answer. Everything else stays: the same connection, the same transaction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import psycopg
from django.db import connection
from django.db.models import QuerySet


@dataclass(frozen=True)
class Gap:
    """Where, among the parameters of the SQL, which of the values goes."""

    number: int


@dataclass(frozen=True)
class Compiled:
    sql: str
    parameters: tuple[Any, ...]
    # A column, the functions that make its value Python's, and the expression they want to be told.
    converters: tuple[tuple[int, tuple[Callable[..., Any], ...], Any], ...]


class Prepared:
    """``Prepared(make).first("a")`` is the first row of ``make("a")``, or None. The values must be texts."""

    def __init__(self, make: Callable[..., QuerySet[Any, Any]], count: int = 1) -> None:
        self._make = make
        self._placeholders = [f"\uffffplaceholder {number}" for number in range(count)]
        # One process may know several kinds of database, as the tests do.
        self._compiled: dict[str, Compiled] = {}

    def first(self, *values: str) -> tuple[Any, ...] | None:
        compiled = self._compiled.get(connection.vendor) or self._compile()
        parameters = [values[part.number] if isinstance(part, Gap) else part for part in compiled.parameters]
        found = row_of(compiled.sql, parameters)
        return None if found is None else as_python(compiled, list(found))

    def _compile(self) -> Compiled:
        compiler = self._make(*self._placeholders).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        compiled = Compiled(
            sql,
            tuple(self._gap_or(part) for part in parameters),
            tuple((column, tuple(functions), expression) for column, (functions, expression) in converters.items()),
        )
        self._compiled[connection.vendor] = compiled
        return compiled

    def _gap_or(self, part: Any) -> Any:
        return Gap(self._placeholders.index(part)) if part in self._placeholders else part


def row_of(sql: str, parameters: list[Any]) -> tuple[Any, ...] | None:
    # While Django notes every question, it must see this one too.
    if connection.vendor == "postgresql" and not connection.queries_logged:
        return row_of_kept_plan(sql, parameters)
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        row: tuple[Any, ...] | None = cursor.fetchone()
        return row


def row_of_kept_plan(sql: str, parameters: list[Any]) -> tuple[Any, ...] | None:
    """Ask with the parameters apart from the SQL, as Django's own cursors do not."""
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        return cursor.execute(sql, parameters, prepare=True).fetchone()


def as_python(compiled: Compiled, row: list[Any]) -> tuple[Any, ...]:
    for column, converters, expression in compiled.converters:
        for convert in converters:
            row[column] = convert(row[column], expression, connection)
    return tuple(row)
