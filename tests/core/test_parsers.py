"""Proposed trees: the parser that is installed is used, and one that fails costs its tree, not the sentence."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType, SimpleNamespace

import pytest

from cswitch_core.parsing import available_parsers, chunk_tree, parsers, propose_tree, propose_trees, proposing
from cswitch_core.parsing.parsers import BeneparParser, SpacyParser, StanzaParser


@pytest.fixture
def installed(monkeypatch):
    """Pretend that a package is installed: ``installed("benepar", Parser=…)``; its parts are modules too."""

    def install(name, **contents):
        module = ModuleType(name)
        vars(module).update(contents)
        monkeypatch.setitem(sys.modules, name, module)

    monkeypatch.setattr(parsers, "find_spec", lambda name: sys.modules.get(name))
    caches = (parsers._installed_models, parsers._spacy_pipeline, parsers._benepar_parser, parsers._stanza_pipeline)
    for cached in caches:
        cached.cache_clear()
    yield install
    for cached in caches:
        cached.cache_clear()


class OneTree:
    """A parser that always gives the same answer."""

    def __init__(self, title, tree):
        self.title = title
        self.tree = tree

    def is_ready(self, language):
        return language == "en"

    def parse(self, tokens, language):
        if isinstance(self.tree, Exception):
            raise self.tree
        return self.tree


@pytest.fixture
def only(monkeypatch):
    """Pretend that these are all the parsers there are: ``only(tree, tree)``."""

    def use(*trees):
        known = tuple(OneTree(f"parser {number}", tree) for number, tree in enumerate(trees, start=1))
        monkeypatch.setattr(proposing, "PARSERS", known)

    return use


# -- Which tree is proposed ---------------------------------------------------------


def test_the_tree_of_the_first_parser_is_proposed_with_its_name(only):
    only("(S (NN Oil) (VB burns))", "(X (NN Oil) (VB burns))")
    proposed = propose_tree(["Oil", "burns"], "en")
    assert (proposed.tree, proposed.parser, proposed.is_poor) == ("(S (NN Oil) (VB burns))", "parser 1", False)


@pytest.mark.parametrize("answer", [RuntimeError("no memory"), "no tree", "(S (NN Oil) (VB burn) (VB s))"])
def test_the_next_parser_is_asked_when_one_fails_or_changes_the_words(only, answer, caplog):
    only(answer, "(S (NN Oil) (VB burns))")
    assert propose_tree(["Oil", "burns"], "en").parser == "parser 2"
    assert "parser 1" in caplog.text


def test_no_tree_is_proposed_when_every_parser_fails(only):
    only(RuntimeError("no memory"))
    assert propose_tree(["Oil", "burns"], "en") is None


def test_without_a_parser_for_the_language_no_tree_is_proposed(only):
    only("(S (NN Oil))")
    assert propose_tree(["Oil"], "hi") is None
    assert available_parsers("hi") == ()


class ManyTrees(OneTree):
    """A parser that takes many sentences at once, and then gives these trees."""

    def __init__(self, *trees):
        super().__init__("many", "(S (NN Oil))")
        self.trees = trees

    def parse_many(self, sentences, language):
        if not self.trees:
            raise RuntimeError("no memory")
        return list(self.trees[: len(sentences)])


def test_many_sentences_are_parsed_together_in_their_order(monkeypatch):
    monkeypatch.setattr(proposing, "PARSERS", (ManyTrees("(S (NN Oil))", "(S (NN Tea))"),))
    monkeypatch.setattr(proposing, "BATCH", 2)
    proposed = propose_trees(iter([["Oil"], ["Tea"], ["Oil"]]), "en")
    assert [each.tree for each in proposed] == ["(S (NN Oil))", "(S (NN Tea))", "(S (NN Oil))"]


@pytest.mark.parametrize("trees", [(), ("",), ("(S (NN Tea))",), ("no tree",)])
def test_a_sentence_that_fails_among_many_is_tried_again_alone(monkeypatch, trees):
    monkeypatch.setattr(proposing, "PARSERS", (ManyTrees(*trees),))
    assert [each.tree for each in propose_trees([["Oil"]], "en")] == ["(S (NN Oil))"]


def test_a_parser_that_takes_one_sentence_at_a_time_gets_them_one_by_one(only):
    only("(S (NN Oil))")
    assert [each and each.tree for each in propose_trees([["Oil"], ["Tea"]], "en")] == ["(S (NN Oil))", None]


# -- Each parser --------------------------------------------------------------------


def test_nothing_is_ready_where_nothing_is_installed(monkeypatch):
    monkeypatch.setattr(parsers, "find_spec", lambda _: None)
    assert available_parsers("en") == ()


def test_benepar_is_ready_once_its_model_is_downloaded(installed):
    downloaded = []

    def find(path):
        if path not in downloaded:
            raise LookupError

    installed("nltk.data", find=find)
    installed("benepar")
    assert not BeneparParser().is_ready("en")
    downloaded.append("models/benepar_en3")
    assert BeneparParser().is_ready("en-GB")
    assert not BeneparParser().is_ready("hi")


def test_benepar_gives_its_tree_on_one_line(installed):
    made = SimpleNamespace(parse=lambda given: f"(S\n  (NN {given.words[0]})\n  (-LRB- {given.escaped_words[1]}))")
    installed("benepar", Parser=lambda _: made, InputSentence=lambda **given: SimpleNamespace(**given))
    assert BeneparParser().parse(["Oil", "("], "en") == "(S (NN Oil) (-LRB- -LRB-))"


def test_stanza_is_ready_once_its_model_is_downloaded_and_parses_without_the_network(installed, tmp_path):
    asked = {}

    def pipeline(language, **options):
        asked.update(options, language=language)
        return lambda given: SimpleNamespace(sentences=[SimpleNamespace(constituency=f"(ROOT (NN {given[0][0]}))")])

    installed("stanza", Pipeline=pipeline)
    installed("stanza.resources", common=None)
    installed("stanza.resources.common", DEFAULT_MODEL_DIR=str(tmp_path))
    assert not StanzaParser().is_ready("en")
    (tmp_path / "en" / "constituency").mkdir(parents=True)
    assert StanzaParser().is_ready("en-US")
    assert StanzaParser().parse(["Oil"], "en-US") == "(ROOT (NN Oil))"
    assert (asked["language"], asked["download_method"]) == ("en", None)


def test_a_model_is_of_the_language_alone(installed, monkeypatch):
    names = [SimpleNamespace(name="en_core_web_sm"), SimpleNamespace(name="fr_core_news_sm")]
    monkeypatch.setattr(parsers, "entry_points", lambda **_: names)
    monkeypatch.setattr(parsers, "find_spec", lambda name: name == "spacy" or None)
    assert [language for language in ("en", "en-IN", "fr", "e", "hi") if SpacyParser().is_ready(language)] == [
        "en",
        "en-IN",
        "fr",
    ]


def test_spacy_gives_brackets_over_the_words_handed_in():
    tree = "(S (NP (DT The) (NN tea)) (VP (VBZ is) (RB n't) (ADJP (JJ hot)) (-LRB- -LRB-) (-RRB- -RRB-)) (. .))"
    proposed = propose_tree(["The", "tea", "is", "n't", "hot", "(", ")", "."], "en")
    assert (proposed.tree, proposed.parser) == (tree, "spaCy")


def test_spacy_gives_the_same_trees_for_many_sentences_as_for_one_and_none_for_an_empty_one():
    sentences = [["Ravi", "has", "left", "."], [], ["Who", "came", "?"]]
    assert list(propose_trees(sentences, "en")) == [propose_tree(tokens, "en") for tokens in sentences]
    assert propose_tree([], "en") is None


def test_asking_which_parsers_there_are_does_not_load_spacy():
    asked = "import sys, cswitch_core.parsing as p; p.available_parsers('en'); sys.exit('spacy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0


# -- Without a parser ---------------------------------------------------------------


def test_a_chunk_tree_says_that_it_is_poor():
    proposed = chunk_tree(["casa"], "es")
    assert (proposed.is_poor, proposed.parser, proposed.tree) == (True, "chunks", "(S (NP (NN casa)))")


def test_a_chunk_tree_takes_the_tags_of_the_linked_words():
    tree = chunk_tree(["la", "casa", "arde", "2", "!"], "es", links=[(1, 0), (2, 1), (3, 9)], other_tags=["NN", "VBZ"])
    assert tree.tree == "(S (NP (DT la) (NN casa)) (VP (VBZ arde)) (NP (CD 2)) (. !))"


def test_a_preposition_makes_a_phrase_with_the_noun_after_it():
    assert chunk_tree(["vive", "en", "la", "casa"], "es").tree == (
        "(S (NP (NN vive)) (PP (IN en) (NP (DT la) (NN casa))))"
    )
