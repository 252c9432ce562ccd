"""What a shared tree knows of its slots and nodes."""

from __future__ import annotations

from cswitch_core import L1, L2, project
from tests.core.cast import paper_pair


def test_a_slot_knows_where_it_is_null():
    the = project(paper_pair(4)).slots[4]
    assert the.words == ("the", "")
    assert the.is_null(L2)
    assert not the.is_null(L1)


def test_places_say_where_a_slot_stands_in_each_language():
    tree = project(paper_pair(1))
    assert tree.places[L1] == {slot: slot for slot in range(6)}
    assert [tree.places[L2][slot] for slot in range(6)] == [0, 2, 1, 5, 3, 4]


def test_every_node_but_the_root_has_a_parent_and_the_root_holds_all_slots():
    tree = project(paper_pair(2))
    assert [number for number, parent in enumerate(tree.parents) if parent is None] == [tree.root]
    assert all(child in tree.nodes[parent].children[L2] for child, parent in enumerate(tree.parents[:-1]))
    assert tree.slots_below[tree.root] == tuple(range(9))
