"""The set object: counting, drawing, finding and combining without listing."""

from __future__ import annotations

import gc
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from random import Random

import pytest

from cswitch_core import (
    L1,
    PAPER_MODELS,
    Imported,
    Node,
    Sentence,
    SentenceSet,
    SharedTree,
    Slot,
    explain,
    model,
    project,
)
from cswitch_core.paper import paper_tree
from cswitch_core.sets import automaton
from cswitch_core.sets.automaton import forget_constituents
from cswitch_core.sets.listing import StepLister
from cswitch_core.sets.root_classes import RootClasses, compile_formula, select
from tests.core.random_pairs import random_pair
from tests.core.reference.growing_trees import chain, conjoined, flat, flat_reversed


@pytest.fixture(scope="module")
def sixteen():
    return project(conjoined(16))


def nested(depth: int) -> SharedTree:
    """A tree in which every level adds one preposition, first in L1 and last in L2."""
    slots = tuple(Slot("IN", (f"e{number}", f"h{number}")) for number in range(depth))
    nodes = [Node("IN", slot=depth - 1)]
    for level in range(depth - 2, -1, -1):
        phrase, word = len(nodes) - 1, len(nodes)
        nodes += [Node("IN", slot=level), Node("PP", ((word, phrase), (phrase, word)))]
    return SharedTree(("en", "hi"), tuple(nodes), slots)


def test_it_counts_more_sentences_than_could_ever_be_listed(sixteen):
    assert model("EC0").sentences(project(conjoined(4))).count == 1_408_000
    assert model("EC0").sentences(sixteen).count == 23_622_320_128_000_000_000_000_000


@pytest.mark.parametrize("name", PAPER_MODELS)
def test_count_and_listing_agree_where_listing_is_long(name):
    sentences = model(name).sentences(project(conjoined(2)))
    texts = list(sentences.texts())
    assert sentences.count == len(texts)
    assert len(set(map(str, sentences))) == len(set(texts))


def test_long_listings_are_the_same_sentence_by_sentence():
    sentences = model("ML2").sentences(project(chain(6)))
    assert sentences.count > 5_000
    for number, text in enumerate(islice(sentences.texts(), 0, None)):
        if number % 997 == 0:
            assert text == sentences.kth(number).text


def test_it_jumps_into_the_middle_of_a_huge_listing(sixteen):
    sentences = model("ML1").sentences(sixteen)
    middle = sentences.count // 2
    page = list(sentences.slice(middle, middle + 5))
    assert page == [sentences.kth(middle + place) for place in range(5)]


def test_a_long_listing_goes_on_when_its_cached_pieces_are_thrown_away(monkeypatch):
    sentences = model("ML1").sentences(project(conjoined(2)))
    whole = list(sentences.texts())
    monkeypatch.setattr("cswitch_core.sets.listing.CACHED_PIECES", 10)
    assert list(model("ML1").sentences(project(conjoined(2))).texts()) == whole


def test_flat_and_deep_trees_are_counted_too():
    assert model("EC0").sentences(project(flat(12))).count == 64
    assert model("EC0").sentences(project(flat_reversed(12))).count == 2
    assert model("ML1").sentences(project(chain(30))).count == 2**92


def test_a_very_deep_tree_is_no_trouble():
    sentences = model("EC0").sentences(nested(1_050))
    assert sentences.count == 2
    assert len(list(sentences.texts())) == 2
    assert all(sentence in sentences for sentence in sentences)
    assert sentences.counts_by_switches() == {0: 2}
    assert explain(sentences.tree, sentences.kth(1).text, ["EC0"])[0].generated


def test_the_first_sentence_comes_at_once(sixteen):
    assert next(iter(model("ML1").sentences(sixteen).texts()))


def test_there_is_no_sentence_beyond_the_last():
    sentences = model("EC0").sentences(paper_tree(1))
    for number in (-1, 22):
        with pytest.raises(IndexError, match="22 sentences"):
            sentences.kth(number)


def test_the_same_seed_draws_the_same_sentences_in_the_same_order(sixteen):
    sentences = model("EC1").sentences(sixteen)
    drawn = sentences.sample(20, Random(7))
    assert drawn == model("EC1").sentences(sixteen).sample(20, Random(7))
    assert len(set(drawn)) == 20
    assert all(sentence in sentences for sentence in drawn)


def test_a_sample_of_everything_is_everything():
    sentences = model("EC0").sentences(paper_tree(1))
    assert set(sentences.sample(100, Random(1))) == set(sentences)
    assert sentences.sample(0, Random(1)) == []


