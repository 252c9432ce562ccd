"""Many rows of a table at once, without an object for each: a file of ratings has tens of thousands.

PostgreSQL takes them as one stream (COPY), SQLite as one statement with many rows of values. Ids are the database's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from django.db import connection, models

# So many different moments are remembered as the database writes them.
MOMENTS = 10_000
Row = Sequence[Any]


def insert_rows(model: type[models.Model], names: Sequence[str], rows: Iterable[Row]) -> None:
    """`names` are those of the values in each row (`place_id` for a reference); other columns hold their defaults."""
    fields = {field.attname: field for field in model._meta.concrete_fields if not field.primary_key}
    others = {name: field for name, field in fields.items() if name not in names}
    usual = tuple(field.get_db_prep_save(field.get_default(), connection) for field in others.values())
    columns = [str(fields[name].column) for name in (*names, *others)]
    quoted = connection.ops.quote_name
    # Names of our own table and columns: nothing here was typed by anybody.
    target = f"{quoted(model._meta.db_table)} ({', '.join(map(quoted, columns))})"
    prepared = _prepared([fields[name] for name in names], rows, usual)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {target} FROM STDIN") as stream:
                for row in prepared:
                    stream.write_row(row)
        else:
            places = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {target} VALUES ({places})", list(prepared))  # noqa: S608


def _prepared(fields: Sequence[Any], rows: Iterable[Row], usual: Row) -> Iterator[Row]:
    """Each row as the database takes it. Only moments are written in a way of its own."""
    moments = [(place, _writer(field)) for place, field in enumerate(fields) if isinstance(field, models.DateTimeField)]
    for row in rows:
        values = [*row, *usual]
        for place, write in moments:
            values[place] = write(values[place])
        yield values


def _writer(field: Any) -> Callable[[Any], Any]:
    return lru_cache(MOMENTS)(lambda moment: field.get_db_prep_save(moment, connection))
