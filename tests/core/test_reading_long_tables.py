"""Long tables, one observation a row, in every format they come in."""

import io

import pytest

from cswitch_core import PairError
from cswitch_core.readers.plain import open_long_table

CSV = "judge,sentence,value\nA,Oil garam hai,4\nB,“Tel” is hot,5\n"


def table(content: str | bytes, name: str = "ratings.csv", **options):
    return open_long_table(io.BytesIO(content.encode() if isinstance(content, str) else content), name, **options)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (CSV, "ratings.csv"),
        (CSV.replace(",", "\t"), "ratings.tsv"),
        (CSV.replace(",", ";"), "ratings.txt"),
        (CSV.encode("cp1252"), "ratings.csv"),
        (CSV.encode("utf-16"), "ratings.csv"),
        (
            (
                '{"judge": "A", "sentence": "Oil garam hai", "value": 4}\n\n'
                '{"judge": "B", "value": 5.0, "sentence": "“Tel” is hot"}\n'
            ),
            "ratings.jsonl",
        ),
    ],
)
def test_the_same_rows_come_out_of_every_format(content, name):
    found = table(content, name)

    assert found.names == ("judge", "sentence", "value")
    assert [row.cells for row in found.rows] == [("A", "Oil garam hai", "4"), ("B", "“Tel” is hot", "5")]


def test_the_first_line_tells_what_stands_between_cells():
    found = table("judge,sentence\nA,Oil; tel; ghee\nB,Tel; oil\n")

    assert [row.cells for row in found.rows] == [("A", "Oil; tel; ghee"), ("B", "Tel; oil")]


def test_without_a_header_columns_have_numbers():
    found = table("A,Oil garam hai,4\n", has_header=False)

    assert found.names == ("1", "2", "3")
    assert [row.cells for row in found.rows] == [("A", "Oil garam hai", "4")]


def test_a_short_row_is_filled_up_and_a_long_one_is_a_problem():
    short, long = table("judge,value\nA\nB,4,5\n").rows

    assert short.cells == ("A", "")
    assert "the row has 3 cells, and the table 2 columns" in long.problem.message


def test_a_damaged_line_costs_that_line():
    good, damaged = table(b"judge,value\n" + ("é" * 20 + ",4\n").encode() + b"\xff,5\n").rows

    assert good.problem is None
    assert "cannot be read" in damaged.problem.message


def test_what_is_no_object_is_named_and_others_are_read():
    rows = list(table('{"judge": "A", "value": null}\n[1]\n{"judge": \n' + "x" * (1 << 20) + "x\n", "r.jsonl").rows)

    assert rows[0].cells == ("A", "")
    assert [row.problem.message for row in rows[1:3]] == ["it is no JSON object", "it is no JSON"]
    assert [row.line for row in rows] == [1, 2, 3, 4]


def test_values_of_objects_are_written_as_cells():
    (row,) = table('{"a": true, "b": [1, "é"], "c": 4.5}\n', "r.ndjson").rows

    assert row.cells == ("true", '[1, "é"]', "4.5")


@pytest.mark.parametrize(("content", "name"), [("\n\n", "r.jsonl"), ("[1]\n", "r.jsonl"), ("", "r.csv")])
def test_a_file_without_a_row_is_refused(content, name):
    with pytest.raises(PairError):
        table(content, name)


def test_a_table_of_which_no_row_can_be_read_is_refused():
    with pytest.raises(PairError, match="no row of the file can be read"):
        table('"a,b\n', "r.csv")


def test_a_line_that_is_too_long_costs_that_line():
    rows = list(table("judge,value\nA,4\n" + "x" * (1 << 20) + "x,5\nB,3\n").rows)

    assert [row.cells for row in rows if not row.problem] == [("A", "4"), ("B", "3")]
    assert [row.line for row in rows if row.problem] == [3]
