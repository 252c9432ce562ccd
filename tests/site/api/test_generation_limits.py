"""Generating sentences has bounds, so that one script cannot keep the site from everybody else."""

from __future__ import annotations

import threading
import time

import pytest

from evaluation.models import Pair, Upload, UploadState
from evaluation.services.pairs import turns
from tests.site.pairs.long_pair import long_pair

pytestmark = pytest.mark.django_db
OPERATIONS = {
    "count": {"models": ["EC0"]},
    "generate": {"limit": 1},
    "sample": {"size": 1, "seed": 1},
    "explain": {"text": "w0 v1"},
}


@pytest.mark.parametrize(("operation", "amount"), [("sample", {"size": 61, "seed": 1}), ("generate", {"limit": 61})])
def test_more_than_is_done_at_once_is_refused_with_the_bound_and_the_cure(api, meera, operation, amount):
    answer = api(meera).post(f"/api/v1/{operation}/", {"pair": long_pair(100)} | amount)
    assert answer.status_code == 413
    error = answer.json()["error"]
    assert error["code"] == "too_large"
    assert "Words (100) times sentences (61) times models (5) may be at most 30000 at once" in error["message"]
    assert "Ask for fewer sentences or models" in error["message"]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_what_takes_too_long_is_stopped_and_says_so(api, meera, monkeypatch, operation):
    monkeypatch.setattr(turns, "SECONDS_AT_WORK", 0)
    # A pair that no other test has had packed: what is packed already would be had at once.
    answer = api(meera).post(
        f"/api/v1/{operation}/", {"pair": long_pair(120, seed=len(operation))} | OPERATIONS[operation]
    )
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "too_long"
    assert "was stopped" in answer.json()["error"]["message"]
    monkeypatch.undo()
    assert api(meera).post("/api/v1/count/", {"pair": long_pair(5)}).status_code == 200


@pytest.fixture
def somebody_at_work():
    """Another thread that is generating."""
    begun, over = threading.Event(), threading.Event()

    def work():
        with turns.turn():
            begun.set()
            over.wait()

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    yield
    over.set()
    thread.join()


def test_while_another_is_being_worked_on_a_script_is_told_when_to_come_back(api, meera, monkeypatch, somebody_at_work):
    monkeypatch.setattr(turns, "SECONDS_IN_LINE", 0.01)
    answer = api(meera).post("/api/v1/count/", {"pair": long_pair(5)})
    assert answer.status_code == 429
    assert answer["Retry-After"] == "5"
    assert "generating sentences for others" in answer.json()["error"]["message"]


def test_a_pairs_page_says_so_too(client_of, rated, meera, monkeypatch, somebody_at_work):
    monkeypatch.setattr(turns, "SECONDS_IN_LINE", 0.01)
    pair = rated.pairs.get()
    for part in ("counts/", "sentences/", "explain/?text=Saturday"):
        answer = client_of(meera).get(f"/pairs/{pair.pk}/{part}")
        assert (answer.status_code, answer["Retry-After"]) == (503, "5"), part
        assert "generating sentences for others" in answer.content.decode()
    # Inside of the pair's page the words must arrive, and htmx takes nothing but a good answer.
    inside = client_of(meera).get(f"/pairs/{pair.pk}/counts/", headers={"HX-Request": "true"})
    assert (inside.status_code, "for others" in inside.content.decode()) == (200, True)


def test_only_a_few_wait_in_line(api, meera, monkeypatch, somebody_at_work):
    """Threads are left for judges: who comes fourth is refused at once, however long others would wait."""
    monkeypatch.setattr(turns, "_in_line", threading.BoundedSemaphore(1))
    turns._in_line.acquire()
    start = time.monotonic()
    assert api(meera).post("/api/v1/count/", {"pair": long_pair(5)}).status_code == 429
    assert time.monotonic() - start < turns.SECONDS_IN_LINE


def test_pairs_sent_to_be_loaded_take_a_turn_and_leave_nothing_when_time_is_up(api, meera, monkeypatch):
    monkeypatch.setattr(turns, "SECONDS_AT_WORK", 0)
    sent = {"collection": "Mine", "pairs": [long_pair(5)]}
    answer = api(meera).post("/api/v1/pairs/", sent)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "too_long")
    assert not Upload.objects.exclude(state=UploadState.DISCARDED).exists()
    assert not Pair.objects.filter(collection__name="Mine").exists()
    monkeypatch.undo()
    assert api(meera).post("/api/v1/pairs/", sent).status_code == 201


def test_pairs_are_not_analysed_while_others_have_the_turn(api, meera, monkeypatch, somebody_at_work):
    monkeypatch.setattr(turns, "SECONDS_IN_LINE", 0.01)
    answer = api(meera).post("/api/v1/pairs/", {"collection": "Mine", "pairs": [long_pair(5)]})
    assert answer.status_code == 429
    assert not Upload.objects.exists()
