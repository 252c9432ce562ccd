"""Queries of the busiest pages, turned into SQL once and run again and again with other parameters.

Building a query and turning it into SQL costs Django several times what the database needs to answer it. A
``PreparedQuery`` is made from a function of its parameters that returns an ordinary ``values_list`` queryset; the SQL
and the converters of its columns are kept, and only the parameters change. On PostgreSQL the server keeps its plan as
well, which for a query over many tables costs it more than the answer. Everything else stays: the same connection, the
same transaction.

A row of many columns is declared as a ``NamedTuple``, each field with the path it is read from; ``columns_of`` makes
the columns of the query from that declaration, so that names and columns cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from django.db import connection
from django.db.models import QuerySet


def columns_of(row: type[tuple[Any, ...]]) -> list[Any]:
    """What to hand to ``values_list`` for rows of this NamedTuple, in the order of its fields.

    A field ``text: Annotated[str, "item__text"]`` is read from that path (or expression), ``key: str`` from ``key``.

    >>> from typing import NamedTuple
    >>> columns_of(NamedTuple("Row", [("key", str), ("text", Annotated[str, "item__text"])]))
    ['key', 'item__text']
    """
    hints = get_type_hints(row, include_extras=True)
    return [get_args(hint)[1] if get_origin(hint) is Annotated else name for name, hint in hints.items()]


@dataclass(frozen=True)
class Placeholder:
    """Stands among the parameters of the SQL where the value with this number goes."""

    number: int


@dataclass(frozen=True)
class CompiledQuery:
    sql: str
    parameters: tuple[Any, ...]
    # The number of a column, the functions that make a Python value of it, and the expression they are called with.
    converters: tuple[tuple[int, tuple[Callable[..., Any], ...], Any], ...]


class PreparedQuery:
    """``PreparedQuery(make).first("a")`` is the first row of ``make("a")``, or None. The values must be strings."""

    def __init__(self, make: Callable[..., QuerySet[Any, Any]], count: int = 1) -> None:
        self._make = make
        self._placeholders = [f"\uffffplaceholder {number}" for number in range(count)]
        # By kind of database: one process may know several, as the tests do.
        self._compiled: dict[str, CompiledQuery] = {}

    def first(self, *values: str) -> tuple[Any, ...] | None:
        query = self._compiled.get(connection.vendor) or self._compile()
        parameters = [values[part.number] if isinstance(part, Placeholder) else part for part in query.parameters]
        row = fetch_row(query.sql, parameters)
        return None if row is None else converted(query, list(row))

    def rows(self, *values: str) -> list[tuple[Any, ...]]:
        query = self._compiled.get(connection.vendor) or self._compile()
        parameters = [values[part.number] if isinstance(part, Placeholder) else part for part in query.parameters]
        return [converted(query, list(row)) for row in fetch_rows(query.sql, parameters)]

    def _compile(self) -> CompiledQuery:
        compiler = self._make(*self._placeholders).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        query = CompiledQuery(
            sql,
            tuple(self._placeholder_or(part) for part in parameters),
            tuple((column, tuple(functions), expression) for column, (functions, expression) in converters.items()),
        )
        self._compiled[connection.vendor] = query
        return query

    def _placeholder_or(self, part: Any) -> Any:
        return Placeholder(self._placeholders.index(part)) if part in self._placeholders else part


def fetch_row(sql: str, parameters: Sequence[Any]) -> tuple[Any, ...] | None:
    with plan_keeping_cursor(sql, parameters) as cursor:
        row: tuple[Any, ...] | None = cursor.fetchone()
        return row


def fetch_rows(sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    with plan_keeping_cursor(sql, parameters) as cursor:
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def change_rows(sql: str, parameters: Sequence[Any]) -> int:
    """Run a statement that changes rows; how many it changed."""
    with plan_keeping_cursor(sql, parameters) as cursor:
        return int(cursor.rowcount)


@contextmanager
def plan_keeping_cursor(sql: str, parameters: Sequence[Any]) -> Iterator[Any]:
    """A cursor that has run this SQL.

    On PostgreSQL a prepared statement: SQL and parameters are sent apart, as Django's own cursors do not. While Django
    logs queries (in tests and with DEBUG), it must see this one too.
    """
    if connection.vendor != "postgresql" or connection.queries_logged:
        with connection.cursor() as cursor:
            cursor.execute(sql, parameters)
            yield cursor
        return
    import psycopg  # eight megabytes that a site on SQLite does not need

    connection.close_if_health_check_failed()
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        cursor.execute(sql, parameters, prepare=True)
        yield cursor


def converted(query: CompiledQuery, row: list[Any]) -> tuple[Any, ...]:
    """The row's values as Python's, by Django's own converters."""
    for column, converters, expression in query.converters:
        for convert in converters:
            row[column] = convert(row[column], expression, connection)
    return tuple(row)
