"""Brackets as parsers and treebanks print them."""

from __future__ import annotations

import pytest

from cswitch_core.projection.trees import MAX_DEPTH, TreeError, parse_tree


def labels(text: str) -> list[str]:
    return [node.label for node in parse_tree(text).nodes]


@pytest.mark.parametrize("outer", ["(ROOT {})", "(TOP {})", "( {})", "({})", "(ROOT (TOP {}))", "{}"])
def test_an_outer_bracket_is_dropped(outer):
    assert labels(outer.format("(S (NP (NN oil)))")) == ["NN", "NP", "S"]


def test_an_outer_bracket_around_several_constituents_stays_as_the_root():
    assert labels("( (S (NN oil)) (S (NN tea)))")[-1] == "ROOT"


@pytest.mark.parametrize(
    ("label", "category"),
    [("NP-SBJ-1", "NP"), ("PP=2", "PP"), ("ADVP|PRT", "ADVP"), ("PRP$", "PRP$"), ("-LRB-", "-LRB-"), ("-", "-")],
)
def test_function_tags_are_stripped(label, category):
    assert labels(f"({label} word)") == [category]


def test_traces_go_and_so_do_the_constituents_they_leave_empty():
    tree = parse_tree("(S (NP-SBJ (-NONE- *T*-1)) (VP (VB Go) (SBAR (-NONE- 0) (S (-NONE- *)))))")
    assert tree.words == ("Go",)
    assert [node.label for node in tree.nodes] == ["VB", "VP", "S"]


def test_escapes_become_the_characters_they_stand_for():
    tree = parse_tree(r"(NP (-LRB- -LRB-) (`` ``) (NN and\/or) (NN 3\*4) ('' '') (-RRB- -RRB-))")
    assert tree.words == ("(", "“", "and/or", "3*4", "”", ")")


def test_unary_chains_and_line_breaks_are_kept_and_skipped():
    assert labels("(S\n  (NP\n\t(NP (NN oil))))\n") == ["NN", "NP", "NP", "S"]


def test_devanagari_and_arabic_words_are_words():
    assert parse_tree("(S (NN शनिवार) (NN اليوم))").words == ("शनिवार", "اليوم")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the tree is empty"),
        ("   ", "the tree is empty"),
        ("()", "the tree is empty"),
        ("(S (-NONE- *))", "the tree is empty"),
        ("(S (NP (NN oil))", "1 opened bracket.* never close, the last of them at character 1"),
        ("(S (NP (NN oil", "3 opened bracket"),
        ("(S (NN oil)))", "the closing bracket at character 13 closes nothing"),
        ("(S (NN oil)) (S (NN tea))", "the tree ends before '\\(' at character 14"),
        ("oil", "'oil' stands outside the brackets"),
        (") (S (NN oil))", "'\\)' stands outside the brackets"),
        ("(NP)", "the bracket \\(NP\\) at character 1 holds no word"),
        ("(NN ice cream)", "the word 'cream' has no bracket of its own"),
        ("(NP (DT the) oil)", "the word 'oil' has no bracket of its own"),
        ("(NP the (NN oil))", "the word 'the' has no bracket of its own"),
        ("(S ((NN oil)))", "the bracket at character 4 has no label"),
    ],
)
def test_what_is_no_tree_is_refused_with_the_place(text, message):
    with pytest.raises(TreeError, match=message):
        parse_tree(text)


def test_a_tree_nested_5000_deep_is_refused_and_one_at_the_limit_is_read():
    deep = "(X " * 5_000 + "(NN oil)" + ")" * 5_000
    with pytest.raises(TreeError, match=f"nested more than {MAX_DEPTH} brackets deep"):
        parse_tree(deep)
    assert len(parse_tree("(X " * (MAX_DEPTH - 1) + "(NN oil)" + ")" * (MAX_DEPTH - 1)).nodes) == MAX_DEPTH
