"""Heads become Penn brackets over exactly the words that were asked about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cswitch_core.parsing import HeadWord, NotConverted, brackets_from_heads, conversion
from cswitch_core.parsing.brackets import Phrase, leaf
from cswitch_core.projection.trees import parse_tree
from tests.core.parsed_sentences import SPACY, UNIVERSAL, parsed

LABELS = (
    "nsubj aux auxpass conj cc punct mark relcl acl xcomp ccomp advcl prep pobj dobj det advmod neg case cop obl nmod"
)
TAGS = "NN VBD VB MD IN DT RB JJ WP TO , . CC CD PRP NOUN VERB ADP AUX"


@pytest.mark.parametrize("sentence", SPACY)
def test_heads_of_spacy_become_penn_brackets(sentence):
    assert brackets_from_heads(parsed(sentence)) == SPACY[sentence]


@pytest.mark.parametrize("sentence", UNIVERSAL)
def test_heads_of_universal_dependencies_become_penn_brackets(sentence):
    assert brackets_from_heads(parsed(sentence)) == UNIVERSAL[sentence]


def test_a_word_whose_head_is_beyond_another_phrase_is_lifted():
    crossing = parsed("A/DT/det/1 hearing/NN/nsubj/2 is/VBZ/ROOT/2 today/NN/npadvmod/2 on/IN/prep/1 tax/NN/pobj/4")
    assert brackets_from_heads(crossing) == (
        "(S (NP (DT A) (NN hearing)) (VP (VBZ is) (NP (NN today)) (PP (IN on) (NP (NN tax)))))"
    )


@pytest.mark.parametrize(
    ("sentence", "problem"),
    [
        ("Oil/NN/dep/1 burns/VBZ/dep/0", "no word is the root"),
        ("Oil/NN/ROOT/0 burns/VBZ/dep/2 well/RB/dep/1", "the heads go round in a circle"),
        ("Oil/NN/dep/7", "the head of 'Oil' is outside the sentence"),
    ],
)
def test_heads_that_make_no_tree_are_refused_with_the_reason(sentence, problem):
    with pytest.raises(NotConverted, match=problem):
        brackets_from_heads(parsed(sentence))


def test_heads_nested_without_end_are_refused():
    chain = [HeadWord("of", "IN", "prep", max(0, place - 1)) for place in range(1500)]
    with pytest.raises(NotConverted, match="nested too deep"):
        brackets_from_heads(chain)


@st.composite
def any_heads(draw):
    """Words in a random tree of heads, whose labels and tags may be any."""
    order = draw(st.permutations(range(draw(st.integers(1, 8)))))
    heads = {word: order[draw(st.integers(0, max(0, n - 1)))] for n, word in enumerate(order)}
    tags, labels = st.sampled_from(TAGS.split()), st.sampled_from(LABELS.split())
    return [HeadWord(f"w{n}", draw(tags), draw(labels), heads[n]) for n in sorted(heads)]


@given(words=any_heads())
def test_whatever_the_heads_the_leaves_are_the_words_in_their_order(words):
    assert list(parse_tree(brackets_from_heads(words)).words) == [word.text for word in words]


def test_a_tree_that_would_change_the_order_gives_way_to_a_plain_one(monkeypatch):
    wrong = Phrase("S", (leaf("VBD", "left"), leaf("PRP", "He")))
    monkeypatch.setattr(conversion.Conversion, "sentence", lambda _: wrong)
    words = parsed("The/DT/det/1 man/NN/nsubj/2 left/VBD/ROOT/2")
    assert brackets_from_heads(words) == "(S (VP (NP (DT The) (NN man)) (VBD left)))"
