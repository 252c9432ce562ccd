"""The site through Debian's PgBouncer in transaction mode, with fewer connections to PostgreSQL than judges."""

from __future__ import annotations

import asyncio
import os
import pwd
import socket
import subprocess
import sys
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest
from django.db import connection

from benchmarks.bench_rating import seed
from benchmarks.rating_judges import Judge, rate_many, some_value
from benchmarks.rating_site import Site
from benchmarks.soak_rating import compare, stored_ratings
from evaluation.serving import preparation
from tests.postgres import free_port
from tests.programs import program
from tests.site.real_site import ROOT, eventually, own_database
from tests.threads import in_a_thread

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="PgBouncer is for PostgreSQL; these run there"),
]

JUDGES, EACH = 8, 12
CONFIGURATION = """
[databases]
* = host={host} port={port} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {ours}
auth_type = any
pool_mode = transaction
default_pool_size = 3
unix_socket_dir =
"""


@contextmanager
def pgbouncer(folder, database: str):
    """PgBouncer in front of a database; its process and the address through it."""
    server, ours = urlsplit(database), free_port()
    words = {"host": server.hostname, "port": server.port, "user": server.username, "ours": ours}
    file = folder / "pgbouncer.ini"
    file.write_text(CONFIGURATION.format(**words))
    # It refuses to run as root, and whoever it runs as must be able to read its file.
    identity = {"user": pwd.getpwnam("postgres").pw_uid, "group": pwd.getpwnam("postgres").pw_gid}
    command = [program("pgbouncer", "pgbouncer"), "/dev/stdin"]
    with file.open() as settings, (folder / "pgbouncer.log").open("wb") as log:
        process = subprocess.Popen(
            command, stdin=settings, stdout=log, stderr=log, **identity if os.geteuid() == 0 else {}
        )
    try:
        eventually(lambda: process.poll() is not None or listens(ours), "PgBouncer listens")
        assert process.poll() is None, (folder / "pgbouncer.log").read_text()
        yield process, f"postgres://{server.username}@127.0.0.1:{ours}{server.path}"
    finally:
        process.terminate()
        process.wait(30)


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def started(site: Site):
    try:
        site.start()
        yield site
    finally:
        site.stop()
        site.data.cleanup()


async def everybody_rates(site: Site, sessions: list[tuple[str, str]]) -> list[Judge]:
    judges = [Judge(site.port, session) for session, _key in sessions]
    await asyncio.gather(*(judge.begin(key) for judge, (_session, key) in zip(judges, sessions, strict=True)))
    await asyncio.gather(*(rate_many(judge, EACH, some_value) for judge in judges))
    return judges


def manage(site: Site, *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_judges_rate_and_a_researcher_exports_through_pgbouncer(tmp_path):
    """Without a failed request; and while PgBouncer is down, people are asked to wait."""
    with (
        own_database(tmp_path) as database,
        pgbouncer(tmp_path, database) as (bouncer, url),
        started(Site(url, "--web", "2")) as site,
    ):
        sessions = seed(site, items=EACH, judges=JUDGES, each=EACH, stored=0)
        judges = in_a_thread(lambda: asyncio.run(everybody_rates(site, sessions)))

        assert sum(judge.retries for judge in judges) == 0
        assert compare(judges, stored_ratings(site)) == {
            "acknowledged": JUDGES * EACH * 2,
            "missing": 0,
            "wrong": 0,
            "twice": 0,
            "changed": 0,
        }
        assert len(manage(site, "export_study", "rated").splitlines()) == 1 + JUDGES * EACH * 2
        manage(site, "backup", str(tmp_path / "site.tar.gz"))

        bouncer.terminate()
        bouncer.wait(30)
        cookies = {"sessionid": sessions[0][0]}
        answer = httpx.get(f"{site.address}/profile/", cookies=cookies, timeout=60)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")


@pytest.mark.django_db(transaction=True)
def test_only_one_site_prepares_the_database_though_its_queries_change_connections():
    here = "(SELECT oid FROM pg_database WHERE datname = current_database())"
    locks = f"SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database = {here}"
    with psycopg.connect(dsn()) as another:
        with preparation.one_at_a_time():
            connection.close()
            assert another.execute(locks).fetchone() == (1,)
        assert another.execute(locks).fetchone() == (0,)


def dsn() -> str:
    own = connection.settings_dict
    return f"postgres://{own['USER']}@{own['HOST']}:{own['PORT']}/{own['NAME']}"
