"""One tree for both languages: the paper's five pairs, and what real data adds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cswitch_core import L1, L2, Pair, PairError, project, shape
from tests.core.cast import a_pair, a_tree, paper_pairs, words_in_order
from tests.core.mirror import mirrored
from tests.core.projections import count_projections

WILL_YOU_COME = "(SQ (MD Will) (NP (PRP you)) (VP (VB come) (NP (NN tomorrow))) (. ?))"


def children(tree, label: str, language: int) -> list[str]:
    node = next(node for node in tree.nodes if node.label == label and node.children[L1])
    return [tree.nodes[child].label for child in node.children[language]]


@pytest.mark.parametrize(
    ("number", "expected"),
    [(1, (6, 11, 4, 3)), (2, (9, 16, 4, 5)), (3, (5, 10, 3, 3)), (4, (9, 18, 5, 3)), (5, (12, 25, 6, 3))],
)
def test_it_gives_the_shape_columns_of_table_1(number, expected):
    assert shape(project(paper_pairs()[number - 1])) == expected


@pytest.mark.parametrize("pair", paper_pairs(), ids=lambda pair: pair.id)
def test_both_sentences_can_be_read_off_the_shared_tree(pair):
    tree = project(pair)
    for language in (L1, L2):
        words = " ".join(filter(None, words_in_order(tree, language)))
        assert words.casefold() == pair.text(language).casefold()


def test_sentence_2_is_flattened_as_in_figure_3():
    tree = project(paper_pairs()[1])
    root = tree.nodes[tree.root]
    noun_phrase = tree.nodes[root.children[L1][0]]
    assert [tree.nodes[child].label for child in noun_phrase.children[L1]] == ["PRP", "NN", "IN", "NP", "PP"]
    assert [tree.nodes[child].label for child in noun_phrase.children[L2]] == ["PP", "PRP", "NP", "IN", "NN"]


def test_a_null_child_stands_before_the_next_sibling_with_words():
    tree = a_tree("(NP (DT the) (JJ hot) (NN oil))", "tel garam", "1-1 2-0")
    assert words_in_order(tree, L2) == ["tel", "", "garam"]


def test_a_last_null_child_stands_after_the_last_sibling_with_words_wherever_that_is():
    tree = a_tree("(VP (VB eat) (NP (NN rice)) (RP up))", "bhaat khao", "0-1 1-0")
    assert words_in_order(tree, L2) == ["bhaat", "", "khao"]


def test_a_constituent_without_l2_words_stays_in_l1_order():
    tree = a_tree("(S (NP (DT the) (EX there)) (VP (VB go)))", "jao", "2-0")
    assert children(tree, "NP", L2) == ["DT", "EX"]


def test_adjacent_words_of_one_unit_stand_where_the_first_stood_with_the_tag_of_the_last():
    tree = a_tree(
        "(S (NP (NN Curfew)) (VP (VBZ has) (VP (VBN been) (VP (VBN imposed)))))",
        "Nishedhagya lagaya gaya hai",
        "0-0 1-3 2-2 3-1 1-1 2-1",
    )
    assert [slot.words for slot in tree.slots] == [
        ("curfew", "nishedhagya"),
        ("has been imposed", "lagaya gaya hai"),
    ]
    assert tree.slots[1].tag == "VBN"
    assert [node.label for node in tree.nodes] == ["NN", "NP", "VBN", "VP", "S"]


def test_of_words_apart_the_last_carries_the_l2_words():
    tree = a_tree(WILL_YOU_COME, "tum kal aaoge ?", "0-2 1-0 2-2 3-1 4-3")
    assert [slot.words for slot in tree.slots] == [("will", ""), ("you", "tum"), ("come", "aaoge"), ("tomorrow", "kal")]


def test_an_l2_word_without_counterpart_is_a_functional_slot_beside_its_neighbour():
    tree = a_tree(WILL_YOU_COME, "Kya tum kal aaoge ?", "0-3 1-1 2-3 3-2 4-4")
    kya = next(slot for slot in tree.slots if slot.words == ("", "kya"))
    assert kya.tag == "FUNC"
    assert words_in_order(tree, L2) == ["", "kya", "tum", "kal", "aaoge"]
    assert children(tree, "NP", L1) == ["FUNC", "PRP"]


def test_an_l2_word_between_two_constituents_is_child_of_the_one_that_holds_both():
    tree = a_tree("(S (NP (NNP Ram)) (VP (VBD ate) (NP (NN rice))))", "Ram ne bhaat khaya hai", "0-0 1-3 2-2")
    assert children(tree, "S", L1) == ["NP", "FUNC", "VP"]
    assert children(tree, "S", L2) == ["NP", "FUNC", "VP"]
    assert children(tree, "VP", L1) == ["VBD", "FUNC", "NP"]
    assert children(tree, "VP", L2) == ["NP", "VBD", "FUNC"]
    assert words_in_order(tree, L2) == ["Ram", "ne", "bhaat", "khaya", "hai"]
    assert words_in_order(tree, L1) == ["Ram", "", "ate", "", "rice"]


def test_null_children_of_both_languages_stand_directly_before_the_same_sibling():
    tree = a_tree("(NP (NN cup) (DT the) (NN oil))", "pyala wala tel", "0-0 2-2")
    assert words_in_order(tree, L1) == ["cup", "the", "", "oil"]
    assert words_in_order(tree, L2) == ["pyala", "wala", "", "tel"]


def test_a_parse_of_one_word_gets_a_root_for_words_without_counterpart():
    tree = a_tree("(UH Yes)", "ji haan", "0-1")
    assert [node.label for node in tree.nodes] == ["FUNC", "UH", "FRAG"]
    assert shape(a_tree("(UH Yes)", "haan", "0-0")) == (1, 1, 0, 0)


def marks(gaps) -> list[str]:
    return ["".join(mark.text for mark in gap.marks) for gap in gaps]


def test_punctuation_stands_in_the_gaps_between_slots():
    tree = a_tree(
        "(S (INTJ (UH Yes)) (, ,) (NP (PRP he)) (VP (VBD left)) (. .))", "haan vah ( chala gaya ) ।", "0-0 2-1 3-3 3-4"
    )
    assert marks(tree.gaps[L1]) == ["", ",", "", "."]
    assert marks(tree.gaps[L2]) == ["", "", "(", ")।"]
    assert tree.quotes == ((frozenset({2}), (None, ("(", ")"))),)


def test_a_final_full_stop_changes_nothing_but_the_end():
    plain = a_tree("(S (NP (NN oil)) (VP (VBZ is) (JJ hot)))", "tel garam hai", "0-0 1-2 2-1")
    stopped = a_tree("(S (NP (NN oil)) (VP (VBZ is) (JJ hot)) (. .))", "tel garam hai ।", "0-0 1-2 2-1 3-3")
    assert stopped == replace(plain, gaps=stopped.gaps)
    assert [marks(gaps) for gaps in stopped.gaps] == [["", "", "", "."], ["", "", "", "।"]]


def test_of_the_punctuation_inside_a_unit_only_a_hyphen_stays():
    tree = a_tree("(NP (NN state) (HYPH -) (NN art))", "adhunik", "0-0 2-0")
    assert tree.slots[0].words == ("state-art", "adhunik")
    tree = a_tree("(NP (JJ many) (, ,) (JJ many) (NNS books))", "bahut kitaben", "0-0 2-0 3-1")
    assert tree.slots[0].words == ("many many", "bahut")


def test_the_same_word_in_both_languages_is_no_trouble():
    tree = a_tree("(NP (NNP Delhi) (CD 3))", "3 Delhi", "0-1 1-0")
    assert [slot.words for slot in tree.slots] == [("Delhi", "Delhi"), ("3", "3")]


def test_a_pair_without_any_link_between_words_is_refused():
    with pytest.raises(PairError, match="not even 'oil'"):
        a_pair("(NP (NN oil) (. .))", "tel .", "1-1")


def test_a_tree_that_is_no_tree_is_refused_by_name():
    with pytest.raises(PairError) as error:
        project(Pair("odd", ("en", "hi"), "(S", ("oil",), ("tel",), ((0, 0),)))
    assert error.value.problems[0].field == "l1.tree"
    assert error.value.problems[0].pair_id == "odd"


def test_the_deepest_tree_allowed_is_projected_without_recursion():
    deep = "(X " * 499 + "(NN oil)" + ")" * 499
    assert shape(a_tree(deep, "tel", "0-0")).depth == 499


@pytest.mark.parametrize("pair", paper_pairs(), ids=lambda pair: pair.id)
def test_exchanging_the_languages_twice_gives_the_same_tree(pair):
    tree = project(pair)
    mirror = mirrored(tree)
    assert mirrored(mirror) == tree
    assert words_in_order(mirror, L1) == words_in_order(tree, L2)
    assert shape(mirror) == shape(tree)


def test_a_pair_that_was_read_is_not_projected_again(monkeypatch):
    counted = count_projections(monkeypatch)
    for pair in paper_pairs():
        assert project(pair) is project(replace(pair, id="the same words", note="under another id"))
    assert len(counted) == 5
    assert set(counted.values()) == {1}
