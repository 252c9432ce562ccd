"""Sentences as people wrote them: stored where a file brings them, shown, used, and given back."""

from __future__ import annotations

import csv
import io

import pytest

from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.pairs import correcting
from evaluation.services.pairs.uploads.mapping import pairs_to_learn_from
from tests.site.files import CANNOT, SATURDAY, jsonl

WITHOUT = CANNOT | {side: {k: v for k, v in CANNOT[side].items() if k != "text"} for side in ("l1", "l2")}


@pytest.fixture
def cannot(load):
    load(jsonl(CANNOT))
    return Pair.objects.get()


def test_the_texts_come_back_as_they_were(cannot):
    assert (cannot.l1_text, cannot.l2_text) == ("I cannot sleep.", "main so nahin sakta.")
    assert generation.core_pair(cannot).texts == ("I cannot sleep.", "main so nahin sakta.")


def test_sentences_have_the_spaces_of_the_original(cannot):
    texts = {sentence.text for sentence in generation.sentences(cannot, "EC0")}
    assert "I cannot sleep." in texts
    assert "I can not sleep." not in texts


def test_a_pair_without_them_shows_its_tokens(load):
    load(jsonl(WITHOUT))
    row = Pair.objects.get()
    assert row.l1_text == "I can not sleep ."
    assert generation.core_pair(row).texts == ("", "")


def test_only_one_of_the_two_may_be_given(load):
    load(jsonl(CANNOT | {"l2": WITHOUT["l2"]}))
    assert generation.core_pair(Pair.objects.get()).texts == ("I cannot sleep.", "")


def test_a_table_brings_them_in_columns_of_their_own(load):
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(["id", "l1_lang", "l1_tree", "l2_lang", "l2_text", "alignment", "l1_original", "l2_original"])
    first, second = CANNOT["l1"], CANNOT["l2"]
    links = CANNOT["alignment"]
    writer.writerow(["c", "en", first["tree"], "hi", " ".join(second["tokens"]), links, first["text"], second["text"]])
    load(table.getvalue().encode(), name="pairs.csv")
    assert generation.core_pair(Pair.objects.get()).texts == ("I cannot sleep.", "main so nahin sakta.")


def test_loading_the_same_again_changes_nothing_and_bringing_texts_does(load):
    load(jsonl(WITHOUT))
    assert load(jsonl(WITHOUT)).summary["same"] == 1
    assert load(jsonl(CANNOT)).summary["update"] == 1
    assert load(jsonl(CANNOT)).summary["same"] == 1
    row = Pair.objects.get()
    assert row.l1_text == "I cannot sleep."
    assert generation.core_pair(row).texts[0]
    assert load(jsonl(WITHOUT)).summary["update"] == 1
    assert generation.core_pair(Pair.objects.get()).texts == ("", "")


def test_no_remembered_set_of_other_spaces_is_met(load):
    load(jsonl(WITHOUT))
    assert "I can not sleep." in {each.text for each in generation.sentences(Pair.objects.get(), "EC0")}
    load(jsonl(CANNOT))
    assert "I cannot sleep." in {each.text for each in generation.sentences(Pair.objects.get(), "EC0")}


def test_a_corrected_alignment_keeps_them(cannot, meera):
    corrected = correcting.check_pair(pair=cannot, alignment="0-0 1-3 3-1 4-4", actor=meera)
    assert corrected.alignment == "0-0 1-3 3-1 4-4"
    assert generation.core_pair(corrected).texts == ("I cannot sleep.", "main so nahin sakta.")
    assert corrected.l1_text == "I cannot sleep."


def test_the_pages_show_them(client_of, meera, cannot):
    for address in (f"/pairs/{cannot.pk}/", f"/pairs/collections/{cannot.collection_id}/"):
        assert "I cannot sleep." in client_of(meera).get(address).text


def test_a_text_that_does_not_spell_the_words_is_refused(load):
    upload = load(jsonl(CANNOT | {"l1": CANNOT["l1"] | {"text": "I can sleep."}}))
    assert upload.good_rows == 0
    assert upload.rows.get().problems[0]["field"] == "l1.text"


def test_links_are_learnt_from_words_and_not_from_what_is_written(load):
    load(jsonl(CANNOT, SATURDAY))
    learnt = [generation.core_pair(pair) for pair in pairs_to_learn_from("hi", "en")]
    assert ("I", "can", "not", "sleep", ".") in [pair.l1_tokens for pair in learnt]
