"""A community's grammar: exact sets by cost, and drawing whose probabilities are counted, not tried."""

from __future__ import annotations

import json
from fractions import Fraction
from math import exp
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cswitch_core import Imported, OptionError, UnknownModel, as_seen, explain, model, model_names, project, register
from cswitch_core.broken import BrokenSets
from cswitch_core.cli import main
from cswitch_core.models.weighted import CostSampler, Weighted
from cswitch_core.models.weights_file import WeightsError, weighted_name
from cswitch_core.paper import paper_tree
from tests.core.cast import a_tree
from tests.core.families import families_by_listing
from tests.core.random_pairs import random_pair
from tests.core.reference.growing_trees import flat

PAIRS = "fixtures/paper_pairs.jsonl"
COMMUNITY = """
theory = "ML2"
limit = 1
temperature = 0.5

[weights]
fragments = 0.5
functional_words = 1
"""
small_trees = st.integers(0, 10**9).map(lambda seed: project(random_pair(Random(seed), most_words=4)))
weights = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3, 10), None])
few = settings(max_examples=20, deadline=None, derandomize=True)


@pytest.fixture
def community(tmp_path):
    file = tmp_path / "community.toml"
    file.write_text(COMMUNITY, encoding="utf-8")
    return file


def cheapest(family, costs) -> Fraction | None:
    """The cost of a sentence by the definition: its cheapest broken set of which every constraint has a weight."""
    sums = [sum((costs[name] for name in broken), Fraction(0)) for broken in family if broken <= costs.keys()]
    return min(sums, default=None)


@few
@given(small_trees, st.sampled_from(["EC0", "ML0", "ML2"]), st.lists(weights, min_size=5, max_size=5), weights)
def test_it_generates_what_costs_no_more_than_the_limit(tree, theory, chosen, limit):
    names = [constraint.name for constraint in model(theory).kept]
    costs = {name: weight for name, weight in zip(names, chosen, strict=False) if weight is not None}
    options = {name: str(weight) for name, weight in costs.items()} | ({} if limit is None else {"limit": str(limit)})
    weighted = Weighted(model(theory), options)
    by_listing = {sentence: cheapest(family, costs) for sentence, family in families_by_listing(theory, tree).items()}
    wanted = {
        sentence: cost for sentence, cost in by_listing.items() if cost is not None and (limit is None or cost <= limit)
    }
    assert set(weighted.sentences(tree)) == wanted.keys()
    by_cost = weighted.by_cost(tree)
    assert set(by_cost) == wanted.keys()
    sampler = CostSampler(by_cost, weighted.temperature)
    assert {sentence: cost for cost, each in sampler.sets.items() for sentence in each} == wanted
    assert sum(sampler.probability(cost) for cost in wanted.values()) == 1


def test_with_limit_0_it_is_the_theory_and_with_all_weights_0_the_universe():
    tree = paper_tree(1)
    for theory in ("EC0", "ML0", "ML2", "FHC"):
        names = [constraint.name for constraint in model(theory).kept]
        positive = ", ".join(f"{name}=0.7" for name in names)
        nothing = ", ".join(f"{name}=0" for name in names)
        assert model(f"Weighted({theory}, {positive}, limit=0)").sentences(tree) == model(theory).sentences(tree)
        assert model(f"Weighted({theory}, {nothing})").sentences(tree) == BrokenSets(model(theory), tree).universe


def test_costs_are_added_exactly():
    """As floats 0.1 and 0.2 would cost more than 0.3."""
    tree = paper_tree(1)
    dear, cheap = (f"Weighted(ML2, fragments=0.1, functional_words=0.2, limit={limit})" for limit in ("0.3", "0.29"))
    assert model(dear).sentences(tree).count == 256
    assert model(cheap).sentences(tree).count == 85


def test_the_probability_of_a_sentence_is_proportional_to_exp_of_minus_its_cost():
    weighted = model("Weighted(ML2, fragments=0.5, functional_words=1, temperature=2)")
    sampler = CostSampler(weighted.by_cost(paper_tree(1)), weighted.temperature)
    assert sampler.counts == {Fraction(0): 28, Fraction(1, 2): 4, Fraction(1): 53, Fraction(3, 2): 171}
    clean = sampler.probability(Fraction(0))
    for cost, count in sampler.counts.items():
        assert sampler.probability(cost) / clean == Fraction(exp(-float(cost) / 2))
        assert sampler.sets[cost].count == count


