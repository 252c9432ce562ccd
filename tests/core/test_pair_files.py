"""Files of pairs: written in every format they can be loaded from, and read back unchanged."""

import io
from dataclasses import replace
from pathlib import Path

import pytest

from cswitch_core.paper import paper_pairs
from cswitch_core.readers import PAIR_FORMATS, pair_file, read_pairs, read_rows
from cswitch_core.readers.plain import PlainFile, kind_of_file
from cswitch_core.readers.sheet_files import sheet_chunks

TRIAL = Path(__file__).parent / "trial_pairs.jsonl"


def odd_pairs():
    """Pairs with whatever a format might lose: formulas, quotes, line breaks, proposed links, another script."""
    first, second, third, *_ = pairs = [*paper_pairs(), *read_pairs(TRIAL)]
    other = tuple(f"-{token}" for token in third.l2_tokens)
    return [
        replace(first, id="=1+1", note='-see "p. 3"\r\nand\t\'=4'),
        second.with_proposed_links(dict.fromkeys(second.links, 0.1 + 0.2)),
        replace(third, id="_x0041_", l2_tokens=other),
        *pairs[3:],
    ]


def written(pairs, form) -> bytes:
    return b"".join(pair_file((pair.as_json() for pair in pairs), form))


@pytest.mark.parametrize("form", PAIR_FORMATS)
def test_what_is_read_back_is_what_was_written(form):
    pairs = odd_pairs()
    rows = list(read_rows(io.BytesIO(written(pairs, form)), name=f"pairs.{form}"))

    assert [row.problems for row in rows if row.problems] == []
    assert [row.pair for row in rows] == pairs
    assert written([row.pair for row in rows], form) == written(pairs, form)


@pytest.mark.parametrize("form", PAIR_FORMATS)
def test_a_written_file_is_known_to_hold_pairs(form, tmp_path):
    file = tmp_path / f"pairs.{form}"
    file.write_bytes(written(odd_pairs(), form))

    assert kind_of_file(PlainFile(file, file.name)) == "pairs"


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_a_table_as_spreadsheets_save_it_is_read(encoding):
    pair = replace(paper_pairs()[0], note="Señor Núñez")
    text = written([pair], "csv").decode()
    (row,) = read_rows(io.BytesIO(text.encode(encoding)), name="pairs.csv")

    assert row.pair == pair


def test_a_table_that_cannot_be_read_twice_is_read_as_utf_8():
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    (row,) = read_rows(Pipe(written([paper_pairs()[0]], "csv")), name="pairs.csv")
    assert row.pair == paper_pairs()[0]


def test_a_sheet_with_other_columns_or_none_at_all_is_said():
    (other,) = read_rows(io.BytesIO(b"".join(sheet_chunks([["id", "alignment"], ["1", "0-0"]]))), name="pairs.xlsx")
    (broken,) = read_rows(io.BytesIO(b"PK\x03\x04nothing"), name="pairs.xlsx")

    assert "l1_lang, l1_tree, l2_lang, l2_text are missing" in other.problems[0].message
    assert "cannot be read as a spreadsheet" in broken.problems[0].message


def test_a_sheet_that_cannot_be_opened_is_taken_for_a_table(tmp_path):
    file = tmp_path / "pairs.xlsx"
    file.write_bytes(b"PK\x03\x04nothing")

    assert kind_of_file(PlainFile(file, file.name)) == "table"
