"""Links of every kind become units."""

from __future__ import annotations

from cswitch_core.projection.alignment import Unit, find_units


def units(l1: int, l2: int, links: str) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    pairs = [tuple(int(n) for n in link.split("-")) for link in links.split()]
    return [(unit.l1, unit.l2) for unit in find_units(tuple(range(l1)), tuple(range(l2)), pairs)]


def test_one_to_many_is_one_unit():
    assert units(1, 2, "0-0 0-1") == [((0,), (0, 1))]


def test_adjacent_words_that_share_a_unit_are_one():
    assert units(3, 1, "0-0 1-0 2-0") == [((0, 1, 2), (0,))]


def test_many_to_many_is_joined_through_shared_words():
    assert units(3, 3, "0-0 1-0 1-1 2-1 2-2") == [((0, 1, 2), (0, 1, 2))]


def test_of_words_apart_the_last_carries_the_unit():
    assert units(4, 2, "0-1 1-0 2-1 3-1") == [((0,), ()), ((1,), (0,)), ((2,), ()), ((3,), (1,))]


def test_a_discontinuous_unit_keeps_its_longest_run_and_the_first_of_equals():
    assert units(2, 4, "0-0 0-2 0-3 1-1") == [((0,), (2, 3)), ((1,), (1,)), ((), (0,))]
    assert units(2, 3, "0-0 0-2 1-1") == [((0,), (0,)), ((1,), (1,)), ((), (2,))]


def test_words_without_links_are_units_of_their_own_on_either_side():
    assert units(2, 2, "0-1") == [((0,), (1,)), ((1,), ()), ((), (0,))]


def test_punctuation_neither_parts_a_unit_nor_carries_links():
    assert find_units((0, 2), (0, 2), [(0, 0), (2, 2), (0, 2), (1, 1), (2, 1)]) == [Unit((0, 2), (0, 2))]


def test_a_unit_is_shared_if_it_has_words_on_both_sides():
    assert Unit((0,), (1,)).is_shared
    assert not Unit((0,), ()).is_shared
    assert not Unit((), (0,)).is_shared
