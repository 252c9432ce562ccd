"""Rows that wait in a file while a package is written come out as they would have been made."""

import pytest

from evaluation.services.exports import messages, spool
from evaluation.services.exports.cells import FOR_PROGRAMS, FOR_SPREADSHEETS
from evaluation.services.exports.columns import flag, number, text, whole
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.table import Table
from evaluation.services.exports.tables import TABLES
from evaluation.services.results.selection import Selection
from tests.site.results.rated_study import rated_study

pytestmark = pytest.mark.any_database


@pytest.fixture
def data(meera):
    study = rated_study(meera)
    return StudyData(study, Selection.of(study))


@pytest.mark.parametrize("name", list(TABLES))
@pytest.mark.parametrize("cells", [FOR_PROGRAMS, FOR_SPREADSHEETS], ids=["programs", "spreadsheets"])
def test_a_table_has_the_same_rows_from_a_file(data, tmp_path, monkeypatch, name, cells):
    monkeypatch.setattr(messages, "PART_CELLS", 100)
    with spool.spooled(TABLES[name], data, tmp_path, also=len) as table:
        # Twice, for several formats read it.
        assert list(table.rows(data, cells)) == list(TABLES[name].rows(data, cells)) == list(table.rows(data, cells))
    assert not list(tmp_path.iterdir())


def test_texts_are_made_safe_for_spreadsheets_and_numbers_stay(data, tmp_path):
    columns = [text("word", ""), flag("told", "", required=False), whole("n", ""), number("z", "")]
    rows = [("=1+1", True, -1, -0.5), ("", None, None, None), (None, False, 2, 1.5)]
    table = Table("small", "", lambda _data: columns, lambda _data, _cells: iter(rows))
    with spool.spooled(table, data, tmp_path, also=len) as kept:
        assert list(kept.rows(data, FOR_PROGRAMS)) == rows
        assert list(kept.rows(data, FOR_SPREADSHEETS)) == [
            ("'=1+1", "true", -1, -0.5),
            ("", None, None, None),
            (None, "false", 2, 1.5),
        ]
