"""Drawing keeps to sentences that miss and double no word, says what it left out, and names pairs that lack links."""

from __future__ import annotations

import pytest

from evaluation.pages.studies.wizard import lack_in_words
from evaluation.services import generation, studies
from evaluation.services.exports.package import settings_file
from evaluation.services.results import set_sizes
from evaluation.services.studies import sampling
from tests.site.factories import store_pair

pytestmark = pytest.mark.django_db

# "book" lost its link to "kitaab".
LOST_LINK = {
    "id": "lost",
    "l1": {
        "lang": "en",
        "tree": "(S (ADVP (RB Yesterday)) (NP (NNP Ravi)) (VP (VBD bought) (NP (DT a) (JJ new) (NN book))))",
    },
    "l2": {"lang": "hi", "tokens": ["Kal", "Ravi", "ne", "nayi", "kitaab", "kharidi"]},
    "alignment": "0-0 1-1 2-5 4-3",
}
PHONE = {
    "id": "phone",
    "l1": {"lang": "en", "tree": "(S (NP (PRP I)) (VP (VBD bought) (NP (DT a) (NN phone))))"},
    "l2": {"lang": "hi", "tokens": ["Maine", "phone", "kharida"]},
    "alignment": "0-0 1-2 3-1",
}


def drawn_from(study, *pair_jsons, models=("EC0",), choices=({"way": "uniform", "count": 1000},), **more):
    """Draw from these pairs only; the items and what the drawing says."""
    if pair_jsons:
        collection = study.pairs.first().collection
        pairs = [store_pair(study.owner, collection, pair_json).pk for pair_json in pair_jsons]
        studies.set_pairs(study=study, actor=study.owner, revision=study.revision, pairs=pairs, models=models)
    common = {"study": study, "actor": study.owner, "revision": study.revision}
    studies.set_choices(**common, choices=choices, seed=3, monolingual=False, **more)
    drawn = sampling.draw(study=study, actor=study.owner, revision=study.revision)
    return list(study.items.rated().select_related("pair")), drawn


def test_only_whole_sentences_are_drawn_by_default(draft):
    items, _drawn = drawn_from(draft, LOST_LINK)
    assert items
    for item in items:
        assert (item.measures["missing"], item.measures["doubled"]) == ([], [])
        assert ("book" in item.text) != ("kitaab" in item.text)


def test_a_study_may_draw_the_others_too(draft):
    whole = len(drawn_from(draft, LOST_LINK)[0])
    items, drawn = drawn_from(draft, whole_sentences=False)
    assert len(items) > whole
    assert any(item.measures["missing"] for item in items)
    assert any(item.measures["doubled"] for item in items)
    assert drawn.as_json()["conditions"][0]["left_out"] == "0"
    assert items[0].signature == generation.model_signature("EC0")


def test_drawing_says_how_many_texts_there_were_and_how_many_it_left_out(draft):
    items, drawn = drawn_from(draft, LOST_LINK)
    pair = items[0].pair
    texts = generation.texts(pair, "EC0").mixed()
    left_out = texts.count - len(items)
    assert left_out > 0
    expected = {"condition": "EC0", "texts": str(texts.count), "left_out": str(left_out), "is_exact": True}
    assert drawn.as_json()["conditions"] == [expected]
    draft.refresh_from_db()
    assert draft.drawing["conditions"] == [expected]


def test_pages_say_what_was_left_out_and_which_pairs_lack_links(client_of, draft):
    _items, drawn = drawn_from(draft, LOST_LINK)
    left_out = drawn.as_json()["conditions"][0]["left_out"]
    words = str(generation.unlinked_content(draft.pairs.get()))
    assert "probably a missing link" in words
    for page in ("edit/sentences/", "sentences/"):
        html = client_of(draft.owner).get(f"/studies/{draft.slug}/{page}").content.decode()
        assert "Left out: a word is missing or doubled" in html
        assert f'<td class="number">{left_out}</td>' in html
        assert words in html
    assert words in client_of(draft.owner).get(f"/studies/{draft.slug}/edit/review/").content.decode()


def test_pairs_whose_content_words_are_linked_are_not_named(client_of, draft):
    drawn_from(draft, PHONE)
    html = client_of(draft.owner).get(f"/studies/{draft.slug}/edit/sentences/").content.decode()
    assert draft.drawing["unlinked_pairs"] == 0
    assert "unlinked-pairs" not in html


def test_where_nothing_whole_is_left_the_shortage_says_so():
    lack = {"pair": "p1", "condition": "EC1", "wanted": 2, "found": 0, "left_out": "12"}
    assert lack_in_words(lack) == "Pair p1 has no whole sentence for “EC1”: all 12 miss or double a word."
    assert lack_in_words(lack | {"left_out": "0"}) == "Pair p1 has no sentence for “EC1”."


def test_a_text_that_is_all_in_one_language_to_the_eye_is_not_drawn_as_mixed(draft):
    items, _drawn = drawn_from(draft, PHONE)
    texts = [item.text for item in items]
    assert len(texts) == len(set(texts)) == generation.texts(items[0].pair, "EC0").whole().mixed().count
    assert "I bought a phone" not in texts
    assert "Maine phone kharida" not in texts


def test_regions_and_controls_are_whole_and_keep_to_what_a_model_generates_in_no_reading(draft):
    choices = ({"way": "regions", "first": "EC0", "second": "ML0", "count": 50}, {"way": "controls", "count": 20})
    items, _drawn = drawn_from(draft, LOST_LINK, PHONE, models=("EC0", "ML0"), choices=choices)
    expected = {"EC0 - ML0": ["EC0"], "ML0 - EC0": ["ML0"], "EC0 & ML0": ["EC0", "ML0"], "control": []}
    assert len(items) > 10
    for item in items:
        assert item.memberships == expected[item.condition]
        assert item.measures["missing"] == item.measures["doubled"] == []


def test_the_choice_is_copied_exported_and_makes_a_new_draw_necessary(draft, wizard):
    wizard("sentences", without=("whole_sentences",))
    draft.refresh_from_db()
    assert draft.whole_sentences is False
    assert draft.drawn_at is None
    assert studies.duplicate(study=draft, actor=draft.owner).whole_sentences is False
    assert {"whole_sentences", "drawing"} <= set(settings_file.FIELDS)
    wizard("sentences", whole_sentences="on")
    draft.refresh_from_db()
    assert draft.whole_sentences is True


def test_set_sizes_count_the_texts_that_may_be_drawn(draft):
    items, _drawn = drawn_from(draft, LOST_LINK)
    assert set_sizes.set_sizes(draft).size("EC0") == len(items)
