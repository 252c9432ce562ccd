"""Whatever the parse and the links, projection loses no word and keeps both orders."""

from __future__ import annotations

from hypothesis import given, settings

from cswitch_core import L1, L2, Sentence, other
from tests.core.mirror import mirrored
from tests.core.random_pairs import odd_pairs, projected


def realised(tree, language: int) -> list[str]:
    """The whole sentence of one language, token by token."""
    return [part for token, _ in Sentence.monolingual(tree, language).tokens for part in token.split()]


def inside_units(tree, language: int) -> set[int]:
    """The positions between the words of one unit."""
    units = [slot.positions[language] for slot in tree.slots if slot.positions[language]]
    return {position for unit in units for position in range(unit[0], unit[-1]) if position not in unit}


@settings(max_examples=50, deadline=None, derandomize=True)
@given(odd_pairs())
def test_both_sentences_are_read_off_whole(pair):
    tree = projected(pair)
    for language in (L1, L2):
        dropped = inside_units(tree, language)
        kept = [token for position, token in enumerate(pair.tokens(language)) if position not in dropped]
        has_ends = tree.gaps[language][0].marks or tree.gaps[language][-1].marks
        borrowed = [[mark.text for mark in tree.gaps[other(language)][end].marks] for end in (0, -1)]
        expected = kept if has_ends else [*borrowed[0], *kept, *borrowed[1]]
        assert realised(tree, language) == expected


@settings(max_examples=50, deadline=None, derandomize=True)
@given(odd_pairs())
def test_both_orders_have_the_same_children_and_the_mirror_reads_alike(pair):
    tree = projected(pair)
    assert all(sorted(node.children[L1]) == sorted(node.children[L2]) for node in tree.nodes)
    assert tree.sequences[L1] == tuple(range(len(tree.slots)))
    mirror = mirrored(tree)
    assert realised(mirror, L1) == realised(tree, L2)
    assert realised(mirror, L2) == realised(tree, L1)
