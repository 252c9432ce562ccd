"""What is done before the site serves: migrate the database, collect the static files."""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.db import connection

# Any number, as long as no other program in this database uses it.
MIGRATION_LOCK = 20170711
# A second viewer of the API's description that comes with the first: four megabytes that no page uses.
UNUSED = ["redoc"]


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a lock on the folder; other processes on this machine that prepare it wait."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "serve.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Hold a lock for the preparation: several sites may start at once, with PostgreSQL also on several machines."""
    with locked(Path(settings.DATA_DIR)):
        if connection.vendor != "postgresql":
            yield
            return
        # In a transaction of its own, for through PgBouncer a lock that outlives one could not be given back.
        apart = connection.copy()
        try:
            apart.set_autocommit(False)
            with apart.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATION_LOCK])
            yield
        finally:
            apart.rollback()
            apart.close()


def bring_database_up_to_date() -> None:
    call_command("migrate", interactive=False, verbosity=0)
    # Sessions that have ended would otherwise stay for ever.
    call_command("clearsessions")


def collect_static_files() -> bool:
    """Hash and compress what the browser gets; false if that was done before for exactly these files.

    In development the files are served from where they lie, so that a change is seen at once.
    """
    folder = Path(settings.STATIC_ROOT)
    if settings.WHITENOISE_USE_FINDERS:
        folder.mkdir(parents=True, exist_ok=True)
        return False
    wanted = digest_of_static_files()
    # Before the lock, because in a container the folder may be read-only.
    if is_collected(folder, wanted):
        return False
    with locked(folder):
        if not is_collected(folder, wanted):
            call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=UNUSED)
            (folder / ".collected").write_text(wanted)
    return True


def is_collected(folder: Path, wanted: str) -> bool:
    mark = folder / ".collected"
    return mark.exists() and mark.read_text() == wanted


def digest_of_static_files() -> str:
    whole = hashlib.sha256()
    for name, path in sorted(static_files()):
        whole.update(f"{name}\0".encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def static_files() -> Iterator[tuple[str, Path]]:
    for finder in finders.get_finders():
        for name, storage in finder.list(UNUSED):
            yield name, Path(storage.path(name))
