"""What the codebook says of a table is so: its columns, their kinds and limits, and the key of its rows."""

from __future__ import annotations

import pytest

from evaluation.services import exports
from evaluation.services.exports.study_data import StudyData
from evaluation.services.results.selection import Selection
from tests.site.files import content, csv_rows, jsonl_rows


@pytest.mark.parametrize("identities", [False, True])
@pytest.mark.parametrize("table", exports.TABLES)
def test_the_codebook_describes_every_column_of_every_table(rated, table, identities):
    described = [
        row["column"]
        for row in csv_rows(rated, "codebook", identities=identities)
        if row["table"] == table and row["description"]
    ]
    header = content(rated, table, identities=identities).decode().partition("\r\n")[0].split(",")
    assert described == ([] if table == "codebook" else header)


@pytest.mark.parametrize("table", exports.TABLES)
def test_cells_keep_what_the_codebook_promises(rated, table):
    columns = {column.name: column for column in exports.TABLES[table].columns(StudyData(rated, Selection.of(rated)))}
    kinds = {"integer": int, "number": int | float, "boolean": bool, "string": str, "datetime": str}
    for row in jsonl_rows(rated, table):
        for name, value in row.items():
            column = columns[name]
            assert not column.required or value not in (None, ""), name
            if value in (None, ""):
                continue
            assert isinstance(value, kinds[column.type]), (name, value)
            assert not column.enum or value in column.enum, (name, value)
            assert column.minimum is None or value >= column.minimum, (name, value)
            assert column.maximum is None or value <= column.maximum, (name, value)


@pytest.mark.parametrize("table", exports.TABLES)
def test_rows_can_be_told_apart_by_the_tables_key(rated, table):
    keys = [tuple(row[name] for name in exports.TABLES[table].key) for row in jsonl_rows(rated, table)]
    assert not exports.TABLES[table].key or len(keys) == len(set(keys))
