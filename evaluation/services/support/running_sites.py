"""Which sites run on this DATA_DIR: each supervisor keeps a locked file with its process id there."""

from __future__ import annotations

import fcntl
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings


@contextmanager
def registered() -> Iterator[None]:
    """Have this supervisor known to `restart_all`. The lock ends with the process, however that ends."""
    for left_behind in pid_files():
        if not is_locked(left_behind):
            left_behind.unlink(missing_ok=True)
    path = Path(settings.DATA_DIR) / f"serve-{os.getpid()}.pid"
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(str(os.getpid()))
        file.flush()
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def was_one_killed() -> bool:
    """Whether a supervisor ended without removing its file; its processes may still be ending."""
    return any(not is_locked(path) for path in pid_files())


def restart_all() -> None:
    """Tell every running supervisor (by SIGHUP) to replace its processes by new ones."""
    for path in pid_files():
        if is_locked(path):
            os.kill(int(path.read_text()), signal.SIGHUP)


def pid_files() -> list[Path]:
    return list(Path(settings.DATA_DIR).glob("serve-*.pid"))


def is_locked(path: Path) -> bool:
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
