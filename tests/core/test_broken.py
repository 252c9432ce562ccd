"""Which constraints a sentence breaks: against the table of the definitions, and against listing every variant."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cswitch_core import Imported, Sentence, SentenceSet, as_seen, explain, model, project
from cswitch_core.broken import CLEAN, OUTSIDE, BrokenSets, NoTheory, exactly, in_words
from cswitch_core.cli import main
from cswitch_core.derivation import derive
from cswitch_core.paper import paper_tree
from cswitch_core.typed_text import read_sentence
from cswitch_core.unpaired import wholeness
from tests.core.cast import a_tree
from tests.core.families import families_by_listing
from tests.core.random_pairs import random_pair

PAIRS = "fixtures/paper_pairs.jsonl"
# Found by brute force; the rows of the definition.
TABLE = {
    (1, "EC0"): {
        "clean": 22,
        "fragments": 2,
        "positions": 98,
        "fragments + positions": 902,
        "positions + junctions": 240,
        "fragments + positions + junctions": 1808,
    },
    (1, "ML0"): {
        "clean": 16,
        "nesting": 12,
        "functional_words": 124,
        "nesting or functional_words": 4,
        "nesting + functional_words": 100,
    },
    (1, "ML2"): {"clean": 28, "fragments": 4, "functional_words": 53, "functional_words + fragments": 171},
    (3, "EC0"): {
        "clean": 16,
        "positions": 44,
        "fragments + positions": 324,
        "positions + junctions": 104,
        "fragments + positions + junctions": 280,
    },
    (3, "ML0"): {
        "clean": 24,
        "functional_words": 32,
        "nesting or functional_words": 4,
        "clauses or nesting or functional_words": 4,
    },
    (3, "ML2"): {"clean": 28, "fragments": 4, "functional_words": 12, "functional_words + fragments": 20},
}
FLAT = "(S " + " ".join(f"(NN w{number})" for number in range(9)) + ")"
small_trees = st.integers(0, 10**9).map(lambda seed: project(random_pair(Random(seed), most_words=4)))
few = settings(max_examples=12, deadline=None, derandomize=True)


def as_sets(family) -> set[frozenset[str]]:
    return set(map(frozenset, family))


@pytest.mark.parametrize(("number", "theory"), TABLE)
def test_the_papers_pairs_have_the_counts_of_the_definition(number, theory):
    counts = BrokenSets(model(theory), paper_tree(number)).counts()
    assert {in_words(family): count for family, count in counts.items()} == TABLE[number, theory]


@few
@given(small_trees, st.sampled_from(["EC0", "EC0(strict)", "EC1(second_chance)", "ML0", "ML1", "ML2"]))
def test_every_sentence_has_the_family_that_listing_all_variants_gives(tree, theory):
    broken, listed = BrokenSets(model(theory), tree), families_by_listing(theory, tree)
    counts = broken.counts()
    assert sum(counts.values()) == len(listed) == broken.universe.count
    for family, count in counts.items():
        sentences = broken.sentences(family)
        assert sentences.count == count
        for sentence in sentences:
            assert as_sets(family) == as_sets(broken.family(sentence)) == listed[sentence]


def test_what_is_clean_is_what_the_theory_generates():
    tree = paper_tree(1)
    for theory in ("EC0", "ML0(matrix=l1)", "ML2(unpaired=together)"):
        assert BrokenSets(model(theory), tree).clean == model(theory).sentences(tree)


def test_sentences_of_a_family_can_be_those_that_are_whole():
    tree = paper_tree(4)  # whose article has no counterpart
    broken = BrokenSets(model("ML2"), tree)
    found = broken.sentences(exactly("functional_words"))
    whole = {each for each in found if wholeness(each).is_whole}
    assert set(found.whole()) == whole
    assert 0 < len(whole) < found.count


def test_sentences_of_a_family_can_be_drawn_filtered_and_seen():
    broken = BrokenSets(model("ML0"), paper_tree(1))
    nested = broken.sentences(exactly("nesting"))
    drawn = nested.sample(5, Random(1))
    assert len(set(drawn)) == 5
    assert all(broken.family(each) == exactly("nesting") for each in drawn)
    assert nested.with_switches(2).count <= nested.mixed().count == nested.count
    assert as_seen(nested).count <= nested.count
    assert nested.whole() <= nested
    ml2 = model("ML2").sentences(paper_tree(1))
    breaking = SentenceSet(paper_tree(1), broken.breaking(exactly("nesting")))
    assert set(breaking - ml2) == set(nested) - set(ml2)


def test_a_text_breaks_least_in_its_best_reading():
    tree = paper_tree(1)
    broken = BrokenSets(model("ML0"), tree)
    bad, good = broken.sentences(exactly("nesting")).kth(0), broken.clean.kth(0)
    assert broken.family(bad, good) == CLEAN


def test_what_no_switch_excuses_lies_outside():
    broken = BrokenSets(model("ML0"), paper_tree(1))
    torn = Sentence(broken.tree, tuple(reversed(broken.clean.kth(0).steps[1:])) + broken.clean.kth(0).steps[:1])
    foreign = Sentence(broken.tree, (), "something else")
    assert broken.family(foreign) == OUTSIDE
    assert in_words(broken.family(foreign)) == "outside"
    assert (broken.family(torn) == OUTSIDE) == (torn not in broken.universe)


@pytest.mark.parametrize(
    ("first", "derivations"),
    [
        ("", 6),  # all four switched off, three of the four in four ways, nesting alone
        ("nesting", 4),  # three of the four without each of those that do not come before it, nesting alone
    ],
)
def test_variants_of_which_the_answer_is_known_are_not_tried(monkeypatch, first, derivations):
    tried = []

    def noted(grammar, sentence):
        tried.append(grammar)
        return derive(grammar, sentence)

    monkeypatch.setattr("cswitch_core.broken.derive", noted)
    broken = BrokenSets(model("ML0"), paper_tree(1))
    sentence = broken.sentences(exactly("nesting")).kth(0)
    assert broken.family(sentence, first=first) == exactly("nesting")
    assert len(tried) == derivations


@pytest.mark.parametrize(
    ("theory", "number"),
    [("EC0", 1), ("EC1(second_chance)", 4), ("ML0(matrix=l1)", 1), ("ML2", 5), ("ML2(unpaired=together)", 4)],
)
def test_an_explanation_names_the_family_of_the_sentence(theory, number):
    tree = paper_tree(number)
    broken = BrokenSets(model(theory), tree)
    for sentence in broken.universe.sample(40, Random(1)):
        (said,) = explain(tree, sentence.text, [theory])
        if not said.generated:
            assert said.broken == broken.family(*read_sentence(tree, sentence.text))


def test_a_source_without_rules_is_no_theory():
    with pytest.raises(NoTheory, match="people has no constraints"):
        BrokenSets(Imported("people", {}), paper_tree(1))


class TestOnTheCommandLine:
    def lines(self, capsys, *arguments: str) -> list[dict]:
        assert main(["broken", PAIRS, "--format", "jsonl", *arguments]) == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    def test_a_line_is_a_pair_a_theory_and_a_family(self, capsys):
        lines = self.lines(capsys, "--theory", "ML0")
        wanted = {"pair": "paper-1", "theory": "ML0", "broken": [["nesting"], ["functional_words"]], "count": 4}
        assert wanted in lines
        assert {"pair": "paper-1", "theory": "ML0", "broken": [[]], "count": 16} in lines

    def test_the_table_adds_up(self, capsys):
        assert main(["broken", PAIRS, "--theory", "ML2"]) == 0
        rows = [line.split() for line in capsys.readouterr().out.splitlines()]
        assert ["all", "ML2", "clean", "420"] in rows
        clean = [int(row[-1]) for row in rows if row[1:3] == ["ML2", "clean"]]
        assert clean[-1] == sum(clean[:-1])

    def test_an_unknown_theory_names_the_known_ones(self, capsys):
        assert main(["broken", PAIRS, "--theory", "XX9"]) == 2
        assert "known are EC0, EC1, ML0, ML1, ML2" in capsys.readouterr().err

    def test_a_source_without_rules_is_refused(self, capsys, monkeypatch):
        from cswitch_core.models import registry

        monkeypatch.setitem(registry._registered, "people", Imported("people", {}))
        assert main(["broken", PAIRS, "--theory", "people"]) == 2
        assert "people has no constraints" in capsys.readouterr().err

    @pytest.mark.parametrize(("on_error", "others"), [("skip", True), ("stop", False)])
    def test_a_pair_too_flat_to_count_is_named_and_the_others_are_counted(self, capsys, tmp_path, on_error, others):
        tree = a_tree(FLAT, " ".join(f"v{number}" for number in range(9)), " ".join(f"{n}-{n}" for n in range(9)))
        assert SentenceSet(tree, model("EC0").formula(tree.languages)).count
        flat = {
            "id": "flat",
            "l1": {"lang": "en", "tree": FLAT},
            "l2": {"lang": "hi", "tokens": [f"v{number}" for number in range(9)]},
            "alignment": " ".join(f"{n}-{n}" for n in range(9)),
        }
        file = tmp_path / "pairs.jsonl"
        small = {**flat, "id": "small", "l1": {"lang": "en", "tree": "(S (NN a) (NN b))"}}
        small |= {"l2": {"lang": "hi", "tokens": ["c", "d"]}, "alignment": "0-0 1-1"}
        file.write_text("\n".join(map(json.dumps, [flat, small])), encoding="utf-8")
        assert main(["broken", str(file), "--theory", "EC0", "--on-error", on_error]) == 1
        told = capsys.readouterr()
        assert "9 children has too many orders" in told.err
        assert "[pair flat]" in told.err
        assert ("small" in told.out) == others

    def test_a_file_without_good_pairs_can_stop(self, capsys, tmp_path):
        file = tmp_path / "pairs.jsonl"
        file.write_text("{}\n", encoding="utf-8")
        assert main(["broken", str(file), "--on-error", "stop"]) == 1
        assert "pairs.jsonl:1" in capsys.readouterr().err
