"""Rows that wait in a file while a package is written come out as they would have been made."""

import pytest

from evaluation.services.exports import messages, spool
from evaluation.services.exports.cells import FOR_PROGRAMS, FOR_SPREADSHEETS
from evaluation.services.exports.columns import flag, number, text, whole
from evaluation.services.exports.formats import chunks_of
from evaluation.services.exports.formats.text_process import text_process
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Table
from evaluation.services.exports.tables import TABLES
from evaluation.services.results.selection import Selection
from tests.site.results.rated_study import rated_study


@pytest.fixture
def data(meera):
    study = rated_study(meera)
    return StudyData(study, Selection.of(study))


@pytest.mark.parametrize("name", list(TABLES))
@pytest.mark.parametrize("cells", [FOR_PROGRAMS, FOR_SPREADSHEETS], ids=["programs", "spreadsheets"])
def test_a_table_has_the_same_rows_from_a_file(data, tmp_path, monkeypatch, name, cells):
    monkeypatch.setattr(messages, "PART_CELLS", 100)
    with spool.spools([name], tmp_path) as files:
        spool.spool(TABLES[name], data, files[name], also=len)
        kept = spool.spooled(name, files[name])
        named = [(column.name, column.type) for column in kept.columns(data)]
        # Twice, for several formats read it.
        once, again = (list(kept.rows(data, cells)) for _time in range(2))
    assert named == [(column.name, column.type) for column in TABLES[name].columns(data)]
    assert once == again == list(TABLES[name].rows(data, cells))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_another_process_writes_the_same_bytes(data, tmp_path, form):
    with spool.spools(TABLES, tmp_path) as files, text_process(files) as process:
        for name, table in TABLES.items():
            spool.spool(table, data, files[name], also=len)
            written = b"".join(process.chunks(name, form))
            assert written == b"".join(chunks_of(table, data, form))


def test_a_process_that_ends_while_it_writes_is_an_error_and_no_short_file(data, tmp_path):
    with spool.spools(["judges"], tmp_path) as files, text_process(files) as process:
        spool.spool(TABLES["judges"], data, files["judges"], also=len)
        process.kill()
        with pytest.raises(RuntimeError, match=r"judges\.csv"):
            list(process.chunks("judges", "csv"))


def test_texts_are_made_safe_for_spreadsheets_and_numbers_stay(data, tmp_path):
    columns = [text("word", ""), flag("told", "", required=False), whole("n", ""), number("z", "")]
    rows = [("=1+1", True, -1, -0.5), ("", None, None, None), (None, False, 2, 1.5)]
    table = Table("small", "", lambda _data: columns, lambda _data, _cells: iter(rows))
    with spool.spools(["small"], tmp_path) as files:
        spool.spool(table, data, files["small"], also=len)
        kept = spool.spooled("small", files["small"])
        assert list(kept.rows(data, FOR_PROGRAMS)) == rows
        assert list(kept.rows(data, FOR_SPREADSHEETS)) == [
            ("'=1+1", "true", -1, -0.5),
            ("", None, None, None),
            (None, "false", 2, 1.5),
        ]
