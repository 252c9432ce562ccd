"""Writers to SQLite stand in a queue before its write lock, and wait for the disk behind it."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.db.utils import OperationalError

from evaluation.config.sqlite3.queue import first_of_the_queue
from evaluation.services.support.database_away import is_database_away
from tests.site.serving.writer import Writer

# About SQLite alone, on files of its own.
pytestmark = pytest.mark.django_db

ADD = """
import sys, threading
from tests.site.serving.writer import Writer
def add():
    writer = Writer(sys.argv[1])
    for _ in range(20):
        with writer.transaction():
            count = writer.fetch("SELECT count FROM counter")
            writer.run("UPDATE counter SET count = %s", [count + 1])
    writer.close()
threads = [threading.Thread(target=add) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
"""
STAND_FIRST = """
import sys, time
from evaluation.config.sqlite3.queue import first_of_the_queue
with first_of_the_queue(sys.argv[1]):
    print("first", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def path(tmp_path):
    writer = Writer(tmp_path / "counted.sqlite3")
    writer.run("CREATE TABLE counter (count integer)")
    writer.run("INSERT INTO counter VALUES (0)")
    writer.close()
    return tmp_path / "counted.sqlite3"


@pytest.fixture
def writer(path):
    """Makes writers: ``writer(seconds)``."""
    made = []

    def make(seconds: float = 60) -> Writer:
        made.append(Writer(path, seconds))
        return made[-1]

    yield make
    for each in made:
        each.close()


def python(code: str, path: Path, **options):
    return subprocess.Popen([sys.executable, "-c", code, str(path)], env={**os.environ, "PYTHONPATH": "."}, **options)


def test_threads_of_several_processes_write_one_after_the_other(path, writer):
    processes = [python(ADD, path) for _ in range(3)]

    assert [process.wait(120) for process in processes] == [0, 0, 0]
    assert writer().fetch("SELECT count FROM counter") == 3 * 4 * 20


def test_a_writer_who_waits_too_long_is_told_that_the_database_is_locked(writer):
    importing, judge = writer(), writer(seconds=0.2)
    with importing.transaction():
        importing.run("UPDATE counter SET count = 5")
        with pytest.raises(OperationalError, match="database is locked") as told, judge.transaction():
            pass
    assert is_database_away(told.value)
    with judge.transaction():
        judge.run("UPDATE counter SET count = count + 1")
    assert judge.fetch("SELECT count FROM counter") == 6


def test_those_who_stand_behind_a_writer_who_gave_up_are_told_as_well(writer):
    importing, told = writer(), []

    def wait() -> None:
        judge = writer(seconds=0.2)
        try:
            with judge.transaction():
                pass
        except OperationalError as error:
            told.append(str(error))

    judges = [threading.Thread(target=wait) for _ in range(5)]
    with importing.transaction():
        for judge in judges:
            judge.start()
        for judge in judges:
            judge.join(60)
    assert told == ["database is locked"] * 5


def test_a_long_transaction_does_not_stand_in_the_queue(path, writer):
    importing = writer()
    with importing.transaction(), first_of_the_queue(str(path)):
        importing.run("UPDATE counter SET count = 7")
        importing.connection.savepoint()
    assert importing.fetch("SELECT count FROM counter") == 7


def test_a_killed_process_leaves_the_queue(path, writer):
    with python(STAND_FIRST, path, stdout=subprocess.PIPE) as first:
        assert first.stdout.readline() == b"first\n"
        first.send_signal(signal.SIGKILL)
    judge = writer()
    with judge.transaction():
        judge.run("UPDATE counter SET count = 8")
    assert judge.fetch("SELECT count FROM counter") == 8


def test_a_statement_outside_transactions_stands_in_the_queue(path, writer):
    judge, done = writer(), threading.Event()
    judge.fetch("SELECT count FROM counter")

    def add() -> None:
        judge.run("UPDATE counter SET count = count + 1")
        done.set()

    adding = threading.Thread(target=add)
    with first_of_the_queue(str(path)):
        adding.start()
        assert not done.wait(0.2)
        # Whoever only reads waits for nobody.
        assert writer().fetch("SELECT count FROM counter") == 0
    adding.join(60)
    assert judge.fetch("SELECT count FROM counter") == 1


def test_a_statement_outside_transactions_waits_for_the_lock_and_is_done_once(writer):
    importing, judge = writer(), writer()
    adding = threading.Thread(target=judge.run, args=("UPDATE counter SET count = count + 1",))
    judge.fetch("SELECT count FROM counter")
    with importing.transaction():
        importing.run("UPDATE counter SET count = 5")
        adding.start()
        adding.join(0.2)
        assert adding.is_alive()
    adding.join(60)
    assert judge.fetch("SELECT count FROM counter") == 6


def test_a_row_inserted_outside_transactions_gives_back_its_number(writer):
    judge, other = writer(), writer(seconds=0.2)
    with judge.connection.cursor() as cursor:
        cursor.execute("INSERT INTO counter VALUES (%s) RETURNING rowid", [9])
        assert cursor.fetchone() == (2,)
    with other.transaction():
        other.run("DELETE FROM counter WHERE count = 9")
    assert judge.fetch("SELECT count(*) FROM counter") == 1


def test_a_statement_outside_transactions_that_waits_too_long_is_told_so(writer):
    importing, judge = writer(), writer(seconds=0.2)
    with importing.transaction():
        importing.run("UPDATE counter SET count = 5")
        with pytest.raises(OperationalError, match="database is locked"):
            judge.run("UPDATE counter SET count = 6")
    assert judge.fetch("PRAGMA busy_timeout") == 200


def test_a_process_forked_by_the_first_of_the_queue_does_not_stay_in_it(path):
    reading, writing = os.pipe()
    with first_of_the_queue(str(path)):
        child = os.fork()
        if child == 0:
            os.read(reading, 1)
            os._exit(0)
    with first_of_the_queue(str(path)):
        os.write(writing, b"1")
    assert os.waitpid(child, 0)[1] == 0


def test_statements_outside_transactions_wait_as_long_as_before(writer):
    judge = writer(seconds=20)
    judge.fetch("SELECT count FROM counter")
    before = judge.fetch("PRAGMA busy_timeout")
    with judge.transaction():
        inside = judge.fetch("PRAGMA busy_timeout")
    assert (before, inside, judge.fetch("PRAGMA busy_timeout")) == (20_000, 20_000, 20_000)


def test_a_full_disk_is_a_database_that_is_away(path, writer, monkeypatch):
    def full(*_arguments: object) -> int:
        raise OSError(28, "No space left on device")

    judge = writer()
    judge.fetch("SELECT count FROM counter")
    monkeypatch.setattr("evaluation.config.sqlite3.queue.os.open", full)
    with pytest.raises(OperationalError, match="No space left on device") as told, judge.transaction():
        pass
    assert is_database_away(told.value)


@pytest.fixture
def disk(monkeypatch):
    """A list of functions that are called when a log is to be written to the disk, before it is."""
    calls = []

    def sync(opened: int) -> None:
        for call in calls:
            call()
        os.fsync(opened)

    monkeypatch.setattr("evaluation.config.sqlite3.log.sync", sync)
    return calls


def test_what_was_answered_is_on_the_disk_and_others_need_not_wait_for_it(path, writer, disk, tmp_path):
    judge, other = writer(), writer(seconds=0.2)
    copied = tmp_path / "copied.sqlite3"

    def while_the_disk_writes() -> None:
        if not copied.exists():
            shutil.copy(f"{path}-wal", f"{copied}-wal")
            shutil.copy(path, copied)
            with other.transaction():
                other.run("UPDATE counter SET count = count + 100")

    disk.append(while_the_disk_writes)
    with judge.transaction():
        judge.run("UPDATE counter SET count = 8")

    on_the_disk = Writer(copied)
    assert on_the_disk.fetch("SELECT count FROM counter") == 8
    on_the_disk.close()
    assert judge.fetch("SELECT count FROM counter") == 108


def test_a_transaction_that_the_disk_did_not_take_is_not_reported_as_done(writer, disk):
    def broken() -> None:
        raise OSError(5, "Input/output error")

    judge = writer()
    disk.append(broken)
    with pytest.raises(OperationalError, match="write the log to the disk: Input/output error"), judge.transaction():
        judge.run("UPDATE counter SET count = 8")


def test_statements_outside_transactions_are_on_the_disk_whatever_became_of_the_transaction_before(writer):
    def synchronous() -> int:
        return judge.fetch("PRAGMA synchronous")

    judge, importing = writer(seconds=0.1), writer()
    levels = [synchronous()]
    with judge.transaction():
        judge.run("UPDATE counter SET count = 8")
    levels.append(synchronous())
    with pytest.raises(ZeroDivisionError), judge.transaction():
        raise ZeroDivisionError
    levels.append(synchronous())
    with importing.transaction(), pytest.raises(OperationalError, match="locked"), judge.transaction():
        pass
    levels.append(synchronous())

    assert levels == [2, 2, 2, 2]


def test_without_a_log_sqlite_waits_for_the_disk_itself(path, writer, disk):
    judge = writer()
    judge.run("PRAGMA journal_mode=DELETE")
    judge.close()
    own = Writer(path)
    own.connection.settings_dict["OPTIONS"]["init_command"] = "PRAGMA synchronous=FULL"
    disk.append(lambda: pytest.fail("There is no log."))
    with own.transaction():
        own.run("UPDATE counter SET count = 8")
        assert own.fetch("PRAGMA synchronous") == 2
    own.close()
