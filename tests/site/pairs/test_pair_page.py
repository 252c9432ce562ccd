"""A pair's page: drawings at once, counts and sentences after them, whatever the sizes of the sets."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.pairs import browsing
from tests.site.files import jsonl, long_pair
from tests.site.pairs.projections import count_projections

PARTS = ("counts", "sentences", "explain", "figures")
HTMX = {"HX-Request": "true"}


@pytest.fixture
def meeras(client_of, meera):
    return client_of(meera)


@pytest.fixture
def huge(load):
    """A pair of 240 words, with more sentences than there are atoms in a galaxy."""
    load(jsonl(long_pair(24)), collection="Long")
    return Pair.objects.get(external_id="long")


def test_the_page_shows_both_sentences_and_the_trees_before_and_after(meeras, saturday):
    text = meeras.get(f"/pairs/{saturday.pk}/").text
    assert "Saturday is boring from that perspective" in text
    assert "Shanivar neeras hai uss nazariye se" in text
    assert text.count("<svg") - text.count('<svg class="icon"') == 4
    assert "in the order of en" in text
    assert "in the order of hi" in text
    words = "has 6 places for words, 11 categories, depth 4, and at most 3 children below a node"
    assert words in " ".join(text.split())
    assert 'data-link="3-5"' in text


def test_the_pair_is_projected_once_for_its_page_and_all_its_parts(meeras, saturday, monkeypatch):
    counted = count_projections(monkeypatch)
    for part in ("", *(f"{part}/" for part in PARTS)):
        assert meeras.get(f"/pairs/{saturday.pk}/{part}?text=Saturday").status_code == 200
    assert counted == {saturday.l1_text: 1}


def test_an_alignment_that_is_not_saved_is_projected_once_too(meeras, saturday, monkeypatch):
    counted = count_projections(monkeypatch)
    for part in PARTS:
        assert meeras.get(f"/pairs/{saturday.pk}/{part}/?text=Saturday&alignment=0-0+1-1").status_code == 200
    assert counted == {saturday.l1_text: 1}


def test_the_counts_are_the_papers(meeras, saturday):
    text = meeras.get(f"/pairs/{saturday.pk}/counts/", headers=HTMX).text
    rows = {row.model: row for row in browsing.overlaps(saturday, generation.model_names()).rows}
    papers = {"EC0": 22, "EC1": 16, "ML0": 16, "ML1": 32, "ML2": 28}
    assert {name: row.count for name, row in rows.items()} == papers | {"FHC": 128, "AN": 256}
    for row in rows.values():
        assert f"<b>{row.count}</b>" in text
    assert "<html" not in text


def test_the_overlaps_agree_with_the_sets_themselves(saturday):
    names = generation.model_names()
    counted = browsing.overlaps(saturday, names)
    texts = {name: {each.key for each in generation.sentences(saturday, name)} for name in names}
    for row in counted.rows:
        assert row.shared == tuple(len(texts[row.model] & texts[other]) for other in names)
    for models, size in counted.regions:
        inside = set.intersection(*(texts[name] for name in models))
        outside = set().union(*(texts[name] for name in names if name not in models))
        assert size == len(inside - outside)


def test_the_page_answers_without_building_any_set(meeras, saturday, monkeypatch):
    def build(*arguments):
        raise AssertionError("the page must not wait for the sets")

    monkeypatch.setattr(generation, "sentences", build)
    assert meeras.get(f"/pairs/{saturday.pk}/").status_code == 200


def test_every_part_of_a_huge_pairs_page_answers(meeras, huge):
    for part in ("", "counts/", "sentences/", "sentences/?phenomenon=pronoun", "sentences/?switches=9"):
        assert meeras.get(f"/pairs/{huge.pk}/{part}").status_code == 200
    assert "× 10^" in meeras.get(f"/pairs/{huge.pk}/counts/").text
    assert "models are given for one reading" in " ".join(meeras.get(f"/pairs/{huge.pk}/sentences/").text.split())


def test_the_last_page_of_a_huge_set_is_reached_at_once(meeras, huge):
    total = generation.sentences(huge, "ML1").count
    assert total > 10**40
    answer = meeras.get(f"/pairs/{huge.pk}/sentences/", {"model": "ML1", "start": str(total - 3)})
    assert answer.text.count('<span class="position">') == 3
    assert "Next" not in answer.text


@pytest.mark.parametrize(("part", "queries"), [("", 4), *((f"{part}/", 3) for part in PARTS)])
def test_each_part_runs_a_fixed_number_of_queries(meeras, saturday, part, queries):
    for row in (saturday, Pair.objects.get(external_id="paper-5")):
        with CaptureQueriesContext(connection) as captured:
            assert meeras.get(f"/pairs/{row.pk}/{part}", {"text": "Saturday"}).status_code == 200
        assert len(captured) == queries


def test_without_scripts_each_part_is_a_page_of_its_own(meeras, saturday):
    for part in PARTS:
        text = meeras.get(f"/pairs/{saturday.pk}/{part}/").text
        assert "<html" in text
        assert f'href="/pairs/{saturday.pk}/"' in text


def test_the_parts_follow_an_alignment_that_is_not_saved(meeras, saturday):
    query = {"alignment": "0-0 1-2 3-5 4-3 5-4"}
    assert "<b>22</b>" in meeras.get(f"/pairs/{saturday.pk}/counts/").text
    assert "<b>88</b>" in meeras.get(f"/pairs/{saturday.pk}/counts/", query).text
    assert "of 88" in meeras.get(f"/pairs/{saturday.pk}/sentences/", query).text
    assert 'data-link="2-1"' not in meeras.get(f"/pairs/{saturday.pk}/figures/", query).text
    saturday.refresh_from_db()
    assert "2-1" in saturday.alignment


@pytest.mark.parametrize("alignment", ["", "0-99", "x", "0-0 99-0", "-", "9" * 5000, "<b>"])
def test_an_alignment_that_cannot_be_is_said_in_every_part(meeras, saturday, alignment):
    for part in PARTS:
        answer = meeras.get(f"/pairs/{saturday.pk}/{part}/", {"alignment": alignment, "text": "Saturday"})
        assert answer.status_code == 200
        assert "alignment: " in answer.text
        assert "<b></div>" not in answer.text


def test_what_is_not_there_is_not_found(meeras):
    for part in ("", *(f"{part}/" for part in PARTS)):
        assert meeras.get(f"/pairs/99/{part}").status_code == 404
    assert meeras.post("/pairs/99/alignment/").status_code == 404


# -- The list of sentences


def test_a_communitys_grammar_is_typed_and_then_chosen_like_any_model(meeras, saturday):
    typed = "Weighted(ML2, functional_words=1, fragments=0.3, limit=0.5)"
    text = meeras.get(f"/pairs/{saturday.pk}/sentences/", {"model": "EC0", "variant": typed}).text
    assert "of 32 that are different to the eye" in " ".join(text.split())
    assert f"<option selected>{typed}</option>" in text
    text = meeras.get(f"/pairs/{saturday.pk}/sentences/", {"variant": "Weighted(ML2, nesting=1)"}).text
    assert "it has clauses, functional_words, content, fragments" in text


def test_the_list_shows_a_models_sentences_with_the_models_that_share_them(meeras, saturday):
    text = meeras.get(f"/pairs/{saturday.pk}/sentences/", {"model": "EC0"}).text
    first = generation.sentences(saturday, "EC0").kth(0)
    assert "Sentences 1 to 22 of 22" in text
    assert text.count('<span class="position">') == 22
    assert 'class="l2">' in text
    assert first.text in strip_tags(text)


def test_the_pages_of_the_list_have_every_sentence_once(meeras, saturday):
    oil = Pair.objects.get(external_id="paper-4")
    wanted = browsing.Filter("ML1")
    pages = [browsing.browse(oil, wanted, start=start, models=()) for start in (0, 25, 50, 75)]
    listed = [each.sentence.key for page in pages for each in page.listed]
    assert listed == [each.key for each in generation.sentences(oil, "ML1")]
    assert [page.is_last for page in pages] == [False, False, True, True]
    assert [page.previous for page in pages] == [None, 0, 25, 39]


def test_the_filter_by_switches_is_exact(meeras, saturday):
    everything = list(generation.sentences(saturday, "ML1"))
    for switches, count in browsing.switch_counts(saturday, "ML1").items():
        found = browsing.browse(saturday, browsing.Filter("ML1", switches), start=0, models=())
        expected = [each.key for each in everything if each.switch_points == switches]
        assert found.total == count == len(expected)
        assert {each.sentence.key for each in found.listed} <= set(expected)


def test_the_filter_by_phenomenon_finds_what_plain_measuring_finds(saturday, monkeypatch):
    monkeypatch.setattr(browsing, "SECONDS_LOOKING", 60)
    for phenomenon in generation.phenomena():
        found = browsing.browse(saturday, browsing.Filter("EC0", None, phenomenon), start=0, models=())
        expected = [
            each.key
            for each in generation.sentences(saturday, "EC0")
            if phenomenon in generation.measures(each)["phenomena"]
        ]
        assert [each.sentence.key for each in found.listed] == expected
        assert (found.stop, found.total) == (22, 22)


def test_a_scan_stops_at_its_budget_and_says_how_far_it_looked(meeras, saturday, monkeypatch):
    monkeypatch.setattr(browsing, "SENTENCES_LOOKED_AT", 5)
    monkeypatch.setattr(browsing, "SECONDS_LOOKING", 60)
    monkeypatch.setattr(generation, "phenomena_of", lambda _: frozenset({"pronoun"}))
    text = meeras.get(f"/pairs/{saturday.pk}/sentences/", {"model": "EC0", "phenomenon": "pronoun"}).text
    assert "Looked at sentences 1 to 5 of 22: 5 fit." in text
    assert "start=5" in text
    monkeypatch.setattr(generation, "phenomena_of", lambda _: frozenset())
    text = meeras.get(f"/pairs/{saturday.pk}/sentences/?model=EC0&phenomenon=pronoun&start=5").text
    assert "Looked at sentences 6 to 10 of 22: none of them fits." in text
    assert "Look further" in text
    assert "From the beginning" in text


def test_a_scan_stops_when_its_time_is_over(saturday, monkeypatch):
    monkeypatch.setattr(browsing, "SECONDS_LOOKING", -1)
    found = browsing.browse(saturday, browsing.Filter("EC0", None, "pronoun"), start=0, models=())
    assert (found.start, found.stop) == (0, 1)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"model": "EC9"}, "there is no model"),
        ({"model": "EC0(nonsense)"}, "EC0 has no option"),
        ({"switches": "two"}, "whole number"),
        ({"switches": "-1"}, "whole number"),
        ({"switches": "99999999"}, "whole number"),
        ({"phenomenon": "irony"}, "no phenomenon"),
        ({"switches": "99"}, "No sentence fits."),
    ],
)
def test_a_filter_that_cannot_be_is_said(meeras, saturday, query, words):
    answer = meeras.get(f"/pairs/{saturday.pk}/sentences/", query)
    assert answer.status_code == 200
    assert words in answer.text


@pytest.mark.parametrize("start", ["-5", "x", "9" * 399, "9" * 5000, "1.5", "²", ""])
def test_an_odd_start_shows_the_beginning_or_the_end(meeras, saturday, start):
    assert meeras.get(f"/pairs/{saturday.pk}/sentences/", {"start": start}).status_code == 200


def test_a_variant_of_a_model_can_be_browsed(meeras, saturday):
    answer = meeras.get(f"/pairs/{saturday.pk}/sentences/", {"model": "EC1(second_chance)"})
    assert "of 22" in answer.text


# -- A typed sentence


def test_a_typed_sentence_gets_a_verdict_from_each_model(meeras, saturday):
    text = meeras.get(f"/pairs/{saturday.pk}/explain/", {"text": "Saturday is boring uss nazariye se."}).text
    assert text.count("generates it") == 7  # EC0 to ML2, FHC and AN
    assert text.count("does not") == 1  # ML0 with a Hindi matrix


def test_a_sentence_that_is_not_generated_is_told_why(meeras, saturday):
    text = meeras.get(f"/pairs/{saturday.pk}/explain/", {"text": "Shanivar neeras hai that perspective se"}).text
    assert "where only the Hindi rule puts it" in text
    assert "In all it breaks positions + junctions." in text


def test_words_that_are_not_the_pairs_are_named(meeras, saturday):
    assert "banana" in meeras.get(f"/pairs/{saturday.pk}/explain/", {"text": "Saturday banana"}).text


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001, "<script>alert(1)</script>", "Saturday " * 200])
def test_odd_texts_are_answered_calmly(meeras, saturday, text):
    answer = meeras.get(f"/pairs/{saturday.pk}/explain/", {"text": text})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text


def test_a_pair_keeps_its_sentences_when_stored_and_read_again(saturday):
    again = Pair(**json.loads(json.dumps({name: getattr(saturday, name) for name in FIELDS})))
    assert generation.sentences(again, "ML1").count == 32


FIELDS = ("external_id", "l1_lang", "l1_tree", "l2_lang", "l2_tokens", "alignment")
