"""Pairs through the API: looking, loading, uploading."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from evaluation.models import Collection, Pair, Upload
from evaluation.services import jobs
from tests.site.factories import make_pair
from tests.site.files import CANNOT, PHONE, SLEEP, jsonl, send_pairs

PAIRS = "/api/v1/pairs/"


def load(client, *pairs, collection="Mine"):
    return client.post(PAIRS, {"collection": collection, "pairs": list(pairs)})


def test_pairs_are_listed_and_searched(api, meera):
    make_pair(meera)
    make_pair(meera, external_id="paper-2", l1_text="Curfew has been imposed", l2_text="Curfew laga hai")
    client = api(meera)
    assert client.get(PAIRS).json()["count"] == 2
    assert [row["pair"]["id"] for row in client.get(f"{PAIRS}?search=curfew").json()["results"]] == ["paper-2"]
    assert [row["l2_text"] for row in client.get(f"{PAIRS}?id=paper-2").json()["results"]] == ["Curfew laga hai"]
    assert client.get(f"{PAIRS}?collection=Nobody's").json()["count"] == 0


def test_old_versions_are_shown_on_request(api, meera):
    make_pair(meera, is_current=False)
    make_pair(meera, version=2)
    assert [row["version"] for row in api(meera).get(PAIRS).json()["results"]] == [2]
    assert api(meera).get(f"{PAIRS}?versions=all").json()["count"] == 2


def test_a_pair_says_how_many_sentences_each_model_generates(api, meera):
    counts = api(meera).get(f"{PAIRS}{make_pair(meera).pk}/").json()["counts"]
    assert list(counts) == ["EC0", "EC1", "ML0", "ML1", "ML2"]
    assert (counts["EC0"], counts["ML1"], counts["ML2"]) == (22, 32, 28)


def test_loading_stores_pairs_in_a_new_collection(api, meera):
    answer = load(api(meera), SLEEP)
    assert answer.status_code == 201, answer.json()
    assert answer.json() == {"collection": "Mine", "new": 1, "update": 0, "version": 0, "same": 0}
    stored = Pair.objects.get()
    assert (stored.collection.owner, stored.external_id, stored.l1_text) == (meera, "sleep", "I sleep")


def test_texts_as_people_wrote_them_are_given_back(api, meera):
    assert load(api(meera), CANNOT, SLEEP).status_code == 201
    cannot, sleep = api(meera).get(PAIRS).json()["results"]
    assert cannot["l1_text"] == "I cannot sleep."
    assert cannot["pair"] == CANNOT
    assert sleep["pair"] == SLEEP
    assert load(api(meera), cannot["pair"], sleep["pair"]).json()["same"] == 2


def test_pairs_that_probably_miss_links_are_listed_first_on_request(api, meera):
    bad = PHONE | {"id": "bad", "alignment": "0-0 3-3 6-7"}
    load(api(meera), SLEEP, PHONE, bad)
    rows = api(meera).get(f"{PAIRS}?ordering=-unlinked_share").json()["results"]
    assert [row["pair"]["id"] for row in rows] == ["bad", "sleep", "phone"]
    assert rows[0]["unlinked_share"] == pytest.approx(rows[0]["unlinked_words"] / rows[0]["content_words"])
    assert [row["unlinked_words"] for row in rows[1:]] == [0, 0]
    assert api(meera).get(f"{PAIRS}?ordering=anything").status_code == 400


def test_the_report_on_a_file_counts_unlinked_words(api, meera):
    bad = PHONE | {"id": "bad", "alignment": "0-0 3-3 6-7"}
    file = SimpleUploadedFile("pairs.jsonl", jsonl(SLEEP, bad))
    key = api(meera).post("/api/v1/uploads/", {"file": file, "collection": "Mine"}, format="multipart").json()["key"]
    jobs.run_waiting_jobs()
    assert api(meera).get(f"/api/v1/uploads/{key}/").json()["unlinked_rows"] == 1
    rows = api(meera).get(f"/api/v1/uploads/{key}/rows/").json()["results"]
    assert rows[0]["unlinked_words"] == 0 < rows[1]["unlinked_words"] <= rows[1]["content_words"]


def test_loading_the_same_again_changes_nothing(api, meera):
    load(api(meera), SLEEP)
    assert load(api(meera), SLEEP).json()["same"] == 1
    assert Pair.objects.count() == 1


def test_one_bad_pair_stores_nothing_and_is_named(api, meera):
    bad = SLEEP | {"id": "bad", "alignment": "0-9"}
    answer = load(api(meera), SLEEP, bad)
    assert answer.status_code == 400
    assert list(answer.json()["error"]["fields"]) == ["pairs.1.alignment"]
    assert not Pair.objects.exists()


def test_a_missing_part_is_named_where_it_is_missing(api, meera):
    answer = load(api(meera), {"id": "x", "l1": {"lang": "en"}, "l2": {"lang": "hi", "tokens": []}, "alignment": ""})
    assert set(answer.json()["error"]["fields"]) == {"pairs.0.l1.tree", "pairs.0.l2.tokens"}


def test_another_researchers_collection_is_not_changed(api, meera, kiran):
    load(api(kiran), SLEEP)
    answer = load(api(meera), SLEEP | {"id": "other"})
    assert answer.status_code == 400
    assert answer.json()["error"]["fields"].keys() == {"collection"}
    assert Pair.objects.count() == 1


# -- Files ------------------------------------------------------------------------------------------


def test_a_file_is_checked_shown_and_taken(api, meera):
    client = api(meera)
    sent = send_pairs(client, json.dumps(SLEEP).encode() + b"\nnonsense\n")
    assert sent.status_code == 202, sent.json()
    address = f"/api/v1/uploads/{sent.json()['key']}/"
    jobs.run_waiting_jobs()
    checked = client.get(address).json()
    assert (checked["state"], checked["good_rows"], checked["bad_rows"]) == ("checked", 1, 1)
    rows = client.get(f"{address}rows/").json()["results"]
    assert [(row["is_good"], row["effect"]) for row in rows] == [(True, "new"), (False, "")]
    assert rows[1]["problems"][0]["message"]
    assert client.post(f"{address}accept/").status_code == 202
    jobs.run_waiting_jobs()
    assert client.get(address).json()["state"] == "loaded"
    assert Pair.objects.get().external_id == "sleep"
    again = client.post(f"{address}accept/")
    assert (again.status_code, again.json()["error"]["code"]) == (400, "refused")


def test_a_file_can_be_left(api, meera):
    client = api(meera)
    key = send_pairs(client).json()["key"]
    jobs.run_waiting_jobs()
    assert client.post(f"/api/v1/uploads/{key}/discard/").json()["state"] == "discarded"
    assert not Pair.objects.exists()


@pytest.mark.parametrize(("content", "name"), [(b"", "pairs.jsonl"), (b"PK\x03\x04", "pairs.csv"), (b"x", "pairs.exe")])
def test_what_is_no_file_of_pairs_is_refused_at_once(api, meera, content, name):
    answer = send_pairs(api(meera), content, name)
    assert answer.status_code == 400
    assert "file" in answer.json()["error"]["fields"]
    assert not Upload.objects.exists()
    assert not Collection.objects.exists()


def test_another_researchers_file_is_not_found(api, meera, kiran):
    key = send_pairs(api(meera)).json()["key"]
    assert api(kiran).get("/api/v1/uploads/").json()["count"] == 0
    for address in ("", "rows/"):
        assert api(kiran).get(f"/api/v1/uploads/{key}/{address}").status_code == 404
    assert api(kiran).post(f"/api/v1/uploads/{key}/accept/").status_code == 404


@pytest.mark.parametrize("more", [0, 20])
def test_no_more_pairs_no_more_queries(api, meera, django_assert_num_queries, more):
    for number in range(more + 1):
        make_pair(meera, external_id=f"pair-{number}")
    client = api(meera)
    with django_assert_num_queries(3):  # the token, the count, the page
        client.get(f"{PAIRS}?page_size=500")


def test_proposed_pairs_are_listed_checked_and_put_back(api, meera):
    client = api(meera)
    load(client, SLEEP | {"confidence": [0.9, 0.4, 0.8]}, SLEEP | {"id": "by hand"})
    (row,) = client.get(f"{PAIRS}?state=proposed&ordering=-trouble").json()["results"]
    assert (row["pair"]["confidence"], row["state"], row["checked_by"]) == ([0.9, 0.4, 0.8], "proposed", None)
    address = f"{PAIRS}{row['id']}"
    checked = client.post(f"{address}/check/", {"alignment": "0-0 1-1", "seen": row["stamp"]}).json()
    assert (checked["state"], checked["checked_by"], checked["pair"]["alignment"]) == ("checked", "meera", "0-0 1-1")
    assert "confidence" not in checked["pair"]
    again = client.post(f"{address}/check/", {"seen": row["stamp"]})
    assert again.status_code == 400
    assert "meanwhile" in again.text
    assert client.post(f"{address}/reopen/").json()["state"] == "proposed"


def test_another_researchers_pair_is_not_checked(api, meera, kiran):
    pair = make_pair(meera)
    assert api(kiran).post(f"{PAIRS}{pair.pk}/check/", {}).status_code == 400
