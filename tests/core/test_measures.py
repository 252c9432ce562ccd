"""Measures of a sentence against their published formulas, and the phenomena on sentences that show them."""

from __future__ import annotations

import pytest

from cswitch_core import PHENOMENA, Sentence, measure, project, read_pairs, read_sentence
from cswitch_core.measures import cmi, i_index, m_index
from cswitch_core.paper import paper_tree
from tests.core.cast import PAPER_FILE, a_tree

TABLE2 = {pair.id: project(pair) for pair in read_pairs(PAPER_FILE.parent / "table2_pairs.jsonl")}


def measured(tree, text: str):
    return measure(read_sentence(tree, text)[0])


def test_the_indices_follow_their_formulas():
    found = measured(paper_tree(1), "Shanivar is boring from that nazariye")
    assert found.switch_points == 2
    assert found.fragments == {"en": 1, "hi": 2}
    assert found.cmi == pytest.approx(100 * 2 / 6)
    assert found.m_index == pytest.approx((1 - 5 / 9) / (5 / 9))
    assert found.i_index == pytest.approx(2 / 5)


def test_units_of_several_words_count_as_words():
    found = measured(paper_tree(4), "Now pour oil in the pan and usko garam karo")
    assert found.cmi == pytest.approx(30.0)
    assert found.i_index == pytest.approx(1 / 9)


def test_one_language_alone_is_not_mixed():
    found = measure(Sentence.monolingual(paper_tree(2), 1))
    assert (found.cmi, found.m_index, found.i_index, found.switch_points) == (0, 0, 0, 0)
    assert (found.matrix_language, found.switched_categories, found.phenomena) == ("hi", (), frozenset())


def test_no_words_measure_nothing():
    assert cmi((0, 0)) == m_index((0, 0)) == i_index(0, 0) == 0
    found = measure(Sentence(paper_tree(1), (), "words from elsewhere"))
    assert (found.matrix_language, found.cmi, found.phenomena) == (None, 0, frozenset())


@pytest.mark.parametrize(
    ("tree", "text", "matrix", "categories", "phenomena"),
    [
        (paper_tree(1), "Saturday is boring uss nazariye se", "en", ("PP",), {"whole_phrase"}),
        (paper_tree(1), "Shanivar neeras hai from that nazariye", "hi", ("NN", "PP"),
         {"nested_switch", "lexical_substitution", "whole_phrase"}),
        (paper_tree(2), "Our sambhavna of survival in this war is low", "en", ("NN",), {"lexical_substitution"}),
        (paper_tree(4), "Now pour oil in the pan aur heat it", "en", ("CC",), {"conjunction", "functional_word_alone"}),
        (paper_tree(5), "Chalte hi knowing this people instead of helping the driver started stealing bananas", "en",
         ("IN",), {"conjunction", "functional_word_alone"}),
        (TABLE2["table2-4"], "Any chattra isse samaj sakta hai", "hi", ("DT",), {"functional_word_alone"}),
        (TABLE2["table2-5"], "Will tum come tomorrow?", "en", ("PRP",), {"pronoun", "functional_word_alone"}),
        (paper_tree(3), "Some people sirf waste time", "en", ("RB",), set()),
    ],
)  # fmt: skip
def test_phenomena_are_found_where_they_are(tree, text, matrix, categories, phenomena):
    found = measured(tree, text)
    assert found.matrix_language == matrix
    assert found.switched_categories == categories
    assert found.phenomena == phenomena


def test_every_phenomenon_is_documented():
    from cswitch_core import phenomena

    assert set(PHENOMENA) == {
        "nested_switch",
        "functional_word_alone",
        "pronoun",
        "conjunction",
        "lexical_substitution",
        "whole_phrase",
    }
    assert all(f"\n{name} " in phenomena.__doc__ for name in PHENOMENA)


def test_where_nothing_decides_there_is_no_matrix_language():
    tree = a_tree("(S (NP (NN rain)) (ADVP (RB now)))", "barish ab", "0-0 1-1")
    found = measured(tree, "rain ab")
    assert found.matrix_language is None
    assert found.switched_categories == ("NN", "RB")
    assert found.phenomena == {"lexical_substitution"}


def test_a_sentence_that_breaks_its_constituents_has_no_matrix_language():
    found = measure(Sentence.from_key(paper_tree(1), "3a 0a 1a 2a 4b 5b"))
    assert found.matrix_language is None
    assert found.switch_points == 1


def test_an_order_of_neither_language_has_no_matrix_language():
    tree = a_tree("(S (NN a) (NN b) (NN c))", "C B A", "0-2 1-1 2-0")
    assert measured(tree, "b a c").matrix_language is None


def test_a_single_word_is_measured():
    found = measured(a_tree("(NN word)", "shabd", "0-0"), "word")
    assert (found.matrix_language, found.switched_categories) == ("en", ())