def test_samples_are_even_by_a_chi_squared_test():
    sentences = model("ML2").sentences(paper_tree(1))
    rng = Random(2017)
    drawn = Counter(sentence for _ in range(700) for sentence in sentences.sample(4, rng))
    expected = 700 * 4 / 28
    chi_squared = sum((drawn[sentence] - expected) ** 2 / expected for sentence in sentences)
    assert chi_squared < 55.5  # the 0.1 % point for 27 degrees of freedom; drawing without replacement varies less


def test_the_place_within_a_sample_is_even_too():
    sentences = model("EC0").sentences(paper_tree(3))
    rng = Random(5)
    first = Counter(sentences.sample(3, rng)[0] for _ in range(800))
    chi_squared = sum((first[sentence] - 50) ** 2 / 50 for sentence in sentences)
    assert chi_squared < 37.7  # the 0.1 % point for 15 degrees of freedom


def test_membership_takes_only_sentences_that_use_each_slot_rightly():
    tree = paper_tree(4)
    sentences = model("EC0").sentences(tree)
    assert Sentence.monolingual(tree, 0) in sentences
    assert "Now pour oil" not in sentences
    assert Sentence(tree, ((0, 0), (0, 1))) not in sentences
    assert Sentence(tree, ((4, 1),)) not in sentences
    assert Sentence(tree, Sentence.monolingual(tree, 0).steps[:-1]) not in sentences
    assert Sentence(tree, ()) not in sentences


@pytest.mark.parametrize("name", PAPER_MODELS)
def test_membership_takes_no_slot_that_the_tree_does_not_have(name):
    generated = model(name).sentences(paper_tree(1))
    for sentence in generated.slice(0, 5):
        for place in range(len(sentence.steps) + 1):
            stray = Sentence(sentence.tree, (*sentence.steps[:place], (99, L1), *sentence.steps[place:]))
            assert stray not in generated
            assert generated.index(stray) is None


def test_membership_takes_no_word_that_is_not_there():
    tree = paper_tree(4)
    pour_oil = Sentence.monolingual(tree, 0).steps
    assert tree.slots[4].is_null(1)
    assert Sentence(tree, tuple((slot, int(slot == 4)) for slot, _ in pour_oil)) not in model("EC0").sentences(tree)


def test_a_forest_has_no_sentence_beyond_its_last():
    selection = select(paper_tree(1), model("EC0").sentences(paper_tree(1)).formula)
    with pytest.raises(IndexError):
        selection.kth(22)
    with pytest.raises(IndexError):
        selection.forest.choose(selection.roots[0], 22)
    with pytest.raises(IndexError):
        selection.packed.yield_of(selection.roots[0], 22)


def test_all_chunks_of_a_listing_together_are_the_listing():
    sentences = model("ML1").sentences(project(conjoined(3)))
    selection = select(sentences.tree, sentences.formula)
    listed = [steps for chunk in StepLister(selection.forest).chunks(selection.roots) for steps in chunk]
    assert len(set(listed)) == len(listed) == sentences.count


def test_membership_needs_whole_constituents():
    tree = paper_tree(1)
    assert Sentence.from_key(tree, "3a 0a 1a 2a 4a 5a") not in model("ML1").sentences(tree)


def test_sets_of_different_trees_cannot_be_combined():
    with pytest.raises(ValueError, match="different trees"):
        model("EC0").sentences(paper_tree(1)) & model("EC0").sentences(paper_tree(2))


def test_every_sentence_of_a_set_of_several_classes_has_its_number():
    tree = paper_tree(1)
    either = (model("EC0").sentences(tree) | model("ML2").sentences(tree)).mixed()
    assert [either.index(sentence) for sentence in either] == list(range(either.count))
    monolingual = next(sentence for sentence in model("EC0").sentences(tree) if sentence not in either)
    assert either.index(monolingual) is None


def test_what_only_the_other_model_generates_has_no_number():
    tree = paper_tree(1)
    ec0, ml0 = model("EC0").sentences(tree), model("ML0").sentences(tree)
    for sentence in ml0 - ec0:
        assert (ec0 - ml0).index(sentence) is None
        assert sentence not in ec0 - ml0


def test_a_set_equals_no_other_kind_of_thing():
    sentences = model("EC0").sentences(paper_tree(1))
    assert sentences != {"a set"}
    assert sentences == model("EC0").sentences(project(conjoined(1)))
    with pytest.raises(TypeError):
        hash(sentences)


