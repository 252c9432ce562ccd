"""``cswitch matched``: violators with their partners, and what cannot be had."""

from __future__ import annotations

import json

import pytest

from cswitch_core import Imported
from cswitch_core.cli import main
from cswitch_core.models import registry
from tests.core.reference.growing_trees import flat

PAIRS = "fixtures/paper_pairs.jsonl"


def lines(capsys, *arguments: str) -> list[dict]:
    assert main(["matched", PAIRS, "--format", "jsonl", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_line_has_a_match_with_all_that_is_known_of_it(capsys):
    found = lines(capsys, "--theory", "EC0,ML2", "--constraints", "fragments", "--per", "1", "--seed", "1")
    match = next(line for line in found if line["kind"] == "match")
    assert match.keys() == {
        *("kind", "pair", "theory", "constraint", "match", "violator", "partner"),
        *("distance", "switches", "places", "others"),
    }
    assert (match["pair"], match["theory"], match["constraint"], match["match"]) == ("paper-1", "EC0", "fragments", 1)
    assert match["violator"].keys() == match["partner"].keys() == {"text", "key"}
    assert match["others"] == {"ML2": {"violator": [["fragments"]], "partner": [[]]}}


def test_every_pair_and_constraint_has_its_counts_and_says_what_is_missing(capsys):
    found = lines(capsys, "--theory", "EC0", "--constraints", "all", "--per", "3")
    counts = [line for line in found if line["kind"] == "counts"]
    assert len(counts) == 15
    first = counts[0]
    assert first == {
        "kind": "counts",
        "pair": "paper-1",
        "theory": "EC0",
        "constraint": "fragments",
        "wanted": 3,
        "matches": 2,
        "clean": 22,
        "violators": 2,
        "in_one_place": 2,
        "with_partner": 2,
        "partners": 12,
        "tried": 2,
        "why": "only 2 violators with a partner",
    }
    assert sum(line["matches"] for line in counts) == sum(line["kind"] == "match" for line in found)


def test_the_same_seed_gives_the_same_lines_and_another_gives_others(capsys):
    one, same, another = (lines(capsys, "--theory", "ML2", "--per", "3", "--seed", seed) for seed in "112")
    assert one == same != another


def test_within_a_theory_a_partner_is_used_once(capsys):
    found = lines(capsys, "--theory", "ML0,ML2", "--per", "8")
    used = [(each["pair"], each["theory"], each["partner"]["text"]) for each in found if each["kind"] == "match"]
    assert len(used) == len(set(used)) > 20


def test_others_can_be_asked_to_be_the_same(capsys):
    found = lines(capsys, "--theory", "ML0,ML2", "--constraints", "nesting", "--per", "2", "--same-others")
    matches = [line for line in found if line["kind"] == "match"]
    assert matches
    assert all(each["violator"] == each["partner"] for line in matches for each in line["others"].values())


def test_people_read_both_sentences_under_each_other(capsys):
    assert main(["matched", PAIRS, "--theory", "EC0,ML2", "--constraints", "fragments,junctions", "--per", "1"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "paper-1  EC0  fragments: 1 of 1"
    assert told[1].startswith("  - ")
    assert told[2].startswith("  + ")
    assert told[3] == "    1 slot differs; 1 switch; broken in 1 place; ML2: fragments / clean"
    assert "paper-1  EC0  junctions: 0 of 1 (no sentence breaks exactly this constraint)" in told
    assert any("slots differ" in line for line in told)


def test_what_another_theory_sees_alike_is_said_once(capsys):
    assert main(["matched", PAIRS, "--theory", "ML0,ML2", "--constraints", "nesting", "--per", "1"]) == 0
    assert "ML2: clean\n" in capsys.readouterr().out


@pytest.mark.parametrize("names", ["colour", "fragments,colour", ","])
def test_an_unknown_constraint_names_the_known_ones(capsys, names):
    assert main(["matched", PAIRS, "--theory", "EC0,ML2", "--constraints", names]) == 2
    said = capsys.readouterr().err
    assert "EC0 has fragments, positions, junctions; ML2 has clauses, functional_words, content, fragments" in said


def test_an_unknown_theory_names_the_known_ones(capsys):
    assert main(["matched", PAIRS, "--theory", "XX9"]) == 2
    assert "known are EC0, EC1, ML0, ML1, ML2, FHC, AN" in capsys.readouterr().err


def test_a_source_without_rules_is_refused(capsys, monkeypatch):
    monkeypatch.setitem(registry._registered, "people", Imported("people", {}))
    assert main(["matched", PAIRS, "--theory", "people"]) == 2
    assert "people has no constraints" in capsys.readouterr().err


@pytest.mark.parametrize(("on_error", "others"), [("skip", True), ("stop", False)])
def test_a_pair_with_too_many_orders_is_named(capsys, tmp_path, on_error, others):
    file = tmp_path / "pairs.jsonl"
    small = {**flat(2).as_json(), "id": "small"}
    file.write_text("\n".join(map(json.dumps, [flat(12).as_json(), small])), encoding="utf-8")
    assert main(["matched", str(file), "--theory", "EC0", "--on-error", on_error]) == 1
    told = capsys.readouterr()
    assert "12 children has too many orders" in told.err
    assert ("small" in told.out) == others


def test_the_places_of_a_theory_that_cannot_count_them_are_left_out(capsys, monkeypatch):
    from tests.core.own_theory import OwnTheory

    monkeypatch.setitem(registry._registered, "Own", OwnTheory)
    assert main(["matched", PAIRS, "--theory", "Own", "--constraints", "fragments", "--per", "1"]) == 0
    assert "place" not in capsys.readouterr().out