def test_every_number_falls_to_a_cost_and_to_each_as_many_as_it_weighs():
    sampler = CostSampler(model("Weighted(ML2, fragments=0, functional_words=1)").by_cost(paper_tree(1)), Fraction(1))
    first = 0
    for cost, weight in sampler.weights.items():
        last = first + weight * sampler.counts[cost] - 1
        assert sampler.cost_at(first, sampler.counts) == sampler.cost_at(last, sampler.counts) == cost
        first = last + 1
    assert sum(sampler.weights[cost] * count for cost, count in sampler.counts.items()) == first
    with pytest.raises(IndexError):
        sampler.cost_at(first, sampler.counts)


def test_what_was_drawn_is_not_drawn_again_and_all_can_be_drawn():
    weighted = model("Weighted(ML2, fragments=0.5, functional_words=1)")
    sampler = CostSampler(weighted.by_cost(paper_tree(1)), weighted.temperature)
    assert set(sampler.sample(1000, Random(1))) == set(weighted.sentences(paper_tree(1)))
    assert len(sampler.sample(7, Random(2))) == 7
    assert sampler.sample(7, Random(2)) == sampler.sample(7, Random(2))
    assert sampler.sample(0, Random(2)) == []


def test_when_it_is_cold_only_what_costs_least_is_drawn():
    weighted = model("Weighted(ML2, fragments=1, functional_words=1, temperature=0.001)")
    sampler = CostSampler(weighted.by_cost(paper_tree(1)), weighted.temperature)
    assert set(sampler.sample(1000, Random(1))) == set(model("ML2").sentences(paper_tree(1)))


def test_a_text_costs_what_its_cheapest_reading_does():
    tree = a_tree("(S (NP (PRP I)) (VP (VBD bought) (NP (DT a) (NN phone))))", "Maine phone kharida", "0-0 1-2 3-1")
    weighted = model("Weighted(ML2, functional_words=1, fragments=1)")
    texts = as_seen(weighted.by_cost(tree))
    sampler = CostSampler(texts, weighted.temperature)
    assert sum(sampler.counts.values()) == as_seen(weighted.sentences(tree)).count
    assert sampler.sets[Fraction(0)] == as_seen(model("ML2").sentences(tree))


class TestExplained:
    TEXT = "Saturday is boring that nazariye se"

    @pytest.mark.parametrize(
        ("options", "generated", "words"),
        [
            ("fragments=0.5", True, "It costs 0.5 (fragments), and there is no limit."),
            ("fragments=0.5, limit=0.2", False, "It costs 0.5 (fragments), and the limit is 0.2."),
            ("functional_words=1", False, "It breaks what has no cost in ML2: fragments."),
        ],
    )
    def test_a_sentence_is_said_to_cost(self, options, generated, words):
        (verdict,) = explain(paper_tree(1), self.TEXT, [f"Weighted(ML2, {options})"])
        assert (verdict.generated, verdict.words) == (generated, words)
        assert verdict.rule == ("" if generated else "cost")


class TestByName:
    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("Weighted", "name a theory first"),
            ("Weighted(positions=1)", "known are EC0, EC1, ML0, ML1, ML2, FHC, AN"),
            ("Weighted(EC0, nesting=1)", "EC0 has no constraint 'nesting'; it has fragments, positions, junctions"),
            ("Weighted(EC0, positions=-1)", "positions must be a number that is not negative, such as 1.5, not '-1'"),
            ("Weighted(EC0, positions=much)", "not 'much'"),
            ("Weighted(EC0, positions=1/0)", "not '1/0'"),
            ("Weighted(EC0, temperature=0)", "temperature must be more than 0"),
        ],
    )
    def test_what_is_wrong_is_said_with_what_would_be_right(self, name, said):
        with pytest.raises(OptionError) as found:
            model(name)
        assert said in str(found.value)

    def test_an_unknown_theory_names_the_known_ones(self):
        with pytest.raises(UnknownModel, match="no model 'XX'; known are EC0, EC1"):
            model("Weighted(XX, positions=1)")

    def test_a_source_without_rules_cannot_be_weighed(self):
        with pytest.raises(OptionError, match="people has no constraints that could be weighed"):
            Weighted(Imported("people", {}), {})

    def test_a_theory_may_bring_options_and_the_name_gives_the_model_back(self):
        weighted = model("Weighted(ML0(fragments=on, matrix=l1), nesting=1, limit=2)")
        assert weighted.name == "Weighted(ML0(fragments=on, matrix=l1), nesting=1, limit=2)"
        assert model(weighted.name).sentences(paper_tree(1)) == weighted.sentences(paper_tree(1))
        assert weighted.signature.startswith(weighted.name + "|lists ")

    def test_it_is_no_model_by_itself_and_cannot_be_replaced(self):
        assert "Weighted" not in model_names()
        with pytest.raises(ValueError, match="Weighted is one of CSwitch's own models"):
            register("Weighted", list)


