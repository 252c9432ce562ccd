"""The door to the core: what studies, exports and pages ask of it."""

from __future__ import annotations

import json

import pytest

from evaluation.services import generation
from evaluation.services.errors import Refused
from tests.site.factories import SATURDAY, make_pair

MIXED = "Saturday is boring uss nazariye se"


@pytest.fixture
def pair(meera):
    return make_pair(meera)


def test_the_papers_models_and_their_variants_can_be_chosen():
    assert generation.paper_models() == ("EC0", "EC1", "ML0", "ML1", "ML2")
    assert generation.known_models()[:5] == generation.paper_models()
    assert generation.checked_models(generation.known_models()) == list(generation.known_models())


def test_models_are_chosen_once_each_in_the_order_given():
    assert generation.checked_models(["ML0", "EC0", "ML0"]) == ["ML0", "EC0"]


@pytest.mark.parametrize("name", ["EC9", "", "EC0(nonsense)", "ML0(matrix=l3)", "EC0(", "\x00"])
def test_what_is_no_model_is_refused_at_its_field(name):
    with pytest.raises(Refused) as refusal:
        generation.checked_models([name])
    assert refusal.value.field == "models"
    assert refusal.value.message


def test_a_signature_names_the_model_and_the_version():
    assert generation.model_signature("EC0").startswith("EC0")
    assert generation.CORE_VERSION in generation.model_signature("EC0")
    assert generation.model_signature("EC0") != generation.model_signature("EC0(strict)")


def test_a_typed_text_is_read_as_a_sentence_and_described_in_plain_json(pair):
    sentence = generation.reading(pair, f"{MIXED}.")
    described = generation.describe(sentence)
    assert described == json.loads(json.dumps(described))
    assert described["text"] == MIXED
    assert described["tokens"][0] == ["Saturday", "en"]
    assert described["tokens"][-1] == ["se", "hi"]
    assert described["measures"]["switch_points"] == 1
    assert described["key"] == "0a 1a 2a 4b 5b 3b"


def test_a_text_of_other_words_is_no_sentence_of_the_pair(pair):
    assert generation.reading(pair, "bananas") is None


def test_memberships_are_the_models_that_generate_the_sentence(pair):
    sentence = generation.reading(pair, MIXED)
    assert generation.memberships(pair, sentence, generation.paper_models()) == ["EC0", "EC1", "ML0", "ML1", "ML2"]
    assert generation.memberships(pair, sentence, ["ML0(matrix=l2)"]) == []


def test_a_corrected_alignment_never_meets_an_old_set(pair):
    before = generation.sentences(pair, "EC0").count
    pair.alignment = "0-0 1-2 3-5 4-3 5-4"
    assert generation.sentences(pair, "EC0").count != before
    pair.alignment = SATURDAY["alignment"]
    assert generation.sentences(pair, "EC0").count == before


def test_the_digest_changes_with_what_says_which_sentences_exist(pair):
    one = generation.core_pair(pair)
    assert generation.digest(one) == generation.digest(generation.with_alignment(pair, pair.alignment))
    assert generation.digest(one) != generation.digest(generation.with_alignment(pair, "0-0"))


def test_table_1_has_the_papers_five_sentences():
    assert len(generation.table1_rows()) == 5
