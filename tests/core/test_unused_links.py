"""Links of which no sentence is made, and the reason in words."""

from __future__ import annotations

import pytest

from cswitch_core.pairs import Pair
from cswitch_core.projection import project
from cswitch_core.readers import pair_from_json
from cswitch_core.unpaired import unlinked_content
from cswitch_core.unused_links import unused_links

TREE = "(SQ (MD Will) (NP (PRP you)) (RB not) (VP (VB come)) (. ?))"
HINDI = "Kya tum nahin aaoge kya ?"


def pair(alignment: str, tokens: str = HINDI, tree: str = TREE) -> Pair:
    return pair_from_json(
        {
            "id": "1",
            "l1": {"lang": "en", "tree": tree},
            "l2": {"lang": "hi", "tokens": tokens.split()},
            "alignment": alignment,
        }
    )


@pytest.mark.parametrize(
    ("alignment", "unused", "reason"),
    [
        ("0-0 1-1 2-2 3-3", "", ""),
        # Apart in the second sentence: the longest stretch stays, of equals the first.
        ("0-0 0-2 0-3 1-1", "0-0", "'Kya' does not stand beside 'nahin aaoge'"),
        ("0-0 0-4 1-1", "0-4", "'kya' does not stand beside 'Kya'"),
        # Apart in the first: the last has it.
        ("0-3 1-1 3-3", "0-3", "'Will' does not stand beside 'come', and only one of them can be used: the last"),
        ("1-1 3-3 4-5", "", ""),
        ("1-1 3-3 4-4", "4-4", "'?' is a punctuation mark"),
        ("1-1 3-5", "3-5", "'?' is a punctuation mark"),
        # Both at once.
        ("0-0 0-3 1-1 3-0 3-3", "0-0 0-3 3-3", "'Will' does not stand beside 'come'"),
    ],
)
def test_a_link_that_is_not_used_says_why(alignment, unused, reason):
    found = unused_links(pair(alignment))
    assert " ".join(f"{first}-{second}" for first, second in (each.link for each in found)) == unused
    assert (found[0].reason if found else "").startswith(reason)
    assert all(str(each) == f"{each.words[0]} – {each.words[1]}: {each.reason}" for each in found)


def test_a_word_that_cannot_stand_alone_is_used_with_its_host():
    tree = "(S (NP (PRP I)) (VP (VBP do) (RB n't) (VP (VB know))))"
    assert unused_links(pair("0-0 1-1 2-1 3-2", "main nahin jaanta", tree)) == ()


def test_a_word_whose_link_is_not_used_is_not_among_those_without_a_link():
    linked = pair("0-0 1-1 2-2 3-0 3-3", "aaoge tum nahin ghar")
    assert [each.link for each in unused_links(linked)] == [(0, 0), (3, 3)]
    tree = project(linked)
    assert unlinked_content(tree).unlinked == ("ghar",)
    assert unlinked_content(tree, links=linked.links).unlinked == ()
