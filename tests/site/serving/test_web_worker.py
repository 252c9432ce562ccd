"""What our web process does differently from gunicorn's: when it ends, idle connections are closed soon."""

from collections import deque
from types import SimpleNamespace

import pytest

from evaluation.config import web_worker


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(web_worker.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def idle():
    """A connection that would be kept for another fifteen seconds."""
    closed = []
    return SimpleNamespace(timeout=115.0, sock=None, closed=closed, close=lambda: closed.append(True))


@pytest.fixture
def worker(idle):
    worker = web_worker.Worker.__new__(web_worker.Worker)
    worker.alive = True
    worker.keepalived_conns = deque([idle])
    worker.nr_conns = 1
    worker.poller = SimpleNamespace(
        unregister=lambda _sock: None, select=lambda timeout: worker.waits.append(timeout) or []
    )
    worker.waits = []
    return worker


def test_idle_connections_are_kept_while_it_serves(worker, idle, clock):
    clock[0] += 10
    worker.murder_keepalived()

    assert not idle.closed
    worker.wait_for_and_dispatch_events(30.0)
    assert worker.waits == [30.0]


def test_idle_connections_have_two_seconds_once_the_end_has_begun(worker, idle, clock):
    worker.alive = False
    worker.murder_keepalived()
    assert not idle.closed

    clock[0] += web_worker.SECONDS_FOR_THE_IDLE + 0.1
    worker.murder_keepalived()
    assert idle.closed
    assert worker.nr_conns == 0


def test_it_looks_often_once_the_end_has_begun(worker):
    worker.alive = False
    worker.wait_for_and_dispatch_events(30.0)

    assert worker.waits == [0.5]
