"""Workers as processes: several share the work, and one that is killed loses nothing."""

from __future__ import annotations

import signal
import time
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from evaluation.models import Job, Role, User
from evaluation.services.pairs import uploads
from tests.site.files import many_pairs

ROWS, GOOD = "SELECT count(*) FROM evaluation_uploadrow", "SELECT state, good_rows FROM evaluation_upload"
JOBS = "SELECT state, worker, attempts FROM evaluation_job ORDER BY id"
# A worker that gets stuck in the middle of a file, with one batch of rows written.
STUCK = """
import sys, time
from django.core.management import execute_from_command_line
import os
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evaluation.config.settings")
import django
django.setup()
from evaluation.services import generation
every_row = generation.file_rows

def rows(path, *, name):
    for number, row in enumerate(every_row(path, name=name)):
        if number == 700:
            time.sleep(600)
        yield row

generation.file_rows = rows
execute_from_command_line(["manage.py", *sys.argv[1:]])
"""


@pytest.fixture
def send(transactional_db):
    owner = User.objects.create_user(username="meera", role=Role.RESEARCHER)

    def send(count, name):
        return uploads.receive(collection="Many", owner=owner, name=name, chunks=[many_pairs(count)])

    return send


def wait_until(condition, seconds=240):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.05)


@pytest.mark.both_databases(daily="postgresql")
def test_two_workers_share_the_jobs_and_do_each_once(send, other_processes):
    for number in range(8):
        send(40, f"{number}.jsonl")
    other_processes.share_database()
    workers = [other_processes.start_worker("--once") for _ in range(2)]
    assert [each.wait(240) for each in workers] == [0, 0]
    assert [(state, attempts) for state, _, attempts in other_processes.ask(JOBS)] == [("done", 1)] * 8
    assert other_processes.ask(ROWS) == [(320,)]


@pytest.mark.both_databases(daily="postgresql")
def test_a_killed_workers_job_is_done_again_and_nothing_is_double(send, other_processes):
    send(1_200, "many.jsonl")
    other_processes.share_database()
    first = other_processes.start_worker(program=("-c", STUCK))
    wait_until(lambda: other_processes.ask(ROWS)[0][0] > 0)
    first.send_signal(signal.SIGKILL)
    first.wait(120)
    assert [state for state, _, _ in other_processes.ask(JOBS)] == ["running"]
    other_processes.ask("UPDATE evaluation_job SET leased_until = '2020-01-01 00:00:00'")
    assert other_processes.start_worker("--once").wait(240) == 0
    assert [(state, attempts) for state, _, attempts in other_processes.ask(JOBS)] == [("done", 2)]
    assert other_processes.ask(ROWS) == [(1_200,)]
    assert other_processes.ask(GOOD) == [("checked", 1_200)]


def test_a_worker_ends_when_it_is_asked_to(other_processes):
    other_processes.share_database()
    worker = other_processes.start_worker()
    wait_until(lambda: "SigCgt" in status(worker) and int(status(worker).split("SigCgt:")[1].split()[0], 16) & 1 << 14)
    worker.terminate()
    assert worker.wait(120) == 0


def status(process):
    return Path(f"/proc/{process.pid}/status").read_text()


def test_the_command_does_what_waits_and_says_how_much(send):
    send(3, "few.jsonl")
    said = StringIO()
    call_command("worker", "--once", stdout=said)
    assert "1 job done." in said.getvalue()
    assert Job.objects.get().state == "done"
