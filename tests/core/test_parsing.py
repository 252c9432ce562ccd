"""Trees proposed for plain sentences: Penn brackets over exactly the words that were asked about."""

from __future__ import annotations

import pytest

from cswitch_core.parsing import HeadWord, NotConverted, brackets_from_heads, chunk_tree, propose_tree

PARSES = {
    "He/PRP/nsubj/2 has/VBZ/aux/2 left/VBN/ROOT/2 ././punct/2": (
        "(S (NP (PRP He)) (VP (VBZ has) (VP (VBN left))) (. .))"
    ),
    "Who/WP/nsubj/1 came/VBD/ROOT/1 ?/./punct/1": "(SBARQ (WHNP (WP Who)) (SQ (VP (VBD came))) (. ?))",
    "I/PRP/nsubj/1 want/VBP/root/1 to/PART/mark/3 go/VB/xcomp/1": (
        "(S (NP (PRP I)) (VP (VBP want) (S (VP (TO to) (VP (VB go))))))"
    ),
}


def parsed(sentence):
    return [
        HeadWord(text, tag, dep, int(head)) for text, tag, dep, head in (word.split("/") for word in sentence.split())
    ]


@pytest.mark.parametrize("sentence", PARSES)
def test_heads_become_penn_brackets(sentence):
    assert brackets_from_heads(parsed(sentence)) == PARSES[sentence]


@pytest.mark.parametrize("sentence", ["a/NN/x/1 b/NN/x/0", "a/NN/x/7"])
def test_heads_that_make_no_tree_are_refused(sentence):
    with pytest.raises(NotConverted):
        brackets_from_heads(parsed(sentence))


def test_a_chunk_tree_says_that_it_is_poor():
    assert chunk_tree(["casa"], "es").is_poor


def test_without_a_parser_for_the_language_no_tree_is_proposed():
    assert propose_tree(["x"], "xx") is None
