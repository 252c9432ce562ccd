"""Words in two scripts: a pair carries both forms, and a sentence is written in either."""

from __future__ import annotations

import pytest

from cswitch_core import PairError, Sentence, model, pair_from_json, project
from cswitch_core.readers.delimited import pair_from_cells
from cswitch_core.scripts import in_other_script, script_of
from tests.core.cast import a_pair, pair_object

TREE = "(S (NP (NNP Saturday)) (VP (VBZ is) (ADJP (JJ boring))) (. .))"
ROMAN, NATIVE = "Shanivar neeras hai .", "शनिवार नीरस है ।"
LINKS = "0-0 1-2 2-1 3-3"


def both_scripts(other: object = None, l2: str = ROMAN) -> dict:
    value = pair_object(TREE, l2, LINKS)
    value["l2"]["other_script"] = NATIVE.split() if other is None else other
    return value


def problem(value: dict) -> str:
    with pytest.raises(PairError) as caught:
        pair_from_json(value)
    (found,) = caught.value.problems
    return str(found)


def test_a_pair_keeps_both_forms_of_its_words():
    pair = pair_from_json(both_scripts())
    assert pair.l2_other_script == ("शनिवार", "नीरस", "है", "।")
    assert pair_from_json(pair.as_json()) == pair
    assert "other_script" not in a_pair(TREE, ROMAN, LINKS).as_json()["l2"]


def test_every_sentence_is_written_in_either_script():
    pair = pair_from_json(both_scripts())
    for sentence in model("EC0").sentences(project(pair)):
        other = in_other_script(sentence, pair)
        assert other.key == sentence.key
        assert in_other_script(other, pair.in_other_script()).text == sentence.text
    mixed = Sentence.from_key(project(pair), "0a 2b 1b")
    assert mixed.text == "Saturday neeras hai."
    assert in_other_script(mixed, pair).text == "Saturday नीरस है।"


def test_how_people_wrote_the_sentence_is_known_of_one_form_only():
    value = both_scripts()
    value["l2"]["text"] = "Shanivar neeras hai."
    assert pair_from_json(value).in_other_script().texts == ("", "")


def test_a_sentence_without_another_form_has_none():
    pair = a_pair(TREE, ROMAN, LINKS)
    assert in_other_script(Sentence.monolingual(project(pair), 1), pair) is None
    foreign = Sentence(project(pair), (), "something else")
    assert in_other_script(foreign, pair_from_json(both_scripts())) is None


def test_each_word_needs_its_form():
    assert "l2.other_script: it has 3 words for 4 words" in problem(both_scripts(["शनिवार", "नीरस", "है"]))
    assert "Give one form for each word and mark of l2.tokens" in problem(both_scripts(["शनिवार", "नीरस", "है"]))
    assert "its marks stand at other places" in problem(both_scripts(["शनिवार", "।", "नीरस", "है"]))
    assert "it is a text" in problem(both_scripts(NATIVE))
    assert "token 1 is 'नीरस है' and not one word" in problem(both_scripts(["शनिवार", "नीरस है", "।", "।"]))
    assert "token 0 is a number" in problem(both_scripts([1, "नीरस", "है", "।"]))


def test_what_is_wrong_with_the_words_themselves_is_said_once():
    value = both_scripts()
    value["l2"]["tokens"] = []
    assert "l2.tokens" in problem(value)


def test_an_empty_list_is_none():
    assert pair_from_json(both_scripts([])).l2_other_script == ()


def test_a_table_has_a_column_for_the_other_script():
    cells = {"id": "1", "l1_lang": "en", "l1_tree": TREE, "l2_lang": "hi", "l2_text": ROMAN, "alignment": LINKS}
    assert pair_from_cells(cells | {"l2_other_script": NATIVE}).l2_other_script == tuple(NATIVE.split())
    assert pair_from_cells(cells | {"l2_other_script": ""}).l2_other_script == ()


def test_the_script_of_words_is_that_of_most_letters():
    assert script_of(["Saturday", "है"]) == "Latn"
    assert script_of(["قرأ"]) == "Arab"
    assert script_of(["ਕਖਗ", "a"]) == "Guru"
    assert script_of(["2017", "।"]) == "Zyyy"
    assert script_of(["𐎀𐎁"]) == "Zyyy"
