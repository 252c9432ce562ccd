"""Reading typed text in the words of a pair."""

from __future__ import annotations

import unicodedata
from random import Random

from cswitch_core import explain, model, project, read_sentence
from cswitch_core.paper import paper_tree
from cswitch_core.sets.root_classes import select
from cswitch_core.typed_text import TypedText
from tests.core.cast import a_tree
from tests.core.reference.growing_trees import conjoined


def keys(tree, text: str) -> list[str]:
    return [sentence.key for sentence in read_sentence(tree, text)]


def test_case_and_final_punctuation_do_not_count():
    assert keys(paper_tree(1), "  SATURDAY is boring,  uss Nazariye se !") == ["0a 1a 2a 4b 5b 3b"]


def test_words_are_compared_in_nfc():
    tree = a_tree("(S (NP (NN café)) (VP (VBZ closes)))", "कैफ़े बंद", "0-0 1-1")
    assert keys(tree, unicodedata.normalize("NFD", "Café बंद")) == ["0a 1b"]
    assert keys(tree, unicodedata.normalize("NFD", "कैफ़े closes")) == ["0b 1a"]


def test_every_language_of_a_word_is_tried():
    tree = a_tree("(S (NP (NNP Ravi)) (VP (VBZ sings)))", "Ravi gata", "0-0 1-1")
    assert keys(tree, "Ravi gata") == ["0a 1b", "0b 1b"]


def test_a_word_that_occurs_twice_gives_several_readings():
    tree = a_tree(
        "(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (DT the) (NN cat))))", "kutta dekhta billi", "1-0 2-1 4-2"
    )
    assert set(keys(tree, "the dog sees the cat")) == {"0a 1a 2a 3a 4a", "3a 1a 2a 0a 4a"}
    assert keys(tree, "the dog sees the cat")[0] == "0a 1a 2a 3a 4a"


def test_null_words_may_be_left_out_and_others_may_not():
    tree = paper_tree(4)
    assert keys(tree, "Now pour oil in pan and heat it") == ["0a 1a 2a 3a 5a 6a 7a 8a"]
    assert keys(tree, "Now pour oil in the pan") == []


def test_units_of_several_words_are_read_whole():
    assert keys(paper_tree(4), "Ab kadhai mein tel dalo aur usko garam karo")[0].endswith("8b 7b")
    assert keys(paper_tree(4), "Ab kadhai mein tel dalo aur usko karo garam") == []


def test_punctuation_inside_a_unit_may_be_typed_or_left_out():
    tree = a_tree("(S (ADVP (RB Yes) (, ,) (RB indeed)) (VP (VB go)))", "Zaroor jao", "0-0 2-0 3-1")
    for text in ("Yes, indeed jao", "yes indeed jao", "Yes , indeed jao."):
        assert keys(tree, text) == ["0a 1b"]


def test_clitics_may_be_typed_as_part_of_the_word_before():
    tree = a_tree(
        "(S (NP (NP (NNP Ravi) (POS 's)) (NN dog)) (VP (VBZ does) (RB n't) (VP (VB bark))))",
        "Ravi ka kutta nahin bhaunkta",
        "0-0 1-1 2-2 4-3 5-4",
    )
    for text in ("Ravi's dog doesn't bark", "Ravi 's dog does n't bark", "Ravi’s dog doesn’t bark"):
        assert keys(tree, text) == ["0a 1a 2a 3a 4a", "0b 1a 2a 3a 4a"]
    assert keys(tree, "Ravi's wug doesn't bark") == []
    assert keys(tree, "Wug's dog doesn't bark") == []


def test_a_negation_is_read_against_a_script_without_spaces():
    tree = a_tree("(S (NP (PRP we)) (VP (MD wo) (RB n't) (VP (VB go))))", "我们 不 去", "0-0 1-1 2-1 3-2", "en zh")
    assert [sentence.text for sentence in read_sentence(tree, "我们won't去")] == ["我们won't去"]


def test_an_amount_is_read_whether_its_sign_is_a_word_or_not():
    tree = a_tree("(S (NP ($ $) (CD 5,000)) (VP (VBD went)))", "$5,000 gaye", "0-0 1-0 2-1")
    assert [sentence.text for sentence in read_sentence(tree, "$ 5,000 gaye")] == ["$ 5,000 gaye", "$5,000 gaye"]


def test_a_plural_possessive_is_one_unit_and_read_as_it_is_written():
    tree = a_tree("(S (NP (NP (NNS years) (POS ')) (NN work)) (VP (VBD ended)))", "saalon ka kaam", "0-0 2-2")
    assert "years'" in read_sentence(tree, "years' work ended")[0].text


def test_nothing_is_read_in_nothing():
    assert keys(paper_tree(1), " . ") == []


def test_the_number_of_readings_can_be_limited():
    tree = project(conjoined(4))
    assert len(read_sentence(tree, model("EC0").sentences(tree).kth(5).text, limit=3)) == 3


def test_reading_gives_up_rather_than_trying_for_ever():
    tree = project(conjoined(12))
    text = " ".join(["Saturday is boring from that perspective and"] * 11)
    assert read_sentence(tree, text) == []


def test_repeated_words_are_recognised_without_listing_readings():
    tree = project(conjoined(16))
    ml2 = model("ML2").sentences(tree)
    selection = select(tree, ml2.formula)
    text = ml2.kth(10**20).text
    assert TypedText(tree, text).classes(selection.packed)
    assert not TypedText(tree, text.replace("and", "", 1)).classes(selection.packed)


def test_a_reading_that_is_not_among_the_first_is_found_all_the_same():
    tree = project(conjoined(6))
    ec0 = model("EC0").sentences(tree)
    for sentence in ec0.sample(5, Random(11)):
        assert explain(tree, sentence.text, ["EC0"])[0].generated
    found = explain(tree, "Shanivar neeras hai that perspective se and " * 5 + ec0.kth(0).text[:40], ["EC0"])
    assert not found[0].generated
