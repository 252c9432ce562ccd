"""The description of an export for programs: Frictionless's ``datapackage.json`` (Data Package, version 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evaluation.services.exports.cells import iso
from evaluation.services.exports.columns import Column
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Table
from evaluation.services.generation import CORE_VERSION

# What a column points at: every judge and sentence of a table is a row of another.
POINTS_AT = {"judge": ("judges", "judge"), "sentence": ("sentences", "sentence")}


def descriptor(data: StudyData, tables: Mapping[str, Table], files: Mapping[str, tuple[int, str]]) -> dict[str, Any]:
    """``files`` gives size and SHA-256 of each table's CSV."""
    return {
        "profile": "tabular-data-package",
        "name": data.study.slug,
        "title": data.study.name,
        "description": data.study.remark,
        "created": iso(data.changed_at),
        "version": f"{data.study.revision}",
        "cswitch": {
            "core_version": CORE_VERSION,
            "signature": data.signature,
            "selection": data.selection.as_json(),
            "selection_in_words": data.selection.describe(),
        },
        "resources": [resource(data, table, *files[f"csv/{table.name}.csv"]) for table in tables.values()],
    }


def resource(data: StudyData, table: Table, size: int, digest: str) -> dict[str, Any]:
    return {
        "profile": "tabular-data-resource",
        "name": table.name,
        "title": table.title,
        "path": f"csv/{table.name}.csv",
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "bytes": size,
        "hash": f"sha256:{digest}",
        "schema": schema(data, table),
    }


def schema(data: StudyData, table: Table) -> dict[str, Any]:
    columns = table.columns(data)
    found: dict[str, Any] = {"fields": [field(column) for column in columns], "missingValues": [""]}
    if table.key:
        found["primaryKey"] = list(table.key)
    keys = [column.name for column in columns if column.name in POINTS_AT and POINTS_AT[column.name][0] != table.name]
    if keys:
        found["foreignKeys"] = [foreign_key(name) for name in keys]
    return found


def field(column: Column) -> dict[str, Any]:
    found = {"name": column.name, "type": column.type, "description": column.description}
    constraints = column.constraints()
    return found | {"constraints": constraints} if constraints else found


def foreign_key(name: str) -> dict[str, Any]:
    table, column = POINTS_AT[name]
    return {"fields": name, "reference": {"resource": table, "fields": column}}
