"""A folder as one compressed file, and back, with a digest for every member."""

from __future__ import annotations

import hashlib
import json
import os
import tarfile
from pathlib import Path
from typing import Any, BinaryIO

from django.utils.translation import gettext as _

from evaluation.services.errors import Refused

MANIFEST = "manifest.json"
# Personal data: for the eyes of whoever made it.
OWNER_ONLY = 0o600


def pack(folder: Path, path: Path, manifest: dict[str, Any]) -> None:
    manifest["digests"] = {name: digest(folder / name) for name in members(folder)}
    (folder / MANIFEST).write_text(json.dumps(manifest, ensure_ascii=False, indent=1))
    part = path.with_name(path.name + ".part")
    try:
        with private(part) as file:
            with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as tar:
                for name in [MANIFEST, *manifest["digests"]]:
                    tar.add(folder / name, arcname=name)
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Refused(_("%(path)s could not be written: %(why)s.") % {"path": path, "why": error.strerror}) from error


def private(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY), "wb")


def unpack(path: Path, folder: Path) -> dict[str, Any]:
    """Unpack and check; the manifest if every member is there and whole."""
    try:
        with tarfile.open(path, mode="r:gz") as tar:
            tar.extractall(folder, filter="data")
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text())
        damaged = [name for name, known in manifest["digests"].items() if digest(folder / name) != known]
    except FileNotFoundError as error:
        raise Refused(_("%(path)s is missing. Nothing was changed.") % {"path": error.filename}) from error
    except (OSError, EOFError, ValueError, KeyError, tarfile.TarError) as error:
        raise Refused(
            _("%(path)s is not a backup, or is damaged (%(why)s). Nothing was changed.") % {"path": path, "why": error}
        ) from error
    if damaged:
        raise Refused(_("%(names)s in this backup is damaged. Nothing was changed.") % {"names": ", ".join(damaged)})
    return manifest


def members(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
