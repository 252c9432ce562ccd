"""PostgreSQL: tables are written by COPY in one snapshot, and read back in one transaction, without pg_dump.

The tables themselves come from the migrations, so a backup can be restored under another version of PostgreSQL.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from psycopg import sql

BLOCK = 1 << 20
SCHEMA_ONLY = {"django_migrations"}


def dump(folder: Path) -> dict[str, Any]:
    """Write each table to a file; returns the columns of each, in the order written."""
    (folder / "tables").mkdir()
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        columns = {table: columns_of(cursor, table) for table in tables(cursor)}
        for table, names in columns.items():
            copy_out(cursor, table, names, folder / "tables" / table)
    return columns


def tables(cursor: Any) -> list[str]:
    found = connection.introspection.table_names(cursor)
    return sorted(set(found) - SCHEMA_ONLY)


def columns_of(cursor: Any, table: str) -> list[str]:
    return [column.name for column in connection.introspection.get_table_description(cursor, table)]


def copy_out(cursor: Any, table: str, columns: list[str], path: Path) -> None:
    with path.open("wb") as file, cursor.copy(statement("COPY {} ({}) TO STDOUT", table, columns)) as rows:
        for block in rows:
            file.write(block)


def check(folder: Path) -> None:
    """Nothing beyond the digests: PostgreSQL refuses bad rows when they are loaded, and with them the transaction."""


def load(folder: Path, manifest: dict[str, Any]) -> bool:
    """Replace every row. People who use the site meanwhile wait, then see the restored state."""
    call_command("migrate", interactive=False, verbosity=0)
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        empty(cursor, tables(cursor))
        for table, columns in manifest["tables"].items():
            copy_in(cursor, table, columns, folder / "tables" / table)
        models = apps.get_models(include_auto_created=True)
        for line in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(line)
    return False


def empty(cursor: Any, names: list[str]) -> None:
    cursor.execute(sql.SQL("TRUNCATE {}").format(sql.SQL(", ").join(map(sql.Identifier, names))))


def copy_in(cursor: Any, table: str, columns: list[str], path: Path) -> None:
    with path.open("rb") as file, cursor.copy(statement("COPY {} ({}) FROM STDIN", table, columns)) as rows:
        while block := file.read(BLOCK):
            rows.write(block)


def statement(template: str, table: str, columns: list[str]) -> sql.Composed:
    return sql.SQL(template).format(sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns)))
