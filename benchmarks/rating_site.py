"""The shipped server on a database of its own, for the rating benchmarks: started, measured, killed, started again."""

from __future__ import annotations

import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import psutil

ROOT = Path(__file__).resolve().parent.parent
SECONDS_TO_START = 180


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def database(kind: str) -> Iterator[tuple[str, int | None]]:
    """The address of an empty database and, for PostgreSQL, the process that serves it."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory(prefix="cswitch-bench-") as folder:
            yield f"sqlite:///{folder}/bench.sqlite3", None
        return
    from tests.postgres import TemporaryPostgres

    with TemporaryPostgres() as server:
        assert server.process
        yield server.url, server.process.pid


def environment(database_url: str, data: str) -> dict[str, str]:
    return os.environ | {
        "DATABASE_URL": database_url,
        "DATA_DIR": data,
        "PYTHONWARNINGS": "ignore",
    }


class Site:
    """``manage.py serve`` as it is shipped, on a free port."""

    def __init__(self, database_url: str, *options: str) -> None:
        self.port = free_port()
        self.data = tempfile.TemporaryDirectory(prefix="cswitch-bench-data-")
        self.environment = environment(database_url, self.data.name)
        self.options = options
        self.process: psutil.Popen | None = None
        self.log = Path(self.data.name) / "log"

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port), "--workers", "0", *self.options]
        with self.log.open("ab") as log:
            # In a session of its own, so that nobody but the site is killed if it will not stop.
            self.process = psutil.Popen(
                command, cwd=ROOT, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )
        self.wait_until_it_answers()

    def wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < deadline:
            try:
                with urlopen(f"{self.address}/healthz", timeout=2) as answer:
                    answer.read()
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"The site did not start:\n{self.log.read_text()}")

    def stop(self) -> None:
        if self.process and self.process.is_running():
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(40)
            except psutil.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)

    def kill_one_web_process(self) -> int:
        """End a process that answers requests, as the system would when memory is short; gives its number."""
        assert self.process
        answering = [child for child in self.process.children(recursive=True) if not child.children()]
        answering[0].kill()
        return int(answering[0].pid)

    def cpu_seconds(self) -> float:
        assert self.process
        return cpu_seconds(self.process.pid)


def cpu_seconds(pid: int) -> float:
    """Of a process and all its children, dead ones included."""
    process = psutil.Process(pid)
    total = 0.0
    for one in [process, *process.children(recursive=True)]:
        times = one.cpu_times()
        total += times.user + times.system
        total += times.children_user + times.children_system
    return total


def end_properly_when_told_to() -> None:
    """A terminated benchmark leaves by its ``finally`` clauses, so that no site of its own stays behind."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


@contextmanager
def running_site(kind: str, *options: str) -> Iterator[tuple[Site, int | None]]:
    """A site on a fresh database, to be started; stopped afterwards."""
    with database(kind) as (url, database_pid):
        site = Site(url, *options)
        try:
            yield site, database_pid
        finally:
            site.stop()
            site.data.cleanup()
