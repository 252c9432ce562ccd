"""Reading JSON Lines: good pairs are read, and every problem is reported in one pass with its place and its cure."""

from __future__ import annotations

import io
import json
import pickle
import re

import pytest

from cswitch_core import PairError, pair_from_json, read_pairs, read_rows
from cswitch_core.readers.lines import MAX_LINE_BYTES
from tests.core.cast import PAPER_FILE, pair_object, paper_pairs

GOOD = pair_object("(NP (JJ hot) (NN oil))", "garam tel", "0-0 1-1")


def rows(*lines: object, **options):
    raw = b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
    return list(read_rows(io.BytesIO(raw), name="pairs.jsonl", **options))


def problems_of(value: object) -> list:
    (row,) = rows(value)
    return list(row.problems)


def changed(**fields: object) -> dict:
    """A good pair with some fields changed; ``l1_tree`` is the field ``tree`` of ``l1``."""
    value = json.loads(json.dumps(GOOD))
    for name, content in fields.items():
        side, _, inner = name.partition("_")
        target, key = (value[side], inner) if inner else (value, name)
        if content is None:
            del target[key]
        else:
            target[key] = content
    return value


def test_the_papers_five_pairs_are_read_and_written_back():
    pairs = paper_pairs()
    assert [pair.id for pair in pairs] == [f"paper-{number}" for number in range(1, 6)]
    assert [pair.as_json() for pair in pairs] == [json.loads(line) for line in PAPER_FILE.read_text().splitlines()]


def test_a_pair_knows_its_sentences_and_its_alignment():
    pair = pair_from_json(GOOD)
    assert pair.text(0) == "hot oil"
    assert pair.text(1) == "garam tel"
    assert pair.alignment == "0-0 1-1"
    assert pair.with_links([(1, 0), (0, 1), (1, 0)]).alignment == "0-1 1-0"


@pytest.mark.parametrize(
    ("value", "field", "message", "cure"),
    [
        (changed(id=None), "id", "the field is missing", "no other pair"),
        (changed(id=7), "id", "it is a number and no text", "in quotes"),
        (changed(id=" "), "id", "it is empty", "Give a name"),
        (changed(id="x" * 201), "id", "201 characters", "at most 200"),
        (changed(id="a\x00b"), "id", "control character U\\+0000", "Take that character out"),
        (changed(id="a\ud800b"), "id", "control character U\\+D800", "Take that character out"),
        (changed(id="a\uffffb"), "id", "control character U\\+FFFF", "Take that character out"),
        (changed(l1_lang=None), "l1.lang", "the field is missing", "language code"),
        (changed(l2_lang="en"), "l2.lang", "both sentences are said to be 'en'", "own codes"),
        (changed(l1_tree=""), "l1.tree", "it is empty", "Penn brackets"),
        (changed(l1_tree="(NP (JJ hot) (NN oil)"), "l1.tree", "never close", "missing \\)"),
        (changed(l1_tree="()"), "l1.tree", "the tree is empty", "Penn brackets"),
        (changed(l1_tree="(X " * 5_000 + "(NN a)" + ")" * 5_000), "l1.tree", "nested more than 500", "at most 500"),
        (changed(l1_tree="(S (. .) (. !))"), "l1.tree", "no word, only punctuation", "with words"),
        (changed(l2_tokens=None), "l2.tokens", "the field is missing", "list of texts"),
        (changed(l2_tokens=[]), "l2.tokens", "the sentence is empty", "list of texts"),
        (changed(l2_tokens="garam tel"), "l2.tokens", "it is a text", "list of texts"),
        (changed(l2_tokens={"a": 1}), "l2.tokens", "it is an object", "list of texts"),
        (changed(l2_tokens=["garam tel", "a"]), "l2.tokens", "token 0 is 'garam tel' and not one word", "spaces"),
        (changed(l2_tokens=["garam", ""]), "l2.tokens", "token 1 is '' and not one word", "spaces"),
        (changed(l2_tokens=["garam", 5]), "l2.tokens", "token 1 is a number and not one word", "spaces"),
        (changed(l2_tokens=["garam", "t\x07l"]), "l2.tokens", "control character U\\+0007", "out"),
        (changed(l2_tokens=["।", "!"]), "l2.tokens", "no word, only punctuation", "with words"),
        (changed(l2_tokens=["a"] * 1_001), "l2.tokens", "1001 words", "at most 1000"),
        (changed(alignment=None), "alignment", "the field is missing", "0-0 1-2"),
        (changed(alignment=""), "alignment", "it is empty", "0-0 1-2"),
        (changed(alignment="0-0 1:1"), "alignment", "'1:1' is no link", "i-j"),
        (changed(alignment="0-0 " + "9" * 99), "alignment", "9{40}…' is no link", "i-j"),
        (changed(alignment="0-0 2-1"), "alignment", "L1 word 2, and L1 has 2 words", "L1 numbers from 0 to 1"),
        (changed(alignment="0-0 1-7"), "alignment", "L2 word 7, and L2 has 2 words", "L2 numbers from 0 to 1"),
        (changed(note=3), "note", "it is a number and no text", "leave the field out"),
        ([1, 2], "line", "it is no JSON object", '"alignment"'),
        (b'{"id": ', "line", "it is no JSON \\(at character", '"alignment"'),
        (b"[" * 100_000, "line", "nested too deep", '"alignment"'),
        (b'{"id": ' + b"9" * 5_000 + b"}", "line", "number too long", '"alignment"'),
        (b'{"id": "\xff"}', "line", "byte 9 of the line \\(0xff\\) is no UTF-8", "CSV UTF-8"),
    ],
)
def test_each_problem_names_the_field_what_is_wrong_and_the_cure(value, field, message, cure):
    (problem,) = problems_of(value)
    assert problem.field == field
    assert problem.line == 1
    assert problem.file == "pairs.jsonl"
    assert re.search(message, problem.message)
    assert re.search(cure, problem.cure)


