"""CSV, JSON Lines, Parquet and LaTeX: the same table, each as its readers expect it."""

from __future__ import annotations

import signal
import subprocess
import sys
from datetime import datetime
from io import BytesIO

import pyarrow.parquet as pq
import pytest
from django.db.models import Value
from django.db.models.functions import Concat
from django.utils import translation

from evaluation.models import AuditEntry, Item, Place
from evaluation.services import exports
from evaluation.services.errors import Refused
from evaluation.services.exports.columns import whole
from evaluation.services.exports.formats import parquet_files, parquet_program
from evaluation.services.exports.formats.text_files import csv_chunks, jsonl_chunks
from evaluation.services.exports.table import Table
from evaluation.services.support.files import safe_cell
from tests.site.factories import first_answer, make_choice_study, make_rating, make_study, ready_to_rate
from tests.site.files import content, csv_rows, jsonl_rows, parquet_table

# Every table once and every format in turn.
EVERY_TABLE = [
    (table, forms[number % len(forms)])
    for number, (table, forms) in enumerate((table, exports.formats_of(table)) for table in exports.TABLES)
]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_text_that_a_spreadsheet_would_run_is_made_harmless(start):
    assert safe_cell(f"{start}1+1") == f"'{start}1+1"


@pytest.mark.parametrize("text", ["", "a=1", "1-2", "Saturday", "'quoted'", "हाँ"])
def test_any_other_text_stays_as_it_is(text):
    assert safe_cell(text) == text


def test_in_csv_a_comment_cannot_become_a_formula(rated):
    assert csv_rows(rated, "comments")[0]["comment"] == "'=cmd|'/c calc'!A1"
    assert jsonl_rows(rated, "comments")[0]["comment"] == "=cmd|'/c calc'!A1"


def test_no_text_of_a_study_can_become_a_formula(rated):
    names = {"condition": "@x", "source": "+1", "signature": "-1", "memberships": ["=y"]}
    Item.objects.filter(study=rated).update(text=Concat(Value("="), "text"), **names)
    Place.objects.filter(participation__study=rated).update(
        comment="=z", exclusion_reason="=w", excluded_at="2026-11-01T00:00:00Z"
    )
    for table in exports.TABLES:
        for row in csv_rows(rated, table):
            for name, cell in row.items():
                assert not cell.startswith(("=", "+", "@")), (table, name, cell)


def test_negative_numbers_stay_numbers(rated):
    cells = [row["z"] for row in csv_rows(rated, "ratings")]
    assert any(cell.startswith("-") and float(cell) < 0 for cell in cells)


def test_a_byte_order_mark_comes_only_on_request(rated):
    plain, marked = (content(rated, "sentences", bom=bom) for bom in (False, True))
    assert marked == b"\xef\xbb\xbf" + plain


def test_a_comma_a_quote_and_a_line_break_come_back_as_they_were(rated):
    Place.objects.filter(pk=first_answer(rated).pk).update(comment='He said, "no"\nthen left')
    assert csv_rows(rated, "comments")[0]["comment"] == 'He said, "no"\nthen left'


@pytest.fixture
def chosen(meera, asha):
    """A study in which asha has chosen once."""
    study = make_choice_study(meera)
    mine = ready_to_rate(study, asha)
    make_rating(mine.places.first(), study.criteria.get(kind="choice"), 2)
    return study


@pytest.mark.parametrize("table", exports.TABLES)
def test_all_formats_hold_the_same(rated, chosen, table):
    study = chosen if table in {"choices", "couples"} else rated
    study.items.update(broken={"EC0": [["fragments"], ["positions"]]})
    as_json = jsonl_rows(study, table)
    found = parquet_table(study, table)
    as_csv = csv_rows(study, table)
    assert len(as_csv) == len(as_json) == found.num_rows
    assert [{name: as_text(cell) for name, cell in row.items()} for row in found.to_pylist()] == as_json
    assert found.column_names == list(as_csv[0])


def as_text(cell):
    return f"{cell:%Y-%m-%dT%H:%M:%SZ}" if isinstance(cell, datetime) else cell


def test_parquet_keeps_types(rated):
    kinds = {field.name: str(field.type) for field in parquet_table(rated, "ratings").schema}
    assert (kinds["value"], kinds["z"], kinds["excluded"]) == ("int64", "double", "bool")
    assert (kinds["judge"], kinds["submitted_at"]) == ("large_string", "timestamp[us, tz=UTC]")


def test_parquet_in_several_row_groups_is_in_order_and_leaves_one_at_a_time(monkeypatch):
    monkeypatch.setattr(parquet_program, "GROUP_ROWS", 4)
    monkeypatch.setattr(parquet_program, "BATCH_ROWS", 2)
    table = parquet_program.ParquetTable([("number", "integer"), ("word", "string"), ("told", "boolean")])
    rows = [(number, (f"word {number}", number % 2 == 0)) for number in range(11)]
    chunks = [table.written()]
    for start in range(0, 11, 3):
        table.add(rows[start : start + 3])
        chunks.append(table.written())
    table.end()
    chunks.append(table.written())
    # Rows 1 to 4 are known with the second message, rows 5 to 8 with the third.
    assert [bool(chunk) for chunk in chunks[1:]] == [False, True, True, False, True]
    found = pq.ParquetFile(BytesIO(b"".join(chunks)))
    assert found.num_row_groups == 3
    assert [tuple(row.values()) for row in found.read().to_pylist()] == [(number, *cells) for number, cells in rows]


