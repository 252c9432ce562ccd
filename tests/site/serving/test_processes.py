"""Processes that die or are replaced, while the site can be reached all the time."""

import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import psutil
from django.conf import settings

from tests.site.real_site import Site, command_line_of, eventually, own_database


def pids(processes) -> set[int]:
    return {process.pid for process in processes}


def test_a_killed_web_process_is_replaced(site):
    (arbiter,) = site.children("gunicorn")
    # The site is ready with its first web process; the others may still be starting.
    eventually(lambda: len(arbiter.children()) == settings.WEB_PROCESSES, "all web processes")
    killed = arbiter.children()
    for process in killed:
        process.kill()

    eventually(lambda: len(pids(arbiter.children()) - pids(killed)) == len(killed), "as many new ones")
    assert site.answers()


def test_a_killed_server_is_started_again_and_requests_meanwhile_wait(site):
    (arbiter,) = site.children("gunicorn")
    # Before its children are listed, or it might start another one meanwhile.
    arbiter.suspend()
    family = [arbiter, *arbiter.children()]
    for process in family:
        process.kill()

    # The supervisor holds the socket: this request is not refused, it waits for the new server.
    assert site.answers()
    assert pids(site.children("gunicorn")).isdisjoint(pids(family))


def test_a_killed_worker_is_started_again(site):
    (worker,) = site.children("worker")
    worker.kill()

    eventually(lambda: pids(site.children("worker")) - {worker.pid}, "a new worker")


def test_a_reload_exchanges_every_process_without_a_failed_request(site):
    before = pids(site.family())
    outcomes, enough = [], threading.Event()

    def ask() -> None:
        # On a new connection each time, as any server may close one that is idle just when it is used again.
        with site.browser() as browser:
            while not enough.is_set():
                try:
                    outcomes.append(browser.get("/healthz", headers={"Connection": "close"}).status_code)
                except httpx.TransportError as error:
                    outcomes.append(repr(error))

    people = [threading.Thread(target=ask) for _ in range(3)]
    for person in people:
        person.start()
    site.supervisor.send_signal(signal.SIGHUP)
    eventually(lambda: before.isdisjoint(pids(site.family())) and len(site.family()) >= 4, "all processes are new")
    enough.set()
    for person in people:
        person.join()

    assert set(outcomes) == {200}


def test_the_site_ends_gently_and_leaves_nothing_behind(tmp_path):
    with own_database(tmp_path) as database, Site(tmp_path, database, "--web", "1", "--workers", "2") as site:
        family = site.family()
        assert len(site.children("worker")) == 2
        site.supervisor.send_signal(signal.SIGTERM)

        assert site.supervisor.wait(60) == 0
        assert "CSwitch has stopped." in site.words()
        assert not any(process.is_running() for process in family)


def test_when_the_supervisor_is_killed_its_processes_end_and_a_new_one_waits_for_the_port(tmp_path):
    """Its processes finish what they do, and hold the socket meanwhile; here they are stopped until we let them go."""
    with own_database(tmp_path) as database, Site(tmp_path, database, "--web", "1") as site:
        family = site.family()
        for process in family:
            process.suspend()
        site.supervisor.kill()
        site.supervisor.wait()
        port = site.url.rpartition(":")[2]
        second = Site(tmp_path, database, "--web", "1", "--workers", "0", "--port", port)
        with ThreadPoolExecutor(1) as pool, ExitStack() as stack:
            start = pool.submit(stack.enter_context, second)
            eventually(lambda: start.done() or "waiting for its port" in second.words(), "the second one waits")
            for process in family:
                process.resume()
            assert start.result().url == site.url
            assert second.answers()
        eventually(lambda: not any(is_up(process) for process in family), "every process of the first has ended")


def is_up(process: psutil.Process) -> bool:
    return process.is_running() and bool(command_line_of(process))
