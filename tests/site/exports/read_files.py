"""Reading exports as their users do."""

from __future__ import annotations

import csv
import io
import json

import pyarrow
import pyarrow.parquet

from evaluation.services import exports


def content(study, table: str, form: str = "csv", **options) -> bytes:
    return b"".join(exports.export_table(study=study, table=table, form=form, **options).chunks)


def csv_rows(study, table: str, **options) -> list[dict[str, str]]:
    text = content(study, table, **options).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def jsonl_rows(study, table: str, **options) -> list[dict]:
    return [json.loads(line) for line in content(study, table, "jsonl", **options).decode().splitlines()]


def parquet_table(study, table: str) -> pyarrow.Table:
    return pyarrow.parquet.read_table(io.BytesIO(content(study, table, "parquet")))
