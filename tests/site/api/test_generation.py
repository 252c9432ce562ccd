"""The core's answers through the API; nothing is stored by asking."""

from __future__ import annotations

import pytest

from evaluation.models import Pair
from tests.site.factories import make_pair
from tests.site.files import ALI, PHONE, SLEEP


@pytest.fixture
def ask(api, meera):
    def post(what, **question):
        return api(meera).post(f"/api/v1/{what}/", question)

    return post


@pytest.fixture
def pair(meera):
    return make_pair(meera)


def test_counts_are_the_papers(ask, pair):
    answer = ask("count", pair_id=pair.pk, models=["EC0", "ML0(matrix=l1)"]).json()
    assert [(row["model"], row["count"]) for row in answer] == [("EC0", 22), ("ML0(matrix=l1)", 8)]
    assert all("1.0.0" in row["signature"] for row in answer)


def test_the_papers_models_answer_if_none_is_named(ask, pair):
    answer = ask("count", pair_id=pair.pk).json()
    assert [row["model"] for row in answer] == ["EC0", "EC1", "ML0", "ML1", "ML2"]


def test_a_pair_sent_along_is_not_stored(ask):
    assert ask("count", pair=SLEEP, models=["EC0"]).json()[0]["count"] > 0
    assert not Pair.objects.exists()


def test_listing_jumps_and_stops_where_told(ask, pair):
    whole = ask("generate", pair_id=pair.pk, models=["EC0"], limit=1000).json()[0]["sentences"]
    part = ask("generate", pair_id=pair.pk, models=["EC0"], offset=20, limit=10).json()[0]["sentences"]
    assert len(whole) == 22
    assert part == whole[20:]
    assert {"key", "text", "tokens", "measures", "direction", "missing", "doubled"} == set(part[0])
    assert ask("generate", pair_id=pair.pk, offset=10**30).json()[0]["sentences"] == []


def test_a_seed_gives_the_same_sample(ask, pair):
    def texts(seed):
        answer = ask("sample", pair_id=pair.pk, models=["ML1"], size=8, seed=seed).json()
        return [sentence["text"] for sentence in answer[0]["sentences"]]

    first, again, other = texts(1), texts(1), texts(2)
    assert first == again != other
    assert len(set(first)) == 8


def test_a_sample_is_no_larger_than_the_set(ask, pair):
    assert len(ask("sample", pair_id=pair.pk, models=["EC0"], size=1000, seed=1).json()[0]["sentences"]) == 22


def test_counts_say_how_many_are_different_to_the_eye_and_how_many_whole(ask):
    answer = ask("count", pair=PHONE, models=["EC0"]).json()[0]
    own = {name: answer[name] for name in ("count", "seen", "seen_whole", "missing", "doubled", "whole")}
    assert own == {"count": 100, "seen": 56, "seen_whole": 32, "missing": 16, "doubled": 28, "whole": 56}


@pytest.mark.parametrize(("what", "many"), [("generate", {"limit": 200}), ("sample", {"size": 200, "seed": 1})])
def test_what_reads_alike_is_given_once_unless_every_sequence_is_asked_for(ask, what, many):
    def sentences(**options):
        return ask(what, pair=PHONE, models=["EC0"], **many | options).json()[0]["sentences"]

    each_once = [sentence["text"].casefold() for sentence in sentences()]
    assert len(each_once) == len(set(each_once)) == 56
    every = sentences(every_sequence=True)
    assert len({sentence["key"] for sentence in every}) == len(every) == 100
    assert {sentence["text"].casefold() for sentence in every} == set(each_once)


@pytest.mark.parametrize(("what", "many"), [("generate", {"limit": 200}), ("sample", {"size": 200, "seed": 1})])
def test_whole_sentences_alone_can_be_asked_for(ask, what, many):
    def sentences(**options):
        return ask(what, pair=PHONE, models=["EC0"], **many | options).json()[0]["sentences"]

    assert any(sentence["missing"] == ["ne"] for sentence in sentences())
    assert any(sentence["doubled"] == ["ne"] for sentence in sentences())
    whole = sentences(whole=True, every_sequence=True)
    assert len(whole) == 56
    assert not any(sentence["missing"] or sentence["doubled"] for sentence in whole)
    assert 0 < len(sentences(whole=True)) < 56


def test_each_sentence_says_in_which_direction_it_runs(ask):
    sentences = ask("generate", pair=ALI, models=["EC0"]).json()[0]["sentences"]
    assert {sentence["direction"] for sentence in sentences} == {"ltr", "rtl"}
    assert any(sentence["text"].startswith("Today") and sentence["direction"] == "rtl" for sentence in sentences)


def test_a_text_without_spaces_does_not_hide_how_long_a_pair_is(ask):
    tree = "(S " + " ".join("(NN 我)" for _ in range(40)) + ")"
    pair = {
        "id": "zh",
        "l1": {"lang": "zh", "tree": tree, "text": "我" * 40},
        "l2": {"lang": "en", "tokens": ["I"]},
        "alignment": "0-0",
    }
    answer = ask("generate", pair=pair, models=["EC0"], limit=1000)
    assert answer.status_code == 413


def test_explaining_names_the_rule_that_fails(ask, pair):
    text = "Shanivar neeras hai from that nazariye"
    verdicts = {row["model"]: row for row in ask("explain", pair_id=pair.pk, text=text, models=["EC0", "ML0"]).json()}
    assert verdicts["ML0"]["generated"] is False
    assert verdicts["ML0"]["rule"]
    assert verdicts["ML0"]["words"]
    assert [verdicts["ML0"]["rule"]] in verdicts["ML0"]["broken"]


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ({}, "pair"),
        ({"pair_id": 1, "pair": SLEEP}, "pair"),
        ({"pair_id": 999}, "pair_id"),
        ({"pair_id": "one"}, "pair_id"),
        ({"pair_id": 10**40}, "pair_id"),
        ({"pair": SLEEP, "models": ["EC9"]}, "models"),
        ({"pair": SLEEP, "models": []}, "models"),
        ({"pair": SLEEP | {"alignment": "0-7"}}, "alignment"),
        ({"pair": SLEEP | {"l1": {"lang": "en", "tree": "(S (NP"}}}, "l1.tree"),
        ({"pair": SLEEP | {"id": "a\x00b"}}, "pair.id"),
    ],
)
def test_a_wrong_question_is_answered_at_its_field(ask, db, question, field):
    answer = ask("count", **question)
    assert answer.status_code == 400
    assert field in answer.json()["error"]["fields"]


OFF_LIMITS = [("generate", {"limit": 0}), ("sample", {"seed": -1}), ("explain", {"text": ""})]


@pytest.mark.parametrize(("what", "wrong"), OFF_LIMITS)
def test_limits_are_kept(ask, pair, what, wrong):
    answer = ask(what, pair_id=pair.pk, **{"seed": 1} | wrong)
    assert answer.status_code == 400
    assert list(answer.json()["error"]["fields"]) == list(wrong)


def test_models_are_listed_with_their_signatures(api, meera):
    listed = {row["model"]: row["signature"] for row in api(meera).get("/api/v1/models/").json()}
    assert {"EC0", "EC1", "ML0", "ML1", "ML2"} <= set(listed)
    assert all(listed.values())
