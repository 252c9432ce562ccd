"""Matched pairs: every nearest partner, and no other, against writing all sentences out and comparing them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cswitch_core import Sentence, model, project
from cswitch_core.broken import BrokenSets, exactly
from cswitch_core.matched import Cell, Matches
from cswitch_core.models import RuleModel
from cswitch_core.paper import paper_tree
from cswitch_core.sets.sampling import shuffled
from tests.core.cast import a_tree
from tests.core.families import families_by_listing
from tests.core.own_theory import OwnTheory
from tests.core.random_pairs import random_pair, repeating_pair
from tests.core.reference.growing_trees import nested
from tests.core.reference.places import ec0_places, ml2_places

THEORIES = ["EC0", "EC1(second_chance)", "ML0", "ML2"]
small_trees = st.integers(0, 10**9).map(lambda seed: project(random_pair(Random(seed), most_words=4)))
repeating_trees = st.integers(0, 10**9).map(lambda seed: project(repeating_pair(Random(seed), most_words=4)))
few = settings(max_examples=12, deadline=None, derandomize=True)


def differing(one: Sentence, another: Sentence) -> int:
    """In how many slots two sentences differ, read from the definition."""
    first, second = dict(one.steps), dict(another.steps)
    order = [{slot: place for place, (slot, _) in enumerate(each.steps)} for each in (one, another)]
    shared = first.keys() & second.keys()

    def changes_order(slot: int) -> bool:
        return any((order[0][slot] < order[0][each]) != (order[1][slot] < order[1][each]) for each in shared - {slot})

    return sum(
        slot not in shared or first[slot] != second[slot] or changes_order(slot)
        for slot in first.keys() | second.keys()
    )


def nearest_by_listing(violator: Sentence, clean: list[Sentence]) -> tuple[int, set[Sentence]] | None:
    like = {each: differing(violator, each) for each in clean if each.switch_points == violator.switch_points}
    if not like:
        return None
    least = min(like.values())
    return least, {each for each, distance in like.items() if distance == least}


@few
@given(small_trees, st.sampled_from(THEORIES))
def test_partners_are_the_nearest_clean_sentences_each_once(tree, theory):
    matches, listed = Matches(model(theory), tree), families_by_listing(theory, tree)
    clean = [sentence for sentence, family in listed.items() if family == {frozenset()}]
    for constraint in matches.constraints:
        wanted = {sentence for sentence, family in listed.items() if family == {frozenset({constraint})}}
        assert set(matches.violators(constraint)) == wanted
        for violator in wanted:
            found = list(matches.partners(violator, Random(1)))
            nearest = nearest_by_listing(violator, clean)
            if nearest is None:
                assert found == []
            else:
                assert {distance for distance, _ in found} == {nearest[0]}
                assert {partner for _, partner in found} == nearest[1]
                assert len(found) == len(nearest[1])


@settings(max_examples=8, deadline=None, derandomize=True)
@given(small_trees)
def test_broken_places_are_those_counted_in_every_sequence(tree):
    by_listing = [("EC0", name, ec0_places(tree, name)) for name in ("fragments", "positions", "junctions")]
    by_listing += [("ML2", name, ml2_places(tree, name)) for name in ("functional_words", "fragments")]
    for theory, constraint, places in by_listing:
        matches = Matches(model(theory), tree)
        for violator in matches.violators(constraint):
            assert matches.places(constraint, violator) == places[violator.steps], (theory, constraint, violator)
        in_one_place = {each.steps for each in matches.violators(constraint, most_places=1)}
        assert in_one_place == {v.steps for v in matches.violators(constraint) if places[v.steps] == 1}


@few
@given(repeating_trees, st.sampled_from(["EC0", "ML2"]))
def test_where_words_repeat_no_violator_reads_like_a_clean_sentence(tree, theory):
    matches = Matches(model(theory), tree)
    clean = matches.clean
    for constraint in matches.constraints:
        for match in matches.draw(constraint, 3, Random(1)).matches:
            assert match.violator not in clean
            assert match.partner in clean
            assert clean.switch_points(match.violator) == clean.switch_points(match.partner) == match.switches


def test_violators_and_partners_are_drawn_evenly():
    matches = Matches(model("ML2"), paper_tree(1))
    drawn = Counter(
        match.violator for seed in range(400) for match in matches.draw("fragments", 1, Random(seed)).matches
    )
    assert drawn.keys() == set(matches.violators("fragments"))
    assert max(drawn.values()) - min(drawn.values()) < 60


def test_numbers_are_shuffled_evenly_whatever_their_size():
    orders = Counter(tuple(shuffled(3, Random(seed))) for seed in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60
    assert sorted(shuffled(50, Random(1))) == list(range(50))
    assert len(set(islice(shuffled(10**30, Random(1)), 5))) == 5


def test_violators_have_one_broken_place_where_such_exist():
    cell = Matches(model("ML2"), paper_tree(1)).draw("functional_words", 20, Random(1))
    assert (cell.violators, cell.in_one_place, cell.with_partner) == (53, 40, 36)
    assert {match.places for match in cell.matches} == {1}
    junctions = Matches(model("EC0"), paper_tree(2)).draw("junctions", 2, Random(1))
    assert junctions.in_one_place == 0
    assert {match.places for match in junctions.matches} == {2}


def test_a_partner_is_used_once():
    matches, used = Matches(model("ML2"), paper_tree(1)), set()
    cells = [matches.draw(name, 12, Random(1), used) for name in ("fragments", "functional_words")]
    partners = [match.partner for cell in cells for match in cell.matches]
    assert len(set(partners)) == len(partners) == len(used) / 2
    assert cells[0].why == "4 of 4 violators tried; no partner is left"


def test_the_same_seed_gives_the_same_matches():
    one, another = (Matches(model("EC0"), paper_tree(2)).draw("fragments", 3, Random(5)) for _ in range(2))
    assert one == another


def test_nothing_else_changes_if_that_is_asked_for():
    theories = [model(name) for name in ("EC0", "ML0", "ML2")]
    matches = Matches(theories[1], paper_tree(1), theories, same_others=True)
    cell = matches.draw("nesting", 3, Random(1))
    assert len(cell.matches) == 3
    for match in cell.matches:
        assert list(match.others) == ["EC0", "ML2"]
        assert all(one == two for one, two in match.others.values())
    short = matches.draw("functional_words", 3, Random(1))
    assert short.matches == ()
    alike = "none with a clean sentence of as many switch points that breaks the same under the other theories"
    assert short.why == f"124 violators, {alike}"


def test_other_theories_families_are_stored_with_a_match():
    tree = paper_tree(1)
    (match,) = Matches(model("ML2"), tree, [model("EC0"), model("ML2")]).draw("fragments", 1, Random(1)).matches
    broken = BrokenSets(model("EC0"), tree)
    assert match.others == {"EC0": (broken.family(match.violator), broken.family(match.partner))}


def test_what_cannot_be_had_is_said_with_the_counts():
    matches = Matches(model("EC0"), paper_tree(1))
    assert matches.draw("junctions", 5, Random(1)).why == "no sentence breaks exactly this constraint"
    assert matches.draw("fragments", 5, Random(1)).why == "only 2 violators with a partner"
    assert matches.draw("fragments", 2, Random(1)).why == ""
    alone = a_tree("(S (CC and) (VBZ goes))", "aur jaata", "0-0 1-1")
    cell = Matches(model("ML2"), alone).draw("functional_words", 1, Random(1))
    assert (cell.violators, cell.with_partner, cell.matches) == (2, 0, ())
    assert cell.why == "2 violators, none with a clean sentence of as many switch points"


def test_what_there_is_to_draw_is_counted_beforehand():
    matches = Matches(model("ML2"), paper_tree(1))
    clean = list(matches.clean)
    for constraint in matches.constraints:
        cell = matches.available(constraint, 20)
        assert cell == replace(matches.draw(constraint, 20, Random(1)), matches=(), tried=0)
        drawn_from = [each.switch_points for each in matches.violators(constraint, most_places=1)]
        switches = {each.switch_points for each in clean} & set(drawn_from)
        assert cell.with_partner == sum(each in switches for each in drawn_from)
        assert cell.partners == sum(each.switch_points in switches for each in clean)
    assert matches.available("fragments", 4).lack == ""
    assert matches.available("fragments", 5).lack == "only 4 violators with a partner"
    short = Cell("nesting", wanted=4, clean=9, violators=5, in_one_place=5, with_partner=5, partners=2)
    assert short.lack == "only 2 partners for 5 violators"
    assert replace(short, matches=("one", "two")).why == short.lack


def test_sixty_words_need_no_listing():
    matches = Matches(model("ML2"), project(nested(9)))
    cell = matches.draw("fragments", 2, Random(1))
    assert cell.violators > 10**12
    assert len(cell.matches) == 2
    assert all(differing(match.violator, match.partner) == match.distance for match in cell.matches)


def test_words_that_look_alike_never_differ():
    tree = a_tree("(S (NP (PRP I)) (VP (VBD bought) (NP (DT a) (NN phone))))", "Maine phone kharida", "0-0 1-2 3-1")
    matches = Matches(model("ML2"), tree)
    found = [match for name in matches.constraints for match in matches.draw(name, 5, Random(1)).matches]
    assert found
    assert all(match.violator.text != match.partner.text and match.distance for match in found)


def test_unpaired_words_stay_together_in_both():
    tree = paper_tree(4)
    theory = model("ML2(unpaired=together)")
    for match in Matches(theory, tree).draw("functional_words", 3, Random(1)).matches:
        assert match.places == 1
        assert BrokenSets(theory, tree).family(match.violator) == exactly("functional_words")


def test_a_theory_whose_grammar_cannot_count_places_is_matched_all_the_same():
    assert issubclass(OwnTheory, RuleModel)
    cell = Matches(OwnTheory(), paper_tree(1)).draw("fragments", 2, Random(1))
    assert cell.in_one_place == 0
    assert [match.places for match in cell.matches] == [None, None]


def test_a_source_without_rules_has_no_matches():
    from cswitch_core import Imported
    from cswitch_core.broken import NoTheory

    with pytest.raises(NoTheory, match="people has no constraints"):
        Matches(Imported("people", {}), paper_tree(1))
