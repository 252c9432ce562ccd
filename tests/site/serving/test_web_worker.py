"""What our web process does differently from gunicorn's: connections are shared out, and idle ones end soon with it."""

import socket
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


@pytest.fixture
def listener():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        yield listener


def process_with(connections: int) -> web_worker.Worker:
    process = web_worker.Worker.__new__(web_worker.Worker)
    process.cfg, process.nr_conns = SimpleNamespace(is_ssl=False), connections
    process.enqueue_req = lambda connection: connection.sock.close()
    return process


def test_judges_who_come_together_are_shared_out_among_the_processes(listener, monkeypatch):
    processes = [process_with(0), process_with(0), process_with(0)]

    def others_while_one_waits(seconds):
        """All see a new connection at once; while one waits, those that wait less are served first."""
        monkeypatch.setattr(web_worker.time, "sleep", lambda _seconds: None)
        for process in sorted(processes, key=lambda process: process.nr_conns):
            if process.nr_conns * web_worker.SECONDS_PER_CONNECTION < seconds:
                process.accept(listener)

    for _judge in range(9):
        monkeypatch.setattr(web_worker.time, "sleep", others_while_one_waits)
        with socket.create_connection(listener.getsockname()):
            processes[0].accept(listener)

    assert [process.nr_conns for process in processes] == [3, 3, 3]


def test_a_process_with_many_connections_takes_another_if_nobody_else_does(listener):
    crowded = process_with(1_000)

    with socket.create_connection(listener.getsockname()):
        crowded.accept(listener)

    assert crowded.nr_conns == 1_001