def test_an_empty_set_is_false_and_lists_nothing():
    tree = paper_tree(1)
    nothing = model("EC0").sentences(tree) - model("EC0").sentences(tree)
    listed = SentenceSet.of(tree, [])
    for empty in (nothing, listed, listed & nothing, listed.mixed(), listed - nothing):
        assert not empty
        assert list(empty) == list(empty.texts()) == empty.sample(3, Random(1)) == []
        assert empty.counts_by_switches() == {}


def test_listed_sentences_join_and_leave_packed_sets():
    tree = paper_tree(1)
    ec0 = model("EC0").sentences(tree)
    one_b = Sentence.from_key(tree, "0b 2b 1b 4a 5a 3b")
    own = SentenceSet.of(tree, [one_b, ec0.kth(3), ec0.kth(20)])
    assert (own & ec0) == SentenceSet.of(tree, [ec0.kth(3), ec0.kth(20)])
    assert (own - ec0) == SentenceSet.of(tree, [one_b])
    left, joined = ec0 - own, ec0 | own
    assert (left.count, joined.count) == (20, 23)
    for sentences in (left, joined, left | SentenceSet.of(tree, [one_b])):
        listed = list(sentences)
        assert [sentences.kth(number) for number in range(sentences.count)] == listed
        assert [sentences.index(sentence) for sentence in listed] == list(range(len(listed)))
        assert [sentence.text for sentence in listed] == list(sentences.texts())
        assert list(sentences.slice(2, 6)) == listed[2:6]
    assert list(joined.slice(22)) == [one_b]
    assert ec0.kth(3) not in left
    assert left | own == joined


def test_switch_points_are_counted_with_what_was_added_and_removed():
    tree = paper_tree(1)
    ec0 = model("EC0").sentences(tree)
    one_b = Sentence.from_key(tree, "0b 2b 1b 4a 5a 3b")
    changed = (ec0 - SentenceSet.of(tree, [Sentence.monolingual(tree, 0)])) | SentenceSet.of(tree, [one_b])
    counted = Counter(sentence.switch_points for sentence in changed)
    assert changed.counts_by_switches() == dict(sorted(counted.items()))
    assert changed.with_switches(2).count == counted[2]
    assert set(changed.mixed()) == {sentence for sentence in changed if not sentence.is_monolingual}


@pytest.mark.parametrize("name", PAPER_MODELS)
def test_switch_points_are_the_same_whether_or_not_the_tree_was_counted_before(name):
    tree = paper_tree(2)
    forget_constituents()
    at_first = model(name).sentences(tree).counts_by_switches()
    sentences = model(name).sentences(tree)
    assert at_first == Counter(sentence.switch_points for sentence in sentences)
    assert sentences.counts_by_switches() == at_first


def test_filters_combine_with_everything_else():
    tree = paper_tree(5)
    ec1, ml2 = model("EC1").sentences(tree), model("ML2").sentences(tree)
    once = ec1.with_switches(1)
    assert set(once & ml2.mixed()) == {s for s in ec1 if s.switch_points == 1 and s in ml2}
    assert set(ml2.mixed() - once) == {s for s in ml2 if s.switch_points and s not in once}
    gone = once - SentenceSet.of(tree, [once.kth(0)])
    assert list(gone) == list(once)[1:]


def test_the_number_of_switch_points_is_exact_in_a_huge_set(sixteen):
    sentences = model("EC0").sentences(sixteen)
    by_switches = sentences.counts_by_switches()
    assert sum(by_switches.values()) == sentences.count
    twenty = sentences.with_switches(20)
    assert twenty.count == by_switches[20]
    assert all(sentence.switch_points == 20 for sentence in twenty.sample(10, Random(3)))
    assert by_switches[0] == 2


def test_an_imported_source_mixes_with_models_even_where_it_has_words_of_its_own():
    tree = paper_tree(1)
    source = Imported(
        "LM", {"paper-1": ["Saturday is boring uss nazariye se", "Saturday is so neeras", "Saturday is so neeras"]}
    )
    imported = source.sentences(tree, pair_id="paper-1")
    ec0 = model("EC0").sentences(tree)
    assert imported.count == 2
    assert (imported & ec0).kth(0).text == "Saturday is boring uss nazariye se"
    assert [sentence.foreign for sentence in imported - ec0] == ["Saturday is so neeras"]
    assert (imported | ec0).count == 23
    assert imported.mixed().count == 2


