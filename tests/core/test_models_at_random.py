"""Random small pairs: the packed sets against the specification written out, and the laws every model keeps."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from cswitch_core import PAPER_MODELS, Sentence, explain, model, project
from tests.core.mirror import mirrored
from tests.core.random_pairs import pairs, random_pair
from tests.core.reference.brute_force import REFERENCE
from tests.core.reference.paper_algorithms import PAPERS_WAY

few = settings(max_examples=20, deadline=None, derandomize=True)


@few
@given(pairs())
def test_each_model_generates_exactly_what_the_brute_force_does(pair):
    tree = project(pair)
    for name, reference in REFERENCE.items():
        sentences = model(name).sentences(tree)
        listed = [sentence.steps for sentence in sentences]
        assert set(listed) == reference(tree), name
        assert len(listed) == len(set(listed)) == sentences.count, name


@settings(max_examples=10, deadline=None, derandomize=True)
@given(pairs())
def test_the_papers_algorithms_generate_the_same(pair):
    tree = project(pair)
    for name, papers_way in PAPERS_WAY.items():
        assert papers_way(tree) == {sentence.steps for sentence in model(name).sentences(tree)}, name


@few
@given(pairs(most_words=7))
def test_texts_numbers_and_slices_follow_one_order(pair):
    tree = project(pair)
    for name in PAPER_MODELS:
        sentences = model(name).sentences(tree)
        listed = list(sentences)
        assert [sentence.text for sentence in listed] == list(sentences.texts())
        for number in {0, sentences.count // 2, sentences.count - 1}:
            assert sentences.kth(number) == listed[number]
            assert sentences.index(listed[number]) == number
            assert list(sentences.slice(number, number + 3)) == listed[number : number + 3]


@few
@given(pairs(most_words=7))
def test_intersections_differences_and_unions_are_exact(pair):
    tree = project(pair)
    sets = {name: model(name).sentences(tree) for name in PAPER_MODELS}
    plain = {name: {sentence.steps for sentence in each} for name, each in sets.items()}
    for one, another in [("EC0", "ML2"), ("ML0", "EC1"), ("ML1", "ML0"), ("ML2", "ML1")]:
        left, right = sets[one], sets[another]
        assert {sentence.steps for sentence in left & right} == plain[one] & plain[another]
        assert {sentence.steps for sentence in left - right} == plain[one] - plain[another]
        assert (left | right).count == len(plain[one] | plain[another])
        assert (left <= right) == (plain[one] <= plain[another])
        assert (left == right) == (plain[one] == plain[another])


@few
@given(pairs(most_words=7))
def test_counts_by_switch_points_are_those_of_the_sentences_listed(pair):
    tree = project(pair)
    for name in ("EC1", "ML1", "ML0"):
        sentences = model(name).sentences(tree)
        listed = list(sentences)
        by_switches = sentences.counts_by_switches()
        assert sum(by_switches.values()) == sentences.count
        for switches in range(4):
            filtered = sentences.with_switches(switches)
            wanted = {sentence for sentence in listed if sentence.switch_points == switches}
            assert set(filtered) == wanted
            assert filtered.count == by_switches.get(switches, 0) == len(wanted)
            assert all(filtered.kth(filtered.index(sentence)) == sentence for sentence in wanted)
        assert set(sentences.mixed()) == {sentence for sentence in listed if sentence.switch_points}


@few
@given(pairs())
def test_exchanging_the_languages_mirrors_every_model(pair):
    tree = project(pair)
    mirror = mirrored(tree)
    renumbered = {slot: place for place, slot in enumerate(tree.sequences[1])}
    for name in [*PAPER_MODELS, "EC0(strict)", "EC1(second_chance)"]:
        image = {
            tuple((renumbered[slot], 1 - language) for slot, language in sentence.steps)
            for sentence in model(name).sentences(tree)
        }
        assert image == {sentence.steps for sentence in model(name).sentences(mirror)}, name


def _one_slot_moved_or_switched(sentence: Sentence, rng: Random) -> Sentence:
    steps = list(sentence.steps)
    place = rng.randrange(len(steps))
    if rng.random() < 0.5:
        slot, language = steps[place]
        if not sentence.tree.slots[slot].is_null(1 - language):
            steps[place] = (slot, 1 - language)
    else:
        steps.insert(rng.randrange(len(steps)), steps.pop(place))
    return Sentence(sentence.tree, tuple(steps))


@few
@given(pairs())
def test_explain_agrees_with_membership_and_names_a_rule_and_a_constituent(pair):
    rng = Random(pair.l1_tree)
    tree = project(pair)
    names = [*PAPER_MODELS, "EC0(strict)", "EC1(second_chance)"]
    for sentence in model("ML1").sentences(tree).sample(4, rng):
        changed = _one_slot_moved_or_switched(sentence, rng)
        verdicts = explain(tree, changed.text, names)
        for name in names:
            own = [verdict for verdict in verdicts if verdict.model == name]
            assert any(verdict.generated for verdict in own) == (changed in model(name).sentences(tree)), name
            for verdict in own:
                assert verdict.generated or (verdict.rule and verdict.words.endswith(".") and verdict.node)


@pytest.mark.parametrize("seed", range(3))
def test_every_sample_is_made_of_distinct_members(seed):
    tree = project(random_pair(Random(seed), 7))
    for name in PAPER_MODELS:
        sentences = model(name).sentences(tree)
        drawn = sentences.sample(5, Random(seed))
        assert len(set(drawn)) == len(drawn) == min(5, sentences.count)
        assert all(sentence in sentences for sentence in drawn)


def test_spans_leave_out_constituents_without_words():
    tree = project(random_pair(Random(4)))
    assert Sentence(tree, ()).spans == {}
