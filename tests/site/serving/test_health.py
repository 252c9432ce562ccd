import resource
from contextlib import contextmanager

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from evaluation.pages.health import views

pytestmark = pytest.mark.both_databases


def test_health_asks_nothing_of_the_database(client):
    """No database mark on this test: a query would fail it."""
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.django_db
def test_it_is_ready_with_every_migration(client):
    assert client.get("/readyz").json() == {"ready": True}


@pytest.mark.django_db
def test_it_is_not_ready_with_a_migration_missing_and_says_which(client):
    MigrationRecorder(connection).record_unapplied("evaluation", "0001_initial")
    answer = client.get("/readyz")

    assert answer.status_code == 503
    assert "evaluation.0001_initial" in answer.json()["migrations"]


@pytest.mark.django_db
def test_it_is_not_ready_without_its_database_and_gives_nothing_away(client, monkeypatch):
    def away() -> list[str]:
        raise OperationalError("password authentication failed for user cswitch at 10.0.0.7")

    monkeypatch.setattr(views, "missing_migrations", away)
    answer = client.get("/readyz")

    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "why": "the database does not answer"}


@contextmanager
def room_for(most: int):
    """A file of this process may have so many bytes: what fits of a write is taken, the rest refused."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.django_db
@pytest.mark.parametrize("room", [0, 10_000])
def test_it_is_not_ready_with_a_full_disk(client, room):
    with room_for(room):
        answer = client.get("/readyz")

    assert (answer.status_code, answer.json()) == (503, {"ready": False, "why": "the disk takes no writes"})


@pytest.mark.django_db
def test_it_is_not_ready_where_it_cannot_write_and_leaves_nothing_where_it_can(client, settings, tmp_path):
    assert client.get("/readyz").json() == {"ready": True}
    assert list(settings.DATA_DIR.iterdir()) == []

    (tmp_path / "file").touch()
    settings.DATA_DIR = tmp_path / "file" / "data"
    assert client.get("/readyz").status_code == 503
