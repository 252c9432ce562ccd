"""Backups, proven by destroying the database under a running site."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from tests.site.real_site import Site, eventually, own_database

PEOPLE = "from evaluation.models import User; "


def shell(site, code: str) -> str:
    done = site.manage("shell", "--no-imports", "-v", "0", "-c", PEOPLE + code)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def destroy(database: str) -> None:
    """Take away every table of PostgreSQL, or write rubbish over SQLite's file."""
    if database.startswith("postgres"):
        with psycopg.connect(database, autocommit=True) as server:
            server.execute("DROP SCHEMA public CASCADE")
            server.execute("CREATE SCHEMA public")
        return
    path = Path(database.removeprefix("sqlite:///"))
    path.write_bytes(b"rubbish" * 1000)
    for tail in ("-wal", "-shm"):
        path.with_name(path.name + tail).unlink(missing_ok=True)


@pytest.fixture(scope="module")
def own_site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("backup")
    with own_database(folder) as database, Site(folder / "data", database, "--web", "1") as site:
        yield site, database, folder


@pytest.mark.both_databases
def test_a_site_whose_database_was_destroyed_comes_back_whole(own_site):
    site, database, folder = own_site
    shell(site, "User.objects.create_user('asha', password='asha has a password', role='judge')")
    uploads = folder / "data" / "files" / "uploads"
    uploads.mkdir(parents=True)
    (uploads / "pairs.jsonl").write_text("{}\n")
    archive = folder / "first.tar.gz"

    made = site.manage("backup", str(archive))
    assert made.returncode == 0, made.stderr
    assert archive.stat().st_mode & 0o077 == 0
    shell(site, "User.objects.create_user('ravi', role='judge')")
    destroy(database)
    (uploads / "pairs.jsonl").unlink()
    with site.browser() as browser:
        assert browser.get("/readyz").status_code == 503

    restored = site.manage("restore", str(archive), "--yes")
    assert restored.returncode == 0, restored.stderr
    eventually(site.answers, "the running site serves again")
    with site.browser() as browser:
        assert browser.send_form("/sign-in/", username="asha", password="asha has a password").status_code == 302
    assert shell(site, "print(*User.objects.values_list('username', flat=True))") == "asha"
    assert (uploads / "pairs.jsonl").read_text() == "{}\n"
    # Numbers go on where they were: the next person is a new row.
    assert shell(site, "print(User.objects.create_user('lata').pk)") == "2"


@pytest.mark.both_databases(daily="postgresql")
def test_a_backup_made_amid_writing_is_consistent(own_site):
    """While people are added in pairs, every backup has whole pairs."""
    site, _database, folder = own_site
    pairs = (
        "from django.db import transaction\n"
        "for n in range(60):\n"
        "    with transaction.atomic():\n"
        "        User.objects.create(username=f'left-{n}')\n"
        "        User.objects.create(username=f'right-{n}')\n"
    )
    archive = folder / "amid.tar.gz"
    with ThreadPoolExecutor(2) as pool:
        writing = pool.submit(site.manage, "shell", "--no-imports", "-v", "0", "-c", PEOPLE + "\n" + pairs)
        made = pool.submit(site.manage, "backup", str(archive))
        assert made.result().returncode == 0, made.result().stderr
        assert writing.result().returncode == 0, writing.result().stderr

    assert site.manage("restore", str(archive), "--yes").returncode == 0
    count = "print(*[User.objects.filter(username__startswith=side).count() for side in ('left', 'right')])"
    left, right = shell(site, count).split()
    assert left == right
