"""How a sentence is named, written and taken apart into tokens."""

from __future__ import annotations

import pytest

from cswitch_core import Sentence, SentenceKeyError, model
from cswitch_core.paper import paper_tree
from tests.core.cast import a_tree

PUNCTUATED = a_tree(
    "(S (`` “) (NP (NNP Ravi)) (, ,) (VP (VBZ sleeps) (: –) (ADVP (RB now))) ('' ”) (. .))",
    "“ Ravi , ab – sota hai ” ।",
    "0-0 1-1 2-2 3-5 3-6 4-4 5-3 6-7 7-8",
)


def test_a_key_names_a_sentence_for_good():
    tree = paper_tree(4)
    for sentence in model("EC1").sentences(tree):
        assert Sentence.from_key(tree, sentence.key) == sentence


@pytest.mark.parametrize(
    ("key", "message"),
    [("", "no key"), ("0c", "no key"), ("0a 0b", "twice"), ("4b", "no word"), ("99a", "no word"), ("a0", "no key")],
)
def test_a_key_that_names_no_sentence_is_refused(key, message):
    with pytest.raises(SentenceKeyError, match=message):
        Sentence.from_key(paper_tree(4), key)


def test_tokens_have_one_entry_a_slot_and_no_language_for_punctuation():
    english, hindi = (Sentence.monolingual(PUNCTUATED, language) for language in (0, 1))
    words = ["“", "Ravi", ",", "sleeps", "–", "now", "”", "."]
    assert english.tokens == [[word, "en" if word.isalpha() else None] for word in words]
    assert ["sota hai", "hi"] in hindi.tokens
    assert hindi.tokens[-1] == ["।", None]


def test_punctuation_is_set_as_in_print():
    assert Sentence.monolingual(PUNCTUATED, 0).text == "“Ravi, sleeps – now”."
    assert str(Sentence.monolingual(PUNCTUATED, 1)) == "“Ravi, ab – sota hai”।"


def test_a_dash_before_a_word_stands_apart():
    tree = a_tree("(S (: –) (NP (NN rain)) (VP (VBZ falls)))", "barish hoti", "1-0 2-1")
    assert Sentence.monolingual(tree, 0).text == "– rain falls"


def test_texts_are_listed_with_their_punctuation():
    sentences = model("ML1").sentences(PUNCTUATED)
    assert list(sentences.texts()) == [sentence.text for sentence in sentences]


def test_switch_points_and_monolingual_sentences():
    tree = paper_tree(1)
    assert Sentence.from_key(tree, "0b 2b 1b 4a 5a 3b").switch_points == 2
    assert Sentence.monolingual(tree, 1).is_monolingual
    assert not Sentence.from_key(tree, "0b 1a 2a 3a 4a 5a").is_monolingual


def test_a_foreign_sentence_has_text_and_nothing_else():
    tree = paper_tree(1)
    foreign = Sentence(tree, (), "Saturday is so neeras")
    assert foreign.text == "Saturday is so neeras"
    assert foreign.tokens[0] == ["Saturday", None]
    assert Sentence.from_key(tree, foreign.key) == foreign
    assert not foreign.is_monolingual
    assert Sentence(tree, ()).tokens == []
