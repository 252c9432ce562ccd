"""Lists and orders without the database: the Latin square, and versions of a pair kept apart."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.services.studies.latin_lists import Entry, deal, far_apart, greatest_distance, mixed_in, with_repeats

QUICK = settings(max_examples=40, deadline=None, derandomize=True)
sizes_of_pairs = st.lists(st.integers(1, 5), min_size=1, max_size=7)
seeds = st.integers(0, 10**6)


def entries(sizes):
    """``sizes[p]`` versions of pair p, drawn for the conditions c0, c1, …"""
    rows = [(pair, version) for pair, size in enumerate(sizes) for version in range(size)]
    return [Entry(number, pair, f"c{version}") for number, (pair, version) in enumerate(rows)]


def gaps(order):
    """The distances between neighbouring versions of each pair."""
    last, found = {}, []
    for place, entry in enumerate(order):
        if entry.pair in last:
            found.append(place - last[entry.pair])
        last[entry.pair] = place
    return found


def blocks_of(things, dealt):
    """The entries of each list."""
    found = {}
    for entry in things:
        found.setdefault(dealt[entry.item], []).append(entry)
    return [found[number] for number in sorted(found)]


def dealt_once(things, *, size, seed):
    return blocks_of(things, deal(things, size=size, rng=Random(seed)))


def dealt_in_rounds(things, count, *, seed):
    """The items of every judge's list, for ``count`` judges for each sentence."""
    rounds, judges = [], []
    for number in range(count):
        rounds.append(deal(things, size=None, rng=Random(f"{seed} {number}"), earlier=rounds))
        judges += [{entry.item for entry in block} for block in blocks_of(things, rounds[-1])]
    return judges


def sharing(judges):
    """How many pairs of judges share at least one sentence."""
    return sum(bool(first & second) for first, second in combinations(judges, 2))


def test_a_full_set_of_pairs_and_conditions_makes_a_latin_square():
    for pairs, versions in ((6, 3), (14, 7), (10, 5)):
        blocks = dealt_once(entries([versions] * pairs), size=None, seed=1)
        assert len(blocks) == versions
        for block in blocks:
            assert len({entry.pair for entry in block}) == pairs
            assert set(Counter(entry.condition for entry in block).values()) == {pairs // versions}


@QUICK
@given(sizes_of_pairs, seeds)
def test_every_sentence_is_in_one_list_and_no_list_has_two_versions_of_a_pair(sizes, seed):
    blocks = dealt_once(entries(sizes), size=None, seed=seed)
    assert sorted(entry.item for block in blocks for entry in block) == list(range(sum(sizes)))
    for block in blocks:
        assert max(Counter(entry.pair for entry in block).values()) == 1


@QUICK
@given(sizes_of_pairs, st.none() | st.integers(1, 6), seeds)
def test_lists_are_equally_long_and_never_longer_than_wished(sizes, size, seed):
    blocks = dealt_once(entries(sizes), size=size, seed=seed)
    assert sorted(entry.item for block in blocks for entry in block) == list(range(sum(sizes)))
    lengths = {len(block) for block in blocks}
    assert max(lengths) - min(lengths) <= 1
    assert max(lengths) <= (size or len(sizes))


def test_small_blocks_are_as_even_as_they_can_be():
    blocks = dealt_once(entries([4] * 10), size=8, seed=3)
    assert [len(block) for block in blocks] == [8] * 5
    for block in blocks:
        assert set(Counter(entry.condition for entry in block).values()) == {2}


def test_judges_share_sentences_with_many_others_instead_of_one_twin():
    """Ten pairs with 4 to 7 sentences, two judges for each: lists given out twice made 7 pairs of twins of 91."""
    things = entries([7, 7, 6, 6, 6, 5, 5, 5, 5, 4])
    judges = dealt_in_rounds(things, 2, seed=2017)
    twins = blocks_of(things, deal(things, size=None, rng=Random(1)))
    assert sharing([{entry.item for entry in block} for block in twins * 2]) == 7
    # With two judges for a sentence, no more than 7 x 7 can: each with the lists of the other round.
    assert len(judges) == 14
    assert sharing(judges) >= 44
    assert {len(judge) for judge in judges} == {8}
    assert set(Counter(item for judge in judges for item in judge).values()) == {2}


@QUICK
@given(st.integers(3, 6), st.integers(1, 3), st.integers(2, 4), seeds)
def test_every_judge_meets_judges_of_every_other_round(versions, times, rounds, seed):
    judges = dealt_in_rounds(entries([versions] * versions * times), rounds, seed=seed)
    met = [sum(bool(judge & other) for other in judges if other is not judge) for judge in judges]
    assert min(met) >= 2 * (rounds - 1)
    if times == 3:
        assert sharing(judges) >= 0.9 * versions**2 * rounds * (rounds - 1) / 2


@QUICK
@given(sizes_of_pairs, seeds)
def test_versions_of_a_pair_are_as_far_apart_as_they_can_be(sizes, seed):
    order = far_apart(entries(sizes), Random(seed))
    assert sorted(entry.item for entry in order) == list(range(sum(sizes)))
    assert min(gaps(order), default=sum(sizes)) >= greatest_distance(sizes)


def test_the_same_seed_gives_the_same_order_and_another_seed_another():
    things = entries([2] * 8)
    assert far_apart(things, Random(7)) == far_apart(things, Random(7))
    assert far_apart(things, Random(7)) != far_apart(things, Random(8))


@QUICK
@given(st.integers(0, 30), st.integers(0, 5), seeds)
def test_extras_are_spread_over_the_order(length, extras, seed):
    order = mixed_in(list(range(length)), [f"x{number}" for number in range(extras)], Random(seed))
    assert [thing for thing in order if isinstance(thing, int)] == list(range(length))
    places = [place for place, thing in enumerate(order) if isinstance(thing, str)]
    assert len(places) == extras
    if extras and length >= 2 * extras:
        assert places[0] > 0
        assert all(later - earlier > 1 for earlier, later in pairwise(places))


@QUICK
@given(sizes_of_pairs, st.integers(0, 4), seeds)
def test_a_repeat_comes_half_a_list_after_the_first_showing(sizes, count, seed):
    order = far_apart(entries(sizes), Random(seed))
    shown = with_repeats(order, count, Random(seed))
    assert [entry for entry, again in shown if not again] == order
    again = [place for place, (_, repeat) in enumerate(shown) if repeat]
    assert len(again) == min(count, (len(order) + 1) // 2)
    for place in again:
        assert place - shown.index((shown[place][0], False)) > len(order) // 2
