"""Whether the folders that the site writes to still take a write."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from django.conf import settings
from django.db import connection

# As much as a rating and its place in SQLite's log take at most; fewer bytes might fit where nothing else does.
PROBE = b"\0" * 65_536


def folders_written_to() -> list[Path]:
    """DATA_DIR, and with SQLite the database's folder, which may be on another disk."""
    folders = [Path(settings.DATA_DIR)]
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and Path(name).is_absolute():
        folders.append(Path(name).parent)
    return list(dict.fromkeys(folders))


def write_a_little() -> None:
    """Write a small file and remove it, in each folder. Raises OSError where the disk is full or read-only."""
    for folder in folders_written_to():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(PROBE)
            file.flush()
            os.fsync(file.fileno())