def test_writing_parquet_does_not_load_pyarrow_into_the_site():
    """A web process would keep its 40 MB."""
    program = """
import sys
import django
django.setup()
from evaluation.services.exports.columns import whole
from evaluation.services.exports.formats.parquet_files import parquet_chunks
from evaluation.services.exports.table import Table
table = Table("small", "", lambda data: [whole("n", "")], lambda data, cells: iter([(1,)]))
assert b"".join(parquet_chunks(table, None)).startswith(b"PAR1")
sys.exit("pyarrow" in sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_an_abandoned_download_leaves_no_process_behind(rated, monkeypatch):
    started = []

    class Started(subprocess.Popen):
        def __init__(self, *arguments, **more):
            super().__init__(*arguments, **more)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Started)
    export = exports.export_table(study=rated, table="ratings", form="parquet")
    next(export.chunks)
    export.chunks.close()
    assert [process.returncode for process in started] == [-signal.SIGKILL]


def test_a_program_that_fails_is_not_taken_for_a_short_file(rated, monkeypatch, tmp_path):
    failing = tmp_path / "program.py"
    failing.write_text("import sys; sys.stdin.buffer.read(1); sys.exit(3)")
    monkeypatch.setattr(parquet_files, "PROGRAM", failing)
    with pytest.raises((RuntimeError, BrokenPipeError)):
        content(rated, "ratings", "parquet")
    with pytest.raises((RuntimeError, BrokenPipeError)):
        exports.export_zip(study=rated, target=tmp_path / "study.zip")
    assert not (tmp_path / "study.zip").exists()


@pytest.mark.parametrize(("table", "form"), EVERY_TABLE)
def test_the_same_data_give_the_same_bytes_whoever_asks_in_whatever_language(rated, meera, table, form):
    first = content(rated, table, form)
    with translation.override("hi"):
        assert content(rated, table, form, actor=meera) == first


@pytest.mark.parametrize(("table", "form"), EVERY_TABLE)
def test_an_empty_study_can_be_exported(meera, table, form):
    study = make_study(meera, items=0, slug="empty")
    study.criteria.all().delete()
    content(study, table, form)


@pytest.mark.parametrize(
    ("table", "form", "field"),
    [("nothing", "csv", "table"), ("ratings", "xls", "format"), ("ratings", "latex", "format")],
)
def test_what_cannot_be_made_is_refused(rated, table, form, field):
    with pytest.raises(Refused) as refusal:
        exports.export_table(study=rated, table=table, form=form)
    assert refusal.value.field == field


def test_every_export_is_written_down_with_the_selection(rated, meera):
    exports.export_table(study=rated, table="judges", form="csv", actor=meera)
    entry = AuditEntry.objects.get(action="study.exported")
    assert (entry.actor, entry.target) == (meera, "saturday")
    assert entry.details["table"] == "judges"
    assert entry.details["selection"]["by_hand"] is True


# -- LaTeX ------------------------------------------------------------------------------------------


def test_latex_of_sentences_is_the_papers_table_2(rated):
    text = content(rated, "sentences", "latex").decode()
    assert r"Saturday is boring \textit{uss nazariye se} 1 & 0(2) & 1(2) & 0.5(2) & 0.71(0) \\" in text
    assert r"\toprule" in text
    assert r"Sentence & Min & Max & Average & $\sigma$ \\" in text
    assert text.splitlines()[1].startswith("% cswitch=1.0.0;study=saturday")


def test_latex_of_models_is_the_papers_table_1(rated):
    rated.models_chosen = ["EC0", "EC1", "ML1"]
    rated.save()
    text = content(rated, "models", "latex").decode()
    assert r"Pair & Length & Categories & Depth & BF & EC0 & EC1 & ML1 ($\cap$ EC1) \\" in text
    row = next(line for line in text.splitlines() if line.startswith("paper-1 & 6 & "))
    assert " & 22 & " in row
    assert "32 (" in row


def test_latex_marks_no_word_of_a_study_as_a_command(rated):
    Item.objects.filter(study=rated, number=0).update(tokens=[["50%_of\\input{x}", "en"]])
    assert r"50\%\_of\textbackslash{}input\{x\}" in content(rated, "sentences", "latex").decode()


@pytest.mark.parametrize("write", [csv_chunks, jsonl_chunks])
def test_a_table_with_thousands_of_columns_is_written_a_few_rows_at_a_time(write):
    names = [f"s{number}" for number in range(2_000)]
    wide = Table(
        "wide", "Wide", lambda _data: [whole(name, "") for name in names], lambda *_: iter([range(2_000)] * 90)
    )
    chunks = list(write(wide, None))
    assert max(len(chunk) for chunk in chunks) < len(b"".join(chunks)) / 2
    assert b"".join(chunks).count(b"1999") >= 90
