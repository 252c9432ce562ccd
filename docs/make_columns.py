"""Writes docs/columns.md, the columns of every export, from the declarations that exports are written by.

python -m docs.make_columns
"""

from __future__ import annotations

import os
from pathlib import Path

import django

TARGET = Path(__file__).parent / "columns.md"
HEAD = """# The columns of every export

Written from the codebook by `make columns`; a test fails when this page is behind. Every export carries its own
codebook (table `codebook`), with the study's own criteria and questions in place of those that stand here.

CSV is UTF-8 (with a byte-order mark on request), lines end as RFC 4180 says, an empty cell means that there is no
value, and text cells that begin with `=`, `+`, `-`, `@`, a tab or a carriage return get an apostrophe in front, so
that no spreadsheet runs them. True and false are written `true` and `false`. JSON Lines and Parquet hold the same
rows with their types and with every text as it was. Rows and columns have a stable order: the same data give the
same bytes.

"""
NOTES = {
    "ratings": "Nothing is left out: practice, checks, repeats and whatever the selection excludes are marked. "
    "Judges follow each other, each with their sentences in the order in which they were shown.",
    "sentences": "The columns from `usage_n` on are there once for each criterion, named after it, "
    "with a `_count_` column for each point of its scale.",
    "judges": "With identities there are three more columns after `judge`: `name`, `email`, `external_id`. The columns "
    "between `list` and `consent_version` are the answers to the study's questions, each under the question's name.",
    "matrix": "One column for each rated sentence, named `s` and its number; only what counts.",
}


def example():
    """A study as it comes out of the box: the paper's two criteria, one sentence."""
    from evaluation.models import Criterion, Study
    from evaluation.services.exports.study_data import ItemFacts, StudyData
    from evaluation.services.results.selection import Selection
    from evaluation.services.studies.defaults import QUESTIONS_ASKED

    data = StudyData(Study(slug="example", questions=list(QUESTIONS_ASKED)), Selection())
    names = {"usage": "Likelihood of usage", "fluency": "Fluency"}
    criteria = [Criterion(key=key, texts={"en": {"name": name}}) for key, name in names.items()]
    data.__dict__.update(
        criteria=criteria,
        items={1: ItemFacts(number=1, kind="study", pair_name="", condition="", source="", memberships=[])},
    )
    return data


def document() -> str:
    from evaluation.services.exports import TABLES

    data = example()
    return HEAD + "\n".join(section(table, data) for table in TABLES.values())


def section(table, data) -> str:
    lines = [f"## {table.name}", f"{table.title}. {NOTES.get(table.name, '')}".strip(), ""]
    if table.key:
        lines += [f"A row is known by: {', '.join(f'`{name}`' for name in table.key)}.", ""]
    lines += ["| column | type | allowed | meaning |", "|---|---|---|---|", *map(row, table.columns(data)), ""]
    return "\n".join(lines)


def row(column) -> str:
    allowed = column.allowed().replace(" | ", ", ") + (" (never empty)" if column.required else "")
    return f"| `{column.name}` | {column.type} | {allowed.strip()} | {column.description} |"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evaluation.config.settings")
    django.setup()
    TARGET.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main()
