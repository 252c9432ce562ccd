"""Kinds of jobs for the tests, and workers in processes of their own."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from django.db import connection

from evaluation.services.jobs import kinds


@pytest.fixture
def kind(monkeypatch):
    """Register a function as a kind for one test: ``kind("count", run, on_stop=...)``."""

    def register(name, run, **options):
        kinds.job_kind(name, **options)(run)
        added.append(name)

    added = []
    yield register
    for name in added:
        kinds._KINDS.pop(name)


class OtherProcesses:
    """Workers beside this process, on a database they can reach: a copy on disk of SQLite's, PostgreSQL's itself."""

    def __init__(self, tmp_path, settings):
        self._settings, self._path, self._started = settings, tmp_path / "copy.sqlite3", []
        self.is_sqlite = connection.vendor == "sqlite"

    def share_database(self):
        if self.is_sqlite:
            connection.ensure_connection()
            with closing(sqlite3.connect(self._path)) as copy:
                connection.connection.backup(copy)

    @property
    def url(self):
        if self.is_sqlite:
            return f"sqlite:///{self._path}"
        name = connection.settings_dict
        return f"postgres://{name['USER']}@{name['HOST']}:{name['PORT']}/{name['NAME']}"

    def start_worker(self, *options, program=("manage.py",)):
        environment = os.environ | {"DATABASE_URL": self.url, "DATA_DIR": str(self._settings.DATA_DIR)}
        command = [sys.executable, *program, "worker", "--skip-checks", *options]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        self._started.append(process)
        return process

    def ask(self, sql, *arguments):
        """Rows of the database that the workers see."""
        if self.is_sqlite:
            with closing(sqlite3.connect(self._path, timeout=20)) as copy, copy:
                return copy.execute(sql, arguments).fetchall()
        with connection.cursor() as cursor:
            cursor.execute(sql.replace("?", "%s"), arguments)
            return cursor.fetchall() if cursor.description else []

    def end(self):
        for process in self._started:
            if process.poll() is None:
                process.kill()
            process.wait(30)


@pytest.fixture
def other_processes(transactional_db, tmp_path, settings):
    processes = OtherProcesses(tmp_path, settings)
    yield processes
    processes.end()
