"""Comparing models over a file of pairs, and Table 1."""

from __future__ import annotations

import json
from itertools import product

from cswitch_core import PAPER_MODELS, FunctionModel, Imported, compare, model, table1
from cswitch_core.comparison import regions
from cswitch_core.paper import paper_pairs, paper_tree
from cswitch_core.table1 import REASONS


def test_table_1_is_met_in_54_cells_of_60_and_the_others_have_a_reason():
    rows = table1()
    cells = [(row.sentence, cell) for row in rows for cell in row.cells]
    differing = {(sentence, cell.column): cell for sentence, cell in cells if not cell.same}
    assert len(cells) == 60
    assert set(differing) == set(REASONS)
    assert len(differing) == 6
    assert all(cell.reason for cell in differing.values())
    assert not any(cell.reason for _, cell in cells if cell.same)


def test_the_six_cells_that_differ_are_those_of_the_specification():
    ours = {(row.sentence, cell.column): cell.ours for row in table1() for cell in row.cells if not cell.same}
    assert ours == {
        (1, "EC1"): 16,
        (1, "ML1 ∩ EC1"): 16,
        (1, "ML2 ∩ EC1"): 16,
        (3, "ML0"): 12,
        (3, "ML0 ∩ EC1"): 12,
        (5, "ML2"): 192,
    }


def test_intersections_are_those_of_the_sets():
    compared = compare(paper_pairs(), PAPER_MODELS)
    for number, row in enumerate(compared.rows, start=1):
        sets = {name: model(name).sentences(paper_tree(number)) for name in PAPER_MODELS}
        assert row.counts == {name: each.count for name, each in sets.items()}
        for one, another in product(PAPER_MODELS, repeat=2):
            assert row.shared[one, another] == (sets[one] & sets[another]).count
    assert compared.totals["EC0"] == 22 + 14 + 16 + 48 + 96
    assert compared.rows[0].shape == (6, 11, 4, 3)


def test_the_first_counter_example_shows_why_a_model_does_not_subsume_another():
    compared = compare(paper_pairs(), ["ML1", "ML2", "EC1"])
    assert compared.subsumes("ML1", "ML2")
    assert not compared.subsumes("ML2", "ML1")
    assert not compared.subsumes("ML2", "EC1")
    example = compared.counter_examples["ML2", "EC1"]
    assert example.pair_id == "paper-4"
    assert " aur " in example.text or " and " in example.text
    assert compared.subsumes("ML1", "ML1")


def test_a_comparison_is_plain_data():
    plain = json.loads(json.dumps(compare(paper_pairs()[:1], ["EC0", "ML0(matrix=l1)"]).as_json()))
    assert plain["pairs"][0]["counts"] == {"EC0": 22, "ML0(matrix=l1)": 8}
    assert plain["pairs"][0]["length"] == 6
    assert plain["subsumes"]["EC0 ML0(matrix=l1)"] is False
    assert plain["counter_examples"]["EC0 ML0(matrix=l1)"]["pair"] == "paper-1"


def sizes_of_regions(tree, *models):
    return regions(tree, {each.name: each.sentences(tree) for each in models})


def test_the_regions_add_up():
    tree = paper_tree(5)
    sizes = sizes_of_regions(tree, *map(model, PAPER_MODELS))
    for name in PAPER_MODELS:
        within = sum(size for region, size in sizes.items() if name in region)
        assert within == model(name).sentences(tree).count


def test_sources_without_rules_are_compared_too():
    pair, tree = paper_pairs()[0], paper_tree(1)
    texts = ["Saturday is boring uss nazariye se", "Saturday is so neeras"]
    compared = compare([pair], ["EC0", Imported("LM", {"paper-1": texts})])
    assert compared.rows[0].shared["EC0", "LM"] == 1
    assert compared.counter_examples["EC0", "LM"].text == "Saturday is so neeras"
    only = sizes_of_regions(tree, FunctionModel("one", lambda _: texts[:1]), FunctionModel("two", lambda _: texts))
    assert only == {frozenset({"one", "two"}): 1, frozenset({"two"}): 1}


def test_models_that_filter_are_compared_by_what_is_left():
    tree = paper_tree(1)
    mixed = FunctionModel("mixed", lambda tree: model("EC0").sentences(tree).mixed())
    once = FunctionModel("once", lambda tree: model("EC0").sentences(tree).with_switches(1))
    assert sizes_of_regions(tree, model("EC0"), mixed) == {frozenset({"EC0", "mixed"}): 20, frozenset({"EC0"}): 2}
    sizes = sizes_of_regions(tree, mixed, once)
    assert sizes[frozenset({"mixed", "once"})] == model("EC0").sentences(tree).with_switches(1).count
    assert sum(sizes.values()) == 20
