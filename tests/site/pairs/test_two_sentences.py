"""From two plain sentences to a pair: what is proposed, and the page."""

from __future__ import annotations

import pytest

from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.errors import Refused
from evaluation.services.pairs import suggestions
from tests.site.factories import make_pair


@pytest.fixture
def no_parser(monkeypatch):
    """As where no parser is installed."""
    monkeypatch.setattr(
        "cswitch_core.proposals.trees.propose_trees", lambda sentences, _language: [None for _ in sentences]
    )


def suggest(**fields):
    sentences = {"l1_lang": "en", "l1_text": "Ravi sings.", "l2_lang": "hi", "l2_text": "Ravi gaata hai."}
    return suggestions.suggest(**sentences | fields)


@pytest.mark.django_db
def test_words_that_are_the_same_are_linked_and_a_makeshift_tree_says_so(no_parser):
    suggestion = suggest()
    assert suggestion.l2_tokens == ["Ravi", "gaata", "hai", "."]
    assert "0-0" in suggestion.alignment.split()
    assert "makeshift" in suggestion.notes[0]


def test_what_checked_pairs_link_is_linked_again(no_parser, meera):
    for number in range(3):
        make_pair(
            meera,
            external_id=f"x{number}",
            l1_lang="xx",
            l1_tree="(S (X qqq) (X zzz))",
            l1_text="qqq zzz",
            l2_lang="yy",
            l2_tokens=["mmm", "www"],
            l2_text="mmm www",
            alignment="0-1 1-0",
        )
    links = suggest(l1_lang="yy", l1_text="www kkk", l2_lang="xx", l2_text="qqq jjj").alignment
    assert "0-0" in links.split()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"l1_text": ""}, "l1_text"),
        ({"l2_text": " … ! "}, "l2_text"),
        ({"l1_text": "a " * 201}, "l1_text"),
        ({"l2_lang": "en"}, "l2_lang"),
    ],
)
def test_sentences_that_are_none_are_refused_at_their_field(fields, field):
    with pytest.raises(Refused) as refusal:
        suggest(**fields)
    assert refusal.value.field == field


def test_devanagari_words_stay_whole():
    assert generation.words_of("यह किताब (लाल) है।", "hi") == ["यह", "किताब", "(", "लाल", ")", "है", "।"]


TYPED = {"l1_lang": "en", "l1_text": "Red house", "l2_lang": "hi", "l2_text": "lal ghar", "collection": "Mine"}


@pytest.fixture
def answer_to(client_of, meera, no_parser):
    """What the page answers to what was typed: ``answer_to("suggest", l1_text=…)``."""

    def send(button, **fields):
        return client_of(meera).post("/pairs/two-sentences/", TYPED | fields | {button: ""}, follow=True)

    return send


def test_the_page_tells_nobody_to_install_anything(client_of, meera):
    assert "pip install" not in client_of(meera).get("/pairs/two-sentences/").text


def test_the_page_proposes_draws_and_saves(answer_to):
    proposed = answer_to("suggest").text
    assert "Red" in proposed
    assert proposed.count("<svg") - proposed.count('<svg class="icon"') == 2
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