@pytest.mark.parametrize(
    "limit", ["automaton.CACHED_ITEMS", "automaton.CACHED_ITEMS_OF_KINDS", "subsets.KEPT_AUTOMATA"]
)
def test_constituents_seen_before_are_forgotten_when_there_are_too_many(monkeypatch, limit):
    forget_constituents()
    monkeypatch.setattr(f"cswitch_core.sets.{limit}", 5)
    monkeypatch.setattr(automaton, "RARE", 0)
    counts = [model("EC0(junctions=on)").sentences(paper_tree(number)).count for number in (1, 2, 3, 1)]
    assert counts == [22, 14, 16, 22]


def test_threads_that_count_at_once_count_alike():
    trees = [project(random_pair(Random(seed))) for seed in range(40)]
    alone = [model("EC1").sentences(tree).count for tree in trees]
    for _ in range(5):
        forget_constituents()
        with ThreadPoolExecutor(8) as threads:
            assert list(threads.map(lambda tree: model("EC1").sentences(tree).count, trees)) == alone


def test_threads_that_compile_one_grammar_beside_others_count_alike():
    trees = [project(random_pair(Random(seed))) for seed in range(20)]

    def difference(tree, another):
        return (model("EC1").sentences(tree) - model(another).sentences(tree)).count

    asked = [(tree, another) for tree in trees for another in ("EC0", "ML0", "ML2")]
    alone = [difference(*each) for each in asked]
    for _ in range(3):
        forget_constituents()
        with ThreadPoolExecutor(8) as threads:
            assert list(threads.map(lambda each: difference(*each), asked)) == alone


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_what_is_without_another_model_is_listed_in_the_order_of_both(number):
    """Only what the first model generates is packed for a difference; that changes no sentence's number."""
    tree = paper_tree(number)
    for one, another in (("EC0", "ML2"), ("ML1", "EC1"), ("EC1", "ML0")):
        left, right = model(one).sentences(tree), model(another).sentences(tree)
        packed_whole = compile_formula(tree, (left - right).formula)
        roots = [
            each.ref for each in packed_whole.classes if (left - right).formula.holds(each.accepting, each.switches)
        ]
        whole = RootClasses(packed_whole.packed, packed_whole.forest, roots)
        assert list(whole.slice(0, whole.count)) == [sentence.steps for sentence in left - right]


def test_the_kth_sentence_is_found_at_once_as_it_is_step_by_step():
    chosen = select(paper_tree(5), model("ML1").sentences(paper_tree(5)).formula)
    forest = chosen.packed

    def walked(ref, k):
        if forest.word(ref) is not None:
            return (forest.word(ref),)
        left, above, right, within = forest.choose(ref, k)
        return walked(left, above) + (() if right is None else walked(right, within))

    for root in chosen.roots:
        for k in range(forest.count(root)):
            assert forest.yield_of(root, k) == walked(root, k)


@pytest.mark.parametrize("name", ["EC0", "ML1"])
def test_few_sentences_are_listed_at_once_in_the_order_of_their_numbers(name):
    for number in (1, 2, 3, 4, 5):
        sentences = model(name).sentences(paper_tree(number))
        by_number = [sentences.kth(k) for k in range(sentences.count)]
        assert list(sentences) == by_number
        assert list(sentences.texts()) == [sentence.text for sentence in by_number]
        assert list(sentences.slice(3, 7)) == by_number[3:7]


@pytest.mark.parametrize("name", ["EC0", "EC1", "EC0(strict)", "FHC"])
def test_rare_rules_are_packed_as_frequent_ones_are(monkeypatch, name):
    trees = [project(random_pair(Random(seed), 6)) for seed in range(60)]

    def listed(rare: int) -> list[tuple[list[str], list[str]]]:
        monkeypatch.setattr(automaton, "RARE", rare)
        forget_constituents()
        sets = [model(name).sentences(tree) for tree in trees]
        return [([each.key for each in found], [each.key for each in found.sample(5, Random(1))]) for found in sets]

    assert listed(rare=1_000) == listed(rare=4) == listed(rare=0)


def test_kept_constituents_are_nothing_to_look_through_for_cycles():
    forest = select(paper_tree(5), model("EC0").sentences(paper_tree(5)).formula).packed
    for _level in range(3):  # alternatives, lists of them, lists of these
        gc.collect()
    for own in forest.packed:
        assert not any(map(gc.is_tracked, (own.counts, own.alternatives, own.traces, own.order)))
