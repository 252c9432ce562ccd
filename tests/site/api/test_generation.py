"""The core's answers through the API; nothing is stored by asking."""

from __future__ import annotations

import pytest

from evaluation.models import Pair
from tests.factories import make_pair
from tests.site.api.test_pairs import SLEEP


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
    assert {"key", "text", "tokens", "measures"} == set(part[0])
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


def test_explaining_names_the_rule_that_fails(ask, pair):
    text = "Shanivar neeras hai from that nazariye"
    verdicts = {row["model"]: row for row in ask("explain", pair_id=pair.pk, text=text, models=["EC0", "ML0"]).json()}
    assert verdicts["ML0"]["generated"] is False
    assert verdicts["ML0"]["rule"]
    assert verdicts["ML0"]["words"]


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
