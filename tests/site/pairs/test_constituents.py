"""From dependencies to constituents: no word is lost."""

from __future__ import annotations

import pytest

from evaluation.services import generation
from evaluation.services.pairs.helpers.constituents import NotConverted, brackets, escaped
from tests.site.pairs.parsed_sentences import PARSES, parsed


@pytest.mark.parametrize("name", PARSES)
def test_dependencies_become_penn_brackets(name):
    sentence, expected = PARSES[name]
    assert brackets(parsed(sentence)) == expected


@pytest.mark.parametrize("name", PARSES)
def test_no_word_is_lost_or_moved(name):
    sentence, _ = PARSES[name]
    words = [escaped(word.text) for word in parsed(sentence)]
    assert [escaped(leaf) for leaf in generation.leaves(brackets(parsed(sentence)))] == words


def test_a_crossing_arc_is_lifted_so_that_the_words_keep_their_order():
    # "I saw a man then who lied": the relative clause depends on a word beyond `then`.
    sentence = (
        "I/PRP/nsubj/1 saw/VBD/ROOT/1 a/DT/det/3 man/NN/dobj/1 yesterday/NN/npadvmod/1 who/WP/nsubj/6 lied/VBD/relcl/3"
    )
    assert generation.leaves(brackets(parsed(sentence))) == tuple(word.text for word in parsed(sentence))


@pytest.mark.parametrize("sentence", ["a/NN/x/1 b/NN/x/0", "a/NN/ROOT/0 b/NN/x/2 c/NN/x/1"])
def test_heads_that_make_no_tree_are_refused(sentence):
    with pytest.raises(NotConverted):
        brackets(parsed(sentence))


def test_several_roots_are_put_under_the_first():
    assert generation.leaves(brackets(parsed("Go/VB/ROOT/0 home/RB/ROOT/1"))) == ("Go", "home")
