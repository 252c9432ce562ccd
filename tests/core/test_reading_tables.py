"""CSV and TSV: what a linguist has in a spreadsheet."""

from __future__ import annotations

import io

import pytest

from cswitch_core import read_rows

HEADER = "id,l1_lang,l1_tree,l2_lang,l2_text,alignment"
GOOD = "p,en,(NP (JJ hot) (NN oil)),hi,garam tel,0-0 1-1"


def rows(*lines: str, name: str = "pairs.csv", **options):
    return list(read_rows(io.BytesIO("\n".join(lines).encode()), name=name, **options))


def ids(found) -> list[str | None]:
    return [row.pair and row.pair.id for row in found]


def test_a_comma_table_is_read():
    (row,) = rows(HEADER, GOOD)
    assert row.line == 2
    assert row.pair.languages == ("en", "hi")
    assert row.pair.l2_tokens == ("garam", "tel")


@pytest.mark.parametrize(
    ("name", "separator"), [("pairs.tsv", "\t"), ("pairs.csv", ";"), ("pairs.csv", "\t"), ("pairs", "\t"), ("-", ",")]
)
def test_tabs_and_semicolons_are_understood_and_the_format_is_guessed(name, separator):
    assert ids(rows(HEADER.replace(",", separator), GOOD.replace(",", separator), name=name)) == ["p"]


def test_json_lines_are_recognised_without_a_name():
    (row,) = read_rows(io.BytesIO(b'\n{"id": "x"}'))
    assert row.problems[0].field == "l1.lang"


def test_columns_may_stand_in_any_order_with_others_between():
    header = "comment,alignment,ID , l2_text,l2_lang,l1_tree,l1_lang,note"
    (row,) = rows(header, "so,0-0,x,tel,hi,(NN oil),en,a remark")
    assert (row.pair.id, row.pair.note) == ("x", "a remark")


def test_a_tree_may_have_line_breaks_and_lines_are_still_counted():
    found = rows(HEADER, 'a,en,"(NP\n  (NN oil))",hi,tel,0-0', "", ",,,,,", "b,en,(NN oil),hi,tel,0-9")
    assert [row.line for row in found] == [2, 6]
    assert found[0].pair.l1_tokens == ("oil",)


def test_every_missing_column_is_named_in_one_problem_of_the_header():
    (found,) = rows("id,l1_tree,l2_text", "a,(NN oil),tel", "b,(NN oil),tel")
    (problem,) = found.problems
    assert (found.line, problem.field) == (1, "header")
    assert problem.message.startswith("the columns l1_lang, l2_lang, alignment are missing")
    assert "the first line has: id, l1_tree, l2_text" in problem.message
    assert "Name the columns id, l1_lang" in problem.cure


def test_one_missing_column_is_in_the_singular():
    (found,) = rows(HEADER.replace("note", "").replace("alignment", "links"), GOOD)
    assert "the column alignment is missing" in found.problems[0].message


def test_a_header_that_cannot_be_read_is_a_problem_of_the_header():
    (found,) = rows('"id,l1_lang', "a,en")
    assert found.problems[0].field == "header"


@pytest.mark.parametrize("line", ["a,en,(NN oil)", GOOD + ",more"])
def test_a_row_of_the_wrong_width_is_a_problem(line):
    (row,) = rows(HEADER, line)
    assert "cells and the header 6" in row.problems[0].message


def test_an_empty_sentence_is_a_problem_of_its_column():
    (row,) = rows(HEADER, "a,en,(NN oil),hi, ,0-0")
    assert [problem.field for problem in row.problems] == ["l2_text"]


def test_a_quote_that_never_closes_spoils_one_row_only():
    found = rows(HEADER, 'a,en,"(NN oil),hi,tel,0-0', GOOD, "q" + GOOD[1:])
    assert ids(found) == [None, "p", "q"]
    assert "Close every quoted cell" in found[0].problems[0].cure


def test_a_quote_that_swallows_a_megabyte_is_given_up():
    found = rows(HEADER, 'a,en,"(NN oil),hi,tel,0-0', *["x" * 1_000] * 1_100, GOOD)
    assert found[0].problems[0].line == 2
    assert found[-1].pair.id == "p"


def test_bytes_that_are_no_utf_8_spoil_one_row_only_even_inside_quotes():
    raw = f'{HEADER}\na,en,"(NN \xff\n{GOOD}\n'.encode("latin-1")
    found = list(read_rows(io.BytesIO(raw), name="pairs.csv"))
    assert ids(found) == [None, "p"]
    raw = f'{HEADER}\na,en,"(NN\n\xff\n{GOOD}\n'.encode("latin-1")
    found = list(read_rows(io.BytesIO(raw), name="pairs.csv"))
    assert ids(found) == [None, None, "p"]


def test_a_header_that_cannot_be_read_ends_the_file():
    (row,) = read_rows(io.BytesIO(b"\xff,id," + ("é" * 20).encode() + b"\n" + GOOD.encode()), name="pairs.csv")
    assert "no UTF-8" in row.problems[0].message
    (row,) = rows('"id')
    assert "cannot be read" in row.problems[0].message


def test_lines_that_end_as_on_old_macs_are_told():
    (row,) = rows(f"{HEADER}\r{GOOD}")
    assert "a bare carriage return" in row.problems[0].message


def test_an_empty_table_holds_no_pair():
    for text in ("", "\n\n", HEADER):
        (row,) = rows(text)
        assert row.problems[0].message == "the file holds no pair"
