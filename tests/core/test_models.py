"""The models on the paper's examples, and their constraints switched off one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from cswitch_core import OptionError, Sentence, model, project, read_pairs
from cswitch_core.paper import paper_pairs, paper_tree
from tests.core.cast import PAPER_FILE, a_tree
from tests.core.check_models import check_generates, check_never_generates
from tests.core.reference.growing_trees import flat

TABLE2 = {pair.id: project(pair) for pair in read_pairs(PAPER_FILE.parent / "table2_pairs.jsonl")}


def count(name: str, number: int) -> int:
    return model(name).sentences(paper_tree(number)).count


def test_the_packaged_pairs_are_the_papers():
    packaged = Path(__file__).parents[2] / "cswitch_core" / "data" / "paper_pairs.jsonl"
    assert packaged.read_bytes() == PAPER_FILE.read_bytes()


def test_1a_is_generated_by_both_theories():
    check_generates("EC0 EC1 ML0 ML1 ML2", paper_tree(1), "Shanivar neeras hai from that perspective.")


def test_1b_is_generated_by_the_matrix_language_only():
    text = "Shanivar neeras hai that perspective se"
    check_generates("ML0", paper_tree(1), text)
    check_never_generates("EC0 EC1", paper_tree(1), text)


def test_1c_is_generated_by_ec0_but_ml0_switches_no_determiner_alone():
    text = "Shanivar neeras hai that nazariye se"
    check_generates("EC0", paper_tree(1), text)
    check_never_generates("ML0", paper_tree(1), text)


def test_ml0_does_not_switch_back_inside_a_switched_phrase():
    check_never_generates("ML0", paper_tree(1), "Shanivar neeras hai from that nazariye")
    check_generates("ML1", paper_tree(1), "Shanivar neeras hai from that nazariye")


def test_2a_needs_lexical_substitution():
    text = "Our sambhavna of survival in this war is low."
    check_generates("EC1", paper_tree(2), text)
    check_never_generates("EC0", paper_tree(2), text)


def test_2b_has_an_ill_formed_fragment():
    text = "Iss jung mein hamare bachne ki chance low hai."
    check_generates("ML0 ML1", paper_tree(2), text)
    check_never_generates("EC1 ML2", paper_tree(2), text)


@pytest.mark.parametrize(
    ("tree", "text", "generating"),
    [
        (paper_tree(1), "Saturday is boring uss nazariye se", "EC0 EC1 ML0 ML1 ML2"),
        (TABLE2["table2-2"], "Shanivar neeras hai from that point of view", "EC0 EC1 ML0 ML1 ML2"),
        (TABLE2["table2-3"], "Curfew has been imposed saat se zyada din se", "EC0 EC1 ML0 ML1 ML2"),
        (TABLE2["table2-4"], "Any chattra isse samaj sakta hai", "EC0 EC1 ML1 ML2"),
        (TABLE2["table2-5"], "Will tum come tomorrow?", "EC0 EC1"),
    ],
)
def test_table_2_is_generated_by_the_models_the_specification_names(tree, text, generating):
    check_generates(generating, tree, text)
    check_never_generates(" ".join({"EC0", "EC1", "ML0", "ML1", "ML2"} - set(generating.split())), tree, text)


def test_ml2_contains_ec1_on_every_pair_but_the_fourth():
    ml2, ec1 = model("ML2"), model("EC1")
    contains = [ec1.sentences(paper_tree(number)) <= ml2.sentences(paper_tree(number)) for number in range(1, 6)]
    assert contains == [True, True, True, False, True]


def test_a_second_chance_gives_the_counts_of_the_papers_prose():
    assert [count("EC1(second_chance)", number) for number in range(1, 6)] == [22, 51, 28, 76, 152]


def test_a_second_chance_loses_nothing_of_ec0_as_ec1_does():
    tree = paper_tree(1)
    from_uss = Sentence.from_key(tree, "0a 1a 2a 3a 4b 5a")
    assert from_uss.text == "Saturday is boring from uss perspective"
    assert from_uss in model("EC0").sentences(tree)
    assert from_uss not in model("EC1").sentences(tree)
    assert from_uss in model("EC1(second_chance)").sentences(tree)


def test_the_strict_reading_keeps_no_more_than_ec0():
    for number in range(1, 6):
        strict, ec0 = (model(name).sentences(paper_tree(number)) for name in ("EC0(strict)", "EC0"))
        assert strict <= ec0
    assert count("EC0(strict)", 4) == 40 < count("EC0", 4)


def test_ml0_is_the_union_of_both_matrix_languages():
    tree = paper_tree(2)
    both, l1, l2 = (model(name).sentences(tree) for name in ("ML0", "ML0(matrix=l1)", "ML0(matrix=l2)"))
    assert both == l1 | l2
    assert model("ML0(matrix=both)").sentences(tree) == both


@pytest.mark.parametrize("name", ["EC0", "EC1", "ML0", "ML2"])
def test_switching_a_constraint_off_never_loses_a_sentence(name):
    tree = paper_tree(4)
    full = model(name).sentences(tree)
    for constraint in model(name).constraints:
        assert full <= model(f"{name}({constraint.name}=off)").sentences(tree), constraint.name


@pytest.mark.parametrize("constraint", ["nesting", "functional_words", "clauses", "content"])
def test_each_constraint_of_ml0_rules_something_out(constraint):
    tree = paper_tree(4)
    assert model(f"ML0({constraint}=off)").sentences(tree).count > model("ML0").sentences(tree).count


@pytest.mark.parametrize("constraint", ["fragments", "positions", "junctions"])
def test_each_constraint_of_ec0_rules_something_out(constraint):
    tree = paper_tree(2)
    assert model(f"EC0({constraint}=off)").sentences(tree).count > model("EC0").sentences(tree).count


@pytest.mark.parametrize("name", ["EC0(positions=off)", "EC1(positions=off)"])
def test_too_many_free_orders_are_refused_rather_than_tried(name):
    assert model(name).sentences(project(flat(8))).count > 0
    with pytest.raises(OptionError, match="12 children has too many orders without the constraint 'positions'"):
        model(name).sentences(project(flat(12)))


def test_ml2_is_ml1_with_well_formed_fragments():
    tree = paper_tree(5)
    assert model("ML1(fragments=on)").sentences(tree) == model("ML2").sentences(tree)


def test_a_final_stop_changes_no_count_and_ends_every_sentence():
    plain = "(S (NP (NNP Saturday)) (VP (VBZ is) (VBG boring)){})"
    without = a_tree(plain.format(""), "Shanivar neeras hai", "0-0 1-2 2-1")
    stopped = a_tree(plain.format(" (. .)"), "Shanivar neeras hai ।", "0-0 1-2 2-1 3-3")
    for name in ("EC0", "EC1", "ML0", "ML1", "ML2"):
        texts = set(model(name).sentences(stopped).texts())
        assert {text[:-1] for text in texts} == set(model(name).sentences(without).texts())
        assert {text[-1] for text in texts} == {".", "।"}


def test_a_pair_of_one_word_has_its_two_sentences():
    tree = a_tree("(NN word)", "shabd", "0-0")
    for name in ("EC0", "EC1", "ML0", "ML1", "ML2"):
        assert sorted(model(name).sentences(tree).texts()) == ["shabd", "word"]
    assert list(model("ML0(matrix=l2)").sentences(tree).texts()) == ["shabd"]


def test_all_five_pairs_have_their_monolingual_sentences_in_every_model():
    for number, pair in enumerate(paper_pairs(), start=1):
        tree = paper_tree(number)
        for name in ("EC0", "EC1", "ML0", "ML1", "ML2"):
            sentences = model(name).sentences(tree)
            for language in (0, 1):
                alone = Sentence.monolingual(tree, language)
                assert alone.text == pair.text(language)
                assert alone in sentences
