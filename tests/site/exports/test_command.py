"""``manage.py export_study``: the page's bytes, at the machine."""

from __future__ import annotations

import zipfile

import pytest
from django.core.management import CommandError, call_command

from evaluation.models import AuditEntry
from evaluation.services.exports import stored_ratings
from tests.site.files import content


def run(*arguments) -> None:
    call_command("export_study", *map(str, arguments))


@pytest.mark.parametrize(
    ("table", "form"), [("ratings", "csv"), ("judges", "jsonl"), ("models", "parquet"), ("sentences", "latex")]
)
def test_it_writes_the_same_bytes_as_the_page(rated, meera, client_of, tmp_path, table, form):
    target = tmp_path / "out"
    run("saturday", "--table", table, "--format", form, "-o", target)
    page = client_of(meera).get(f"/studies/saturday/exports/{table}.{form}")
    assert target.read_bytes() == page.getvalue() == content(rated, table, form)


def test_without_a_file_it_writes_to_standard_output(rated, capsysbinary):
    run("saturday")
    assert capsysbinary.readouterr().out == content(rated, "ratings")


def test_it_makes_the_zip(rated, tmp_path, capsysbinary):
    run("saturday", "--format", "zip", "-o", tmp_path / "study.zip")
    run("saturday", "--format", "zip")
    assert capsysbinary.readouterr().out == (tmp_path / "study.zip").read_bytes()
    assert "datapackage.json" in zipfile.ZipFile(tmp_path / "study.zip").namelist()


def test_it_can_begin_with_a_byte_order_mark_and_name_the_judges(rated, tmp_path):
    run("saturday", "--table", "judges", "--bom", "--identities", "-o", tmp_path / "judges.csv")
    written = (tmp_path / "judges.csv").read_bytes()
    assert written.startswith(b"\xef\xbb\xbf")
    assert b"asha@example.org" in written
    assert AuditEntry.objects.get(action="study.exported").details["identities"] is True


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "There is no study nowhere. Studies here: saturday."),
        (["saturday", "--table", "tables"], "There is no table tables: ratings, "),
        (["saturday", "--format", "xls"], "There is no format xls: csv, "),
        (["saturday", "--format", "latex"], "LaTeX is made of the tables models"),
        (["saturday", "-o", "/proc/nowhere/file.csv"], "/proc/nowhere/file.csv: "),
    ],
)
def test_a_wrong_word_is_answered_with_the_right_ones(rated, arguments, words):
    with pytest.raises(CommandError, match=words.replace("(", r"\(")):
        run(*arguments)


def test_a_file_is_there_whole_or_not_at_all(rated, tmp_path, monkeypatch):
    target = tmp_path / "ratings.csv"
    target.write_text("the last export")

    def broken(*_):
        raise RuntimeError("the database went away")

    monkeypatch.setattr(stored_ratings, "stored_ratings", broken)
    with pytest.raises(RuntimeError):
        run("saturday", "-o", target)
    assert target.read_text() == "the last export"
    assert list(tmp_path.iterdir()) == [target]