class TestFiles:
    def test_a_file_names_the_model_it_makes(self, community):
        assert weighted_name(community) == (
            "Weighted(ML2, fragments=0.5, functional_words=1, limit=1, temperature=0.5)"
        )

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            ('theory = "XX"\n[weights]\n', "there is no model 'XX'; known are EC0"),
            ("[weights]\n", 'as in theory = "EC0"; known are EC0, EC1'),
            ('theory = "EC0"\n', "give the constraints their weights in a table [weights]"),
            ('theory = "EC0"\n[weights]\nnesting = 1\n', "EC0 has no constraint 'nesting'; it has fragments"),
            ('theory = "EC0"\n[weights]\npositions = "dear"\n', "positions must be a number such as 1.5"),
            ('theory = "EC0"\nlimit = true\n[weights]\n', "limit must be a number such as 1.5"),
            ('theory = "EC0"\n[weights]\npositions = inf\n', "positions must be a number that is not negative"),
            ('theory = "EC0"\ntau = 1\n[weights]\n', "there is no key 'tau'; known are theory, weights, limit"),
            ("theory = ", "cannot be read as TOML in UTF-8"),
        ],
    )
    def test_what_is_wrong_in_a_file_is_said(self, tmp_path, content, said):
        file = tmp_path / "weights.toml"
        file.write_text(content, encoding="utf-8")
        with pytest.raises(WeightsError) as found:
            weighted_name(file)
        assert str(found.value).startswith(str(file))
        assert said in str(found.value)

    def test_a_file_that_is_not_there_is_named(self, tmp_path):
        with pytest.raises(WeightsError, match="No such file"):
            weighted_name(tmp_path / "none.toml")


class TestOnTheCommandLine:
    def test_a_sample_goes_by_cost(self, capsys, community):
        assert main(["generate", PAIRS, "--weights", str(community), "--sample", "3", "--seed", "1"]) == 0
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert len(lines) == 15
        allowed = as_seen(model(weighted_name(community)).sentences(paper_tree(1)))
        assert all(line["text"] in allowed for line in lines if line["pair"] == "paper-1")

    def test_a_sample_can_be_of_whole_sentences_and_of_every_sequence(self, capsys, community):
        asked = ["--sample", "2", "--whole", "--every-sequence", "--format", "text"]
        assert main(["generate", PAIRS, "--weights", str(community), *asked]) == 0
        assert len(capsys.readouterr().out.splitlines()) == 10

    def test_all_sentences_can_be_listed_and_counted(self, capsys, community):
        assert main(["count", PAIRS, "--weights", str(community)]) == 0
        first = json.loads(capsys.readouterr().out.splitlines()[0])
        assert first["count"] == 85
        assert main(["generate", PAIRS, "--weights", str(community), "--limit", "85", "--format", "text"]) == 0
        assert len(set(capsys.readouterr().out.splitlines()[:85])) == 85

    def test_a_wrong_file_is_a_wrong_command(self, capsys, tmp_path):
        file = tmp_path / "weights.toml"
        file.write_text('theory = "EC0"\n[weights]\ncolour = 1\n', encoding="utf-8")
        assert main(["generate", PAIRS, "--weights", str(file)]) == 2
        assert "EC0 has no constraint 'colour'; it has fragments, positions, junctions" in capsys.readouterr().err

    def test_a_pair_with_too_many_orders_is_named(self, capsys, tmp_path):
        file = tmp_path / "weights.toml"
        file.write_text('theory = "EC0"\n[weights]\npositions = 1\n', encoding="utf-8")
        pairs = tmp_path / "pairs.jsonl"
        pairs.write_text(json.dumps(flat(12).as_json()), encoding="utf-8")
        assert main(["generate", str(pairs), "--weights", str(file), "--sample", "2"]) == 1
        assert "12 children has too many orders" in capsys.readouterr().err
