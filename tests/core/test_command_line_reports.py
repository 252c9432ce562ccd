"""The commands that report: compare, explain and table1."""

from __future__ import annotations

import io
import json
import sys

import pytest

from cswitch_core.cli import main
from tests.core.cast import PAPER_FILE, pair_object

PAPER = str(PAPER_FILE)


def printed(capsys, *arguments: str, status: int = 0) -> str:
    assert main(list(arguments)) == status
    return capsys.readouterr().out


def test_table1_marks_the_six_cells_that_differ_with_the_reason(capsys):
    shown = printed(capsys, "table1")
    assert "54 of 60 cells are as published" in shown
    assert shown.count("* sentence") == 6
    assert "208 / 192*" in shown
    assert "no reading of the paper was found that gives 208" in shown


def test_table1_is_given_to_machines_and_to_files(capsys, tmp_path):
    printed(capsys, "table1", "--format", "json", "-o", str(tmp_path / "t.jsonl"))
    rows = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text().splitlines()]
    assert [row["sentence"] for row in rows] == [1, 2, 3, 4, 5]
    assert rows[0]["cells"][5] == {
        "column": "EC1",
        "paper": 22,
        "ours": 16,
        "reason": "comes out as published if ‘perspective’ is not substitutable",
    }


def test_explain_says_of_1b_what_is_wrong_for_each_model(capsys):
    sentence = ["--id", "paper-1", "--text", "Shanivar neeras hai that perspective se"]
    shown = printed(capsys, "explain", PAPER, *sentence).splitlines()
    assert shown[0].startswith("EC0: not generated (positions). ‘that perspective’ (NP) is English but stands")
    assert shown[3].startswith("ML0, matrix hi: generated.")
    verdicts = printed(capsys, "explain", PAPER, *sentence, "--models", "ML1", "--format", "json")
    assert json.loads(verdicts)["generated"] is True


def test_compare_gives_the_columns_the_intersections_and_who_subsumes_whom(capsys):
    shown = printed(capsys, "compare", PAPER, "--models", "EC1,ML2")
    assert "paper-1    6   11      4   3   16   28" in shown
    assert "all                           256  420" in shown
    assert "EC1  256  216" in shown
    assert "ML2 does not subsume EC1: paper-4" in shown
    assert "ML1 subsumes ML2" in printed(capsys, "compare", PAPER, "--models", "ML1,ML2")


def test_compare_is_given_to_machines(capsys):
    compared = json.loads(printed(capsys, "compare", PAPER, "--models", "EC1,ML2", "--format", "json"))
    assert compared["totals"] == {"EC1": 256, "ML2": 420}
    assert compared["counter_examples"]["ML2 EC1"]["pair"] == "paper-4"


@pytest.mark.parametrize(("on_error", "output"), [("skip", True), ("stop", False)])
def test_compare_tells_of_bad_pairs_and_goes_on_or_stops(on_error, output, monkeypatch, capsys):
    good = json.dumps(pair_object("(NN oil)", "tel", "0-0"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{good}\nbad".encode())))
    assert main(["compare", "-", "--models", "EC0", "--on-error", on_error]) == 1
    out, err = capsys.readouterr()
    assert "standard input:2: line: it is no JSON" in err
    assert bool(out) == output
