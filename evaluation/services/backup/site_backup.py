"""Making a backup of the whole site, and restoring it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.translation import gettext as _

from evaluation.services import audit
from evaluation.services.backup import archive, postgresql, sqlite
from evaluation.services.errors import Refused
from evaluation.services.support import running_sites

FORMAT = 1


def make(*, path: Path) -> dict[str, Any]:
    """Write a backup; returns its manifest. The file appears under its name only when it is whole."""
    if path.exists():
        raise Refused(_("%(path)s exists. Choose another name, or remove it first.") % {"path": path})
    with working_folder() as folder:
        manifest = {
            "format": FORMAT,
            "made_at": timezone.now().isoformat(),
            "database": connection.vendor,
            "migrations": migrations(),
            "tables": database_module().dump(folder),
        }
        copy_files(Path(settings.MEDIA_ROOT), folder / "files")
        archive.pack(folder, path, manifest)
    audit.record(None, "backup.made", path.name)
    return manifest


def restore(*, path: Path) -> dict[str, Any]:
    """Put the site back as the backup has it; files that the backup does not know stay where they are."""
    with working_folder() as folder:
        manifest = archive.unpack(path, folder)
        refuse_unless_it_fits(manifest)
        database_module().check(folder)
        was_replaced = database_module().load(folder, manifest)
        if (folder / "files").is_dir():
            shutil.copytree(folder / "files", settings.MEDIA_ROOT, dirs_exist_ok=True)
    if was_replaced:
        # Running processes still hold the file that was there before.
        running_sites.restart_all()
    audit.record(None, "backup.restored", path.name, made_at=manifest["made_at"])
    return manifest


@contextmanager
def working_folder() -> Iterator[Path]:
    """A folder for the unpacked backup, beside the data: there is room for it, unlike in a container's /tmp."""
    Path(settings.DATA_DIR).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="backup-", dir=settings.DATA_DIR) as name:
        yield Path(name)


def database_module() -> ModuleType:
    return postgresql if connection.vendor == "postgresql" else sqlite


def migrations() -> list[str]:
    """The migrations that the database has."""
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied)


def known_migrations() -> list[str]:
    """The migrations that this version of the program has."""
    from django.db.migrations.loader import MigrationLoader

    return sorted(f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations)


def refuse_unless_it_fits(manifest: dict[str, Any]) -> None:
    if manifest.get("format") != FORMAT:
        raise Refused(_("This backup has format %(format)s; this version reads 1.") % manifest)
    if manifest["database"] != connection.vendor:
        raise Refused(
            _("This backup is of %(theirs)s, and DATABASE_URL names %(ours)s. Nothing was changed.")
            % {"theirs": manifest["database"], "ours": connection.vendor}
        )
    if manifest["migrations"] != known_migrations():
        differ = ", ".join(sorted(set(manifest["migrations"]) ^ set(known_migrations())))
        raise Refused(
            _("Another version made this backup (%(differ)s differ). Restore it with that version, then upgrade.")
            % {"differ": differ}
        )


def copy_files(source: Path, target: Path) -> None:
    """Uploads and exports, but none that is half written; a file that vanishes meanwhile is not missed."""
    for path in sorted(source.rglob("*")):
        if path.is_file() and path.suffix != ".part":
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                shutil.copyfile(path, copy)
