"""Reading exports as their users do."""

from __future__ import annotations

import csv
import io
import json

from evaluation.services import exports


def content(study, table: str, form: str = "csv", **options) -> bytes:
    return b"".join(exports.export_table(study=study, table=table, form=form, **options).chunks)


def csv_rows(study, table: str, **options) -> list[dict[str, str]]:
    text = content(study, table, **options).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def jsonl_rows(study, table: str, **options) -> list[dict]:
    return [json.loads(line) for line in content(study, table, "jsonl", **options).decode().splitlines()]
