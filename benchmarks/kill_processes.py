"""The faults of ``soak_faults``: processes of the site, or its own PostgreSQL, are killed with kill -9.

Only processes that the soak started itself are ever killed.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psutil
import psycopg

from benchmarks.rating_site import Site
from tests.postgres import TemporaryPostgres
from tests.site.real_site import command_line_of


class Victim:
    """A site with its database, and the ways to hurt them."""

    def __init__(self, site: Site, server: TemporaryPostgres | None, database: str) -> None:
        self.site = site
        self.server = server
        self.database = database

    @property
    def faults(self) -> list[str]:
        return ["web process", "worker", "server", *(["database"] if self.server else [])]

    def hurt(self, fault: str) -> None:
        actions = {
            "web process": self.kill_web_process,
            "worker": self.kill_worker,
            "server": self.kill_server,
            "database": self.kill_database,
        }
        actions[fault]()

    def kill_web_process(self) -> None:
        self._children("gunicorn")[0].children()[0].kill()

    def kill_server(self) -> None:
        """Gunicorn with all its processes, none of them having a chance to say goodbye."""
        (server,) = self._children("gunicorn")
        server.suspend()
        for process in [*server.children(recursive=True), server]:
            process.kill()

    def kill_worker(self) -> None:
        for worker in self._children("worker"):
            worker.kill()

    def kill_database(self) -> None:
        assert self.server
        self.server.kill()
        self.server.start()

    def _children(self, word: str) -> list[psutil.Process]:
        """The supervisor's processes with this word in their command; waits for one that is being restarted."""
        assert self.site.process
        while not (found := [child for child in self.site.process.children() if word in command_line_of(child)]):
            time.sleep(0.05)
        return found

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """Look into the database past the site."""
        if self.server:
            with psycopg.connect(self.database, autocommit=True) as connection:
                return connection.execute(query).fetchall()  # type: ignore[arg-type]
        with closing(sqlite3.connect(self.database.removeprefix("sqlite:///"), timeout=30)) as file:
            return file.execute(query).fetchall()

    def let_leases_run_out(self) -> None:
        """As if a minute had passed: jobs of killed workers may be taken up by others."""
        moment = "now() - interval '1 minute'" if self.server else "datetime('now', '-1 minute')"
        change = f"UPDATE evaluation_job SET leased_until = {moment} WHERE state = 'running'"
        if self.server:
            with psycopg.connect(self.database, autocommit=True) as connection:
                connection.execute(change)  # type: ignore[arg-type]
            return
        with closing(sqlite3.connect(self.database.removeprefix("sqlite:///"), timeout=30)) as file:
            file.execute(change)
            file.commit()


@contextmanager
def victim(kind: str, folder: Path) -> Iterator[Victim]:
    """A site to be hurt, up and running on an empty database of this kind."""
    if kind == "sqlite":
        yield from _with_site(None, f"sqlite:///{folder}/faults.sqlite3")
        return
    with TemporaryPostgres() as server:
        yield from _with_site(server, server.url)


def _with_site(server: TemporaryPostgres | None, database: str) -> Iterator[Victim]:
    site = Site(database, "--web", "2", "--workers", "1")
    try:
        site.start()
        yield Victim(site, server, database)
    finally:
        site.stop()
        site.data.cleanup()
