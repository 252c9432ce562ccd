"""The Functional Head Constraint and the order of adjective and noun, on examples of the kind their authors give."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cswitch_core import Sentence, explain, model, model_names, pair_from_json, project
from cswitch_core.broken import BrokenSets, exactly
from cswitch_core.matched import Matches
from cswitch_core.paper import paper_tree
from tests.core.cast import a_tree, pair_object
from tests.core.check_models import check_generates, check_never_generates
from tests.core.mirror import mirrored
from tests.core.reference.brute_force import REFERENCE

HOUSE = a_tree(
    "(S (NP (PRP I)) (VP (VBP see) (NP (DT the) (JJ red) (NN house))))",
    "yo veo la casa roja",
    "0-0 1-1 2-2 3-4 4-3",
    "en es",
)
MOVIE = a_tree(
    "(S (NP (DT the) (NNS students)) (VP (VBD had) (VP (VBN seen) (NP (DT the) (NN movie)))))",
    "los estudiantes habían visto la película",
    "0-0 1-1 2-2 3-3 4-4 5-5",
    "en es",
)
SAID = a_tree(
    "(S (NP (PRP he)) (VP (VBD said) (SBAR (IN that) (S (NP (PRP she)) (VP (MD can) (VP (VB come)))))))",
    "él dijo que ella puede venir",
    "0-0 1-1 2-2 3-3 4-4 5-5",
    "en es",
)
VERY_RED = a_tree("(NP (DT the) (ADJP (RB very) (JJ red)) (NN house))", "la casa muy roja", "0-0 1-2 2-3 3-1", "en es")
# Categories that the two theories look at, in constituents of the right kinds.
GRAMMAR = {
    "S": [("NP", "VP"), ("NP", "MD", "VB")],
    "VP": [("VBD", "NP"), ("MD", "VP"), ("VBD", "SBAR"), ("VB",)],
    "SBAR": [("IN", "S")],
    "NP": [("DT", "JJ", "NN"), ("CD", "NN", "NN"), ("ADJP", "NN"), ("PRP",), ("DT", "NP")],
    "ADJP": [("RB", "JJ"), ("JJ", "JJ")],
}
MOST_SLOTS = 6


def derived(rng: Random, label: str, depth: int) -> list:
    """A random tree of these categories."""
    if label not in GRAMMAR:
        return [label]
    rules = GRAMMAR[label] if depth else GRAMMAR[label][-2:]
    return [label, *(derived(rng, child, depth - 1) for child in rng.choice(rules))]


def leaf_count(tree: list) -> int:
    return 1 if len(tree) == 1 else sum(map(leaf_count, tree[1:]))


def written(tree: list, words: list[str]) -> str:
    return f"({tree[0]} {words.pop(0) if len(tree) == 1 else ' '.join(written(each, words) for each in tree[1:])})"


def shuffled_leaves(tree: list, numbers: list[int], rng: Random) -> list[int]:
    """The leaves in an order in which constituents stay together."""
    if len(tree) == 1:
        return [numbers.pop(0)]
    parts = [shuffled_leaves(each, numbers, rng) for each in tree[1:]]
    if rng.random() < 0.5:
        rng.shuffle(parts)
    return [leaf for part in parts for leaf in part]


def tree_of_the_theories(seed: int):
    rng = Random(seed)
    tree = derived(rng, rng.choice(["S", "NP", "VP"]), 3)
    while not 2 <= leaf_count(tree) <= MOST_SLOTS:
        tree = derived(rng, rng.choice(["S", "NP", "VP"]), 3)
    size = leaf_count(tree)
    order = shuffled_leaves(tree, list(range(size)), rng)
    kept = [leaf for leaf in order if rng.random() < 0.9] or order
    links = " ".join(f"{leaf}-{place}" for place, leaf in enumerate(kept))
    text = written(tree, [f"e{number}" for number in range(size)])
    return project(pair_from_json(pair_object(text, " ".join(f"h{leaf}" for leaf in kept), links)))


theory_trees = st.integers(0, 10**9).map(tree_of_the_theories)
few = settings(max_examples=25, deadline=None, derandomize=True)
ADDED = [name for name in REFERENCE if name.startswith(("FHC", "AN"))]


@few
@given(theory_trees)
def test_each_theory_generates_exactly_what_the_brute_force_does(tree):
    for name in ADDED:
        sentences = model(name).sentences(tree)
        listed = [sentence.steps for sentence in sentences]
        assert set(listed) == REFERENCE[name](tree), name
        assert len(listed) == sentences.count, name


@few
@given(theory_trees)
def test_exchanging_the_languages_mirrors_both_theories(tree):
    mirror = mirrored(tree)
    renumbered = {slot: place for place, slot in enumerate(tree.sequences[1])}
    for name in ("FHC", "AN"):
        image = {
            tuple((renumbered[slot], 1 - language) for slot, language in sentence.steps)
            for sentence in model(name).sentences(tree)
        }
        assert image == {sentence.steps for sentence in model(name).sentences(mirror)}, name


@few
@given(theory_trees)
def test_explain_agrees_with_membership_and_names_a_rule_and_a_constituent(tree):
    for name in ("FHC", "AN"):
        broken = BrokenSets(model(name), tree)
        for sentence in broken.universe.sample(6, Random(1)):
            (verdict,) = explain(tree, sentence.text, [name])
            assert verdict.generated == (sentence in broken.clean)
            assert verdict.generated or (verdict.rule in broken.constraints and verdict.node)


@few
@given(theory_trees, st.sampled_from(["FHC", "AN"]))
def test_violators_break_one_constraint_and_one_place_where_they_can(tree, name):
    matches = Matches(model(name), tree)
    for constraint in matches.constraints:
        for match in matches.draw(constraint, 2, Random(1)).matches:
            assert matches.broken.family(match.violator) == exactly(constraint)
            in_one_place = matches.violators(constraint, most_places=1)
            assert match.places == 1 or not in_one_place.with_switches(*matches.clean.counts_by_switches())


class TestFunctionalHeads:
    def test_a_determiner_goes_with_its_noun_whatever_stands_between(self):
        check_generates("FHC", HOUSE, "I see la casa roja")
        check_generates("FHC", HOUSE, "I see la red casa")
        check_never_generates("FHC", HOUSE, "I see the red casa")
        check_never_generates("FHC", HOUSE, "I see la house roja")

    def test_an_auxiliary_goes_with_its_verb_phrase(self):
        check_never_generates("FHC", MOVIE, "the students had visto la película")
        check_never_generates("FHC", MOVIE, "los estudiantes habían seen the movie")
        check_generates("FHC", MOVIE, "the students habían visto the movie")
        check_generates("FHC(auxiliaries=off)", MOVIE, "the students had visto la película")

    def test_a_conjunction_goes_with_its_clause_by_the_clauses_auxiliary(self):
        check_generates("FHC", SAID, "he said que ella puede venir")
        check_generates("FHC", SAID, "he said que she puede venir")
        check_never_generates("FHC", SAID, "he said that ella puede venir")
        check_never_generates("FHC", SAID, "he said que she can come")

    def test_a_lexical_head_switches_freely(self):
        check_generates("FHC", MOVIE, "the students had seen la película")
        check_generates("FHC", paper_tree(1), "Shanivar neeras hai from uss nazariye")

    def test_without_a_verb_phrase_a_modal_goes_with_the_verb(self):
        tree = a_tree("(S (PRP I) (MD can) (VB come))", "yo puedo venir", "0-0 1-1 2-2", "en es")
        check_never_generates("FHC", tree, "I can venir")
        check_generates("FHC", tree, "I puedo venir")

    def test_the_rule_and_its_place_are_named(self):
        (verdict,) = explain(MOVIE, "the students had visto la película", ["FHC"])
        assert (verdict.rule, verdict.node) == ("auxiliaries", "VP")
        assert verdict.words == (
            "The language changes between ‘had’ (VBD), English, and ‘visto la película’ (VP), Spanish: "
            "between a functional head and its verb phrase."
        )

    def test_what_stands_in_no_order_is_refused_as_such(self):
        (verdict,) = explain(HOUSE, "see I the red house", ["FHC"])
        assert verdict.rule in ("order", "constituents")

    def test_the_lists_of_heads_can_be_replaced(self):
        without_numerals = {"default": {"determiners": ["DT"]}}
        tree = a_tree("(NP (CD two) (NNS houses))", "dos casas", "0-0 1-1", "en es")
        assert model("FHC").sentences(tree).count == 2
        assert model("FHC", without_numerals).sentences(tree).count == 4
        assert model("FHC").signature != model("FHC", without_numerals).signature
        assert "heads" in model("AN").signature
        assert model("EC0").signature == model("EC0", without_numerals).signature


class TestTheOrderOfAdjectiveAndNoun:
    def test_the_adjectives_language_decides_whatever_the_matrix(self):
        for text in ("I see the red casa", "I see the casa roja", "yo veo la red casa", "yo veo la house roja"):
            check_generates("AN", HOUSE, text)
        for text in ("I see the casa red", "I see the roja house", "yo veo la roja casa"):
            check_never_generates("AN", HOUSE, text)

    def test_the_matrix_language_theory_decides_otherwise(self):
        check_generates("ML0", HOUSE, "I see the roja house")
        check_never_generates("ML0", HOUSE, "I see the casa roja")

    def test_an_adjective_phrase_goes_by_its_adjectives(self):
        check_generates("AN", VERY_RED, "the muy red house")
        check_never_generates("AN", VERY_RED, "the muy roja house")
        check_generates("AN", VERY_RED, "the house very roja")

    def test_where_both_languages_agree_either_may_switch(self):
        assert model("AN").sentences(paper_tree(2)) == model("AN(adjective_order=off)").sentences(paper_tree(2))

    def test_the_rule_and_its_place_are_named(self):
        (verdict,) = explain(HOUSE, "I see the casa red", ["AN"])
        assert (verdict.rule, verdict.node, verdict.node_words) == ("adjective_order", "NP", "the casa red")
        assert verdict.words.startswith("‘red’ (JJ), English, stands in the Spanish order in ‘the casa red’ (NP)")


def test_both_theories_have_the_monolingual_sentences():
    for number in range(1, 6):
        tree = paper_tree(number)
        for name in ("FHC", "AN"):
            sentences = model(name).sentences(tree)
            assert all(Sentence.monolingual(tree, language) in sentences for language in (0, 1))


def test_the_papers_models_come_first():
    assert model_names()[:7] == ["EC0", "EC1", "ML0", "ML1", "ML2", "FHC", "AN"]


@pytest.mark.parametrize("name", ["FHC", "AN"])
def test_switching_a_constraint_off_never_loses_a_sentence(name):
    for constraint in model(name).constraints:
        assert model(name).sentences(MOVIE) <= model(f"{name}({constraint.name}=off)").sentences(MOVIE)
