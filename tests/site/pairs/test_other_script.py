"""The second language's words in another script: loaded, kept when links are corrected, given back."""

from __future__ import annotations

import pytest

from evaluation.models import Pair
from evaluation.services import generation
from evaluation.services.pairs import storing
from tests.site.files import SATURDAY, jsonl

NATIVE = ["शनिवार", "उस", "नज़रिए", "से", "नीरस", "है"]
BOTH = SATURDAY | {"l2": SATURDAY["l2"] | {"other_script": NATIVE[: len(SATURDAY["l2"]["tokens"])]}}


@pytest.fixture
def saturday(load):
    load(jsonl(BOTH))
    return Pair.objects.get()


def test_a_file_brings_both_forms_and_the_api_gives_them_back(saturday, client_of, meera):
    assert saturday.l2_other_script == BOTH["l2"]["other_script"]
    found = client_of(meera).get(f"/api/v1/pairs/{saturday.pk}/").json()
    assert found["pair"]["l2"]["other_script"] == BOTH["l2"]["other_script"]


def test_loading_the_same_again_changes_nothing_and_bringing_the_other_script_does(load):
    load(jsonl(SATURDAY))
    assert Pair.objects.get().l2_other_script == []
    assert load(jsonl(SATURDAY)).summary["same"] == 1
    load(jsonl(BOTH))
    assert Pair.objects.get().l2_other_script == BOTH["l2"]["other_script"]
    assert load(jsonl(BOTH)).summary["same"] == 1


def test_a_corrected_alignment_keeps_the_other_script(saturday, meera):
    corrected = generation.with_alignment(saturday, saturday.alignment)
    assert list(corrected.l2_other_script) == BOTH["l2"]["other_script"]
    assert storing.unsaved(corrected).l2_other_script == BOTH["l2"]["other_script"]


def test_a_missing_form_is_said_at_its_line(load):
    upload = load(jsonl(SATURDAY | {"l2": SATURDAY["l2"] | {"other_script": ["शनिवार"]}}))
    (problem,) = upload.rows.get().problems
    assert problem["field"] == "l2.other_script"
    assert "one form for each word" in problem["cure"]
