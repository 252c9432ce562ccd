"""The text as it came: its spaces are kept, and its characters are brought into one form."""

from __future__ import annotations

import unicodedata

import pytest

from cswitch_core import L1, L2, PairError, Sentence, explain, model, pair_from_json, project, read_sentence
from cswitch_core.readers.delimited import pair_from_cells
from tests.core.cast import pair_object


def both(tree) -> tuple[str, str]:
    return Sentence.monolingual(tree, L1).text, Sentence.monolingual(tree, L2).text


def test_two_forms_of_one_word_are_one_word():
    decomposed = unicodedata.normalize("NFD", "café")
    value = pair_object(f"(S (NP (NN {decomposed})) (VP (VBZ closes)))", f"{decomposed} बंद", "0-0 1-1")
    tree = project(pair_from_json(value))
    assert tree.slots[0].words == ("café", "café")
    value["l1"]["text"] = f"{decomposed} closes"
    assert pair_from_json(value).texts == ("café closes", "")


def spaced(l1_text: str, l2_text: str = ""):
    value = pair_object(
        "(S (NP (PRP I)) (VP (MD can) (RB not) (VP (VB come))) (. !))",
        "je ne peux pas venir !",
        "0-0 1-2 2-3 3-4 4-5",
        languages="en fr",
    )
    value["l1"]["text"], value["l2"]["text"] = l1_text, l2_text
    return pair_from_json(value)


def test_the_original_spaces_are_kept_between_neighbours():
    tree = project(spaced("I cannot come!", "je ne peux pas venir\u202f!"))
    assert both(tree) == ("I cannot come!", "Je ne peux pas venir\u202f!")
    apart = next(text for text in model("ML1").sentences(tree).texts() if " peux not " in text)
    assert apart.endswith("!")
    for name in ("ML1", "EC0"):
        sentences = model(name).sentences(tree)
        assert list(sentences.texts()) == [each.text for each in sentences]
        assert all(explain(tree, text, [name])[0].generated for text in sentences.texts())


def test_units_keep_their_original_spaces():
    value = pair_object("(NP (NN e) (NN mail))", "daak", "0-0 1-0")
    value["l1"]["text"] = "email"
    assert project(pair_from_json(value)).slots[0].words == ("email", "daak")


def test_quotes_may_be_written_otherwise_than_in_the_tree():
    value = pair_object("(S (`` ``) (NP (NN oil)) ('' '') (VP (VBZ burns)) (. .))", "tel jalta .", "1-0 3-1")
    value["l1"]["text"] = '"oil" burns .'
    assert both(project(pair_from_json(value)))[0] == "“oil” burns ."


def test_a_text_that_does_not_spell_the_words_is_refused_with_the_place():
    with pytest.raises(PairError, match=r"l1.text: it does not spell the words of the sentence, at 'not'"):
        spaced("I can come!")
    with pytest.raises(PairError, match=r"l2.text: .*, at 'demain'"):
        spaced("", "je ne peux pas venir ! demain")


def test_the_original_goes_through_files_and_back():
    pair = spaced("I cannot come!", "je ne peux pas venir !")
    assert pair_from_json(pair.as_json()) == pair
    cells = {
        "id": "p",
        "l1_lang": "en",
        "l1_tree": "(NP (NN e) (NN mail))",
        "l2_lang": "hi",
        "l2_text": "daak",
        "alignment": "0-0",
        "l1_original": "email",
    }
    assert pair_from_cells(cells).texts == ("email", "")


def test_what_is_written_together_is_read_apart():
    tree = project(spaced("I cannot come!"))
    assert [sentence.key for sentence in read_sentence(tree, "I cannot come!")] == ["0a 2a 3a 4a"]
