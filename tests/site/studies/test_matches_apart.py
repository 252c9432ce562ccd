"""The two sentences of a match are never next to each other, wherever another order exists."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.services.studies.latin_lists import Entry, far_apart, matches_apart, with_repeats


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 12), st.integers(0, 4), st.integers(0, 10**6))
def test_in_any_order_of_at_least_two_matches_no_two_of_one_meet(matches, others, seed):
    rng = Random(seed)
    entries = [Entry(number, "pair", "", match=number // 2 + 1) for number in range(2 * matches)]
    entries += [Entry(100 + number, "pair", "") for number in range(others)]
    order = matches_apart(rng.sample(entries, len(entries)))
    assert sorted(entry.item for entry in order) == sorted(entry.item for entry in entries)
    assert not any(one.match == other.match is not None for one, other in pairwise(order))


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 8), st.integers(0, 10**6))
def test_a_repeat_does_not_come_beside_its_match_either(matches, seed):
    rng = Random(seed)
    entries = [Entry(number, "pair", "", match=number // 2 + 1) for number in range(2 * matches)]
    order = with_repeats(matches_apart(far_apart(entries, rng)), 2, rng)
    meeting = [(one, other) for (one, _), (other, _) in pairwise(order) if one.match == other.match]
    assert not meeting
