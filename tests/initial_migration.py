"""`make initial-migration`: the first migration anew, with indexes and constraints said where their table is made.

Django adds them one by one afterwards and, at each, makes all models of the migration anew: most of the time that a new
database takes. Tables that refer to each other get theirs afterwards still.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

import django
from django.core.management import call_command
from django.db.migrations import AddConstraint, AddField, AddIndex, CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.writer import MigrationWriter

FILE = Path("evaluation/migrations/0001_initial.py")


def gathered(operations: list[Operation]) -> list[Operation]:
    created = {operation.name_lower: operation for operation in operations if isinstance(operation, CreateModel)}
    completed_later = {operation.model_name_lower for operation in operations if isinstance(operation, AddField)}
    return [operation for operation in operations if not is_moved(operation, created, completed_later)]


def is_moved(operation: Operation, created: dict[str, CreateModel], completed_later: set[str]) -> bool:
    if not isinstance(operation, AddIndex | AddConstraint) or operation.model_name_lower in completed_later:
        return False
    options = created[operation.model_name_lower].options
    if isinstance(operation, AddIndex):
        options.setdefault("indexes", []).append(operation.index)
    else:
        options.setdefault("constraints", []).append(operation.constraint)
    return True


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evaluation.config.settings")
    django.setup()
    FILE.unlink(missing_ok=True)
    call_command("makemigrations", "evaluation", verbosity=0)
    migration = import_module("evaluation.migrations.0001_initial").Migration("0001_initial", "evaluation")
    migration.operations = gathered(migration.operations)
    FILE.write_text(MigrationWriter(migration).as_string())


if __name__ == "__main__":
    main()
