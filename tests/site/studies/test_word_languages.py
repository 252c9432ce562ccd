"""Words that no pair has get their language by script, and the researcher sees and corrects it word by word."""

from __future__ import annotations

import pytest

from evaluation.models import Collection
from evaluation.services import studies
from evaluation.services.studies import PracticeSpec
from evaluation.services.studies.sampling.vocabulary import Vocabulary, text_of
from tests.site.factories import store_pair

pytestmark = pytest.mark.django_db

CHINESE = {
    "id": "zh-1",
    "l1": {"lang": "en", "tree": "(S (NP (PRP I)) (VP (VBP like) (NP (DT this) (NN book))))"},
    "l2": {"lang": "zh", "tokens": ["我", "喜欢", "这本", "书"]},
    "alignment": "0-0 1-1 2-2 3-3",
}


@pytest.fixture
def chinese(meera):
    return store_pair(meera, Collection.objects.create(name="Chinese", owner=meera), CHINESE)


def test_words_are_found_in_a_script_without_spaces(chinese):
    tokens = Vocabulary.of_pair(chinese).tokens("我真的喜欢这本new书。")
    assert tokens == [
        *(["我", "zh"], ["真的", "zh"], ["喜欢", "zh"], ["这本", "zh"], ["new", "en"], ["书", "zh"], ["。", None]),
    ]
    assert text_of(tokens) == "我真的喜欢这本new书。"


def test_words_of_a_first_sentence_without_spaces_are_found_too(meera):
    tree = "(IP (NP (PN 我)) (VP (VV 喜欢) (NP (DP (DT 这本)) (NN 书))))"
    swapped = {
        "id": "zh-2",
        "l1": {"lang": "zh", "tree": tree, "text": "我喜欢这本书"},
        "l2": {"lang": "en", "tokens": ["I", "like", "this", "book"]},
        "alignment": "0-0 1-1 2-2 3-3",
    }
    pair = store_pair(meera, Collection.objects.create(name="Chinese first", owner=meera), swapped)
    tokens = Vocabulary.of_pair(pair).tokens("我like这本书")
    assert tokens == [["我", "zh"], ["like", "en"], ["这本", "zh"], ["书", "zh"]]


def test_what_is_shown_for_correction_reads_back_the_same(chinese):
    vocabulary = Vocabulary.of_pair(chinese)
    tokens = vocabulary.tokens("我真的 like/zh 这本new书。")
    assert ["like", "zh"] in tokens
    assert text_of(tokens) == "我真的like这本new书。"
    typed = vocabulary.as_typed(tokens)
    assert vocabulary.tokens(typed) == tokens
    assert text_of(vocabulary.tokens(typed)) == text_of(tokens)


def test_the_wizard_shows_the_language_of_each_word_of_a_check(client_of, draft):
    common = {"study": draft, "actor": draft.owner, "attention": [], "repeats": 0}
    studies.set_checks(**common, revision=draft.revision, practice=[PracticeSpec("Saturday zyada neeras")])
    page = client_of(draft.owner).get(f"/studies/{draft.slug}/edit/checks/").content.decode()
    assert '<bdi>zyada</bdi><small class="muted">/en</small>' in page
    studies.set_checks(**common, revision=draft.revision, practice=[PracticeSpec("Saturday zyada/hi neeras")])
    page = client_of(draft.owner).get(f"/studies/{draft.slug}/edit/checks/").content.decode()
    assert '<bdi>zyada</bdi><small class="muted">/hi</small>' in page