def test_all_problems_of_a_pair_are_told_at_once():
    problems = problems_of(changed(l1_tree="(NP", l2_tokens=[], alignment="0-0 x", l1_lang=None))
    assert [problem.field for problem in problems] == ["l1.lang", "l1.tree", "l2.tokens", "alignment"]
    assert {problem.pair_id for problem in problems} == {"p"}


def test_a_side_that_is_no_object_misses_its_fields():
    assert [problem.field for problem in problems_of(changed(l1="(NP (NN oil))"))] == ["l1.lang", "l1.tree"]


def test_a_bad_pair_does_not_stop_the_good_ones_and_lines_are_counted():
    found = rows(GOOD, b"", b"no json", changed(id="q"), b"\xff", changed(id="r"))
    assert [(row.line, row.pair and row.pair.id) for row in found] == [
        (1, "p"), (3, None), (4, "q"), (5, None), (6, "r"),
    ]  # fmt: skip


def test_a_repeated_id_is_a_problem_of_the_second():
    first, second = rows(GOOD, GOOD)
    assert first.pair
    assert str(second.problems[0]) == (
        "pairs.jsonl:2: id: line 1 has the id 'p' already. Give each pair an id of its own. [pair p]"
    )


def test_a_line_of_ten_megabytes_is_one_problem_and_the_next_line_is_read():
    found = rows(b'{"id": "' + b"x" * 10_000_000 + b'"}', GOOD)
    assert found[0].problems[0].message.startswith("the line has 10,000,01")
    assert found[1].pair


def test_a_line_just_over_the_limit_at_the_end_of_the_file_is_a_problem():
    (row,) = rows(b"x" * (MAX_LINE_BYTES + 5))
    assert "bytes" in row.problems[0].message


def test_a_byte_order_mark_is_skipped_and_utf_16_is_refused_once():
    assert rows(b"\xef\xbb\xbf" + json.dumps(GOOD).encode())[0].pair
    (row,) = read_rows(io.BytesIO(json.dumps(GOOD).encode("utf-16") * 3), name="p.jsonl")
    assert "UTF-16" in row.problems[0].message


def test_a_file_without_any_pair_says_so():
    (row,) = rows(b"\n\n")
    assert row.problems[0].message == "the file holds no pair"


def test_devanagari_and_arabic_pairs_are_read():
    hindi = changed(l2_tokens=["गरम", "तेल"])
    arabic = changed(id="ar", l2_tokens=["زيت", "ساخن"], alignment="0-1 1-0", l2_lang="ar")
    assert [row.pair.text(1) for row in rows(hindi, arabic)] == ["गरम तेल", "زيت ساخن"]


def test_read_pairs_stops_at_a_bad_pair_or_skips_it(tmp_path):
    file = tmp_path / "pairs.jsonl"
    file.write_text(json.dumps(GOOD) + "\nbad\n" + json.dumps(changed(id="q")))
    assert [pair.id for pair in read_pairs(file, on_error="skip")] == ["p", "q"]
    with pytest.raises(PairError, match="it is no JSON"):
        list(read_pairs(file))


def test_the_error_survives_the_way_between_processes():
    error = PairError(problems_of(changed(id=None)))
    assert pickle.loads(pickle.dumps(error)).problems == error.problems
