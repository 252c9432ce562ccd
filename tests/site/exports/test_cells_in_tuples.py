"""Cells of several columns that come as one tuple make the same file as cells that come one by one."""

from __future__ import annotations

import pytest

from evaluation.services.exports.columns import Column, flag, number, text, whole
from evaluation.services.exports.formats import chunks_of, text_files
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Row, Table, flat
from evaluation.services.results.selection import Selection
from tests.site.factories import make_study

pytestmark = pytest.mark.django_db

COLUMNS: list[Column] = [
    text("judge %", ""),
    whole("list", ""),
    whole("n", ""),
    text("word", ""),
    flag("told", "", required=False),
    number("z", ""),
    text("alone", ""),
]
TEXTS = ["", "plain", "with, comma", 'with "quotes"', "two\nlines", "return\r", "नीरस", "50 %", " "]
ROWS: list[Row] = [
    (("J1", None if place % 3 else place), place, (word, None if place % 2 else True), value, word)
    for place, word in enumerate(TEXTS * 70)
    for value in (0.0, -0.0, 1.5, None)
]


def table_of(rows: list[Row]) -> Table:
    return Table("small", "", lambda _data: COLUMNS, lambda _data, _cells: iter(rows))


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
@pytest.mark.parametrize("kept", [1, 20_000])
def test_a_file_is_the_same_however_its_cells_come(meera, monkeypatch, form, kept):
    monkeypatch.setattr(text_files, "MOST_KEPT", kept)
    study = make_study(meera)
    data = StudyData(study, Selection.of(study))
    together, apart = (b"".join(chunks_of(table_of(rows), data, form)) for rows in (ROWS, [flat(row) for row in ROWS]))
    assert together == apart
    assert len(together) > 1000
