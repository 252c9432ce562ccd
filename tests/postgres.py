"""A PostgreSQL of our own for the tests: started in a temporary folder, stopped and removed afterwards.

``python -m tests.postgres COMMAND …`` runs a command with DATABASE_URL pointing at one. Nothing but servers started
here is ever stopped or killed.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType


class NoPostgres(RuntimeError):  # noqa: N818  (what is the matter)
    """PostgreSQL's server programs are not installed."""


def programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    raise NoPostgres("PostgreSQL is not installed: on Debian, `apt-get install postgresql`.")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class TemporaryPostgres:
    """One cluster in a temporary folder; as the user `postgres` where we are root, as whom PostgreSQL will not run."""

    def __init__(self) -> None:
        self.bin = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="cswitch-pg-"))
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self._owner = pwd.getpwnam("postgres") if os.geteuid() == 0 else None

    @property
    def url(self) -> str:
        return f"postgres://tester@127.0.0.1:{self.port}/postgres"

    def __enter__(self) -> TemporaryPostgres:
        if self._owner:
            os.chown(self.folder, self._owner.pw_uid, self._owner.pw_gid)
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "tester", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, *settings: str) -> None:
        chosen = [f"-c{setting}" for setting in ("max_connections=300", "listen_addresses=127.0.0.1", *settings)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.bin / "postgres", "-D", self.folder / "data", "-p", str(self.port), "-k", self.folder, *chosen],
                stdout=log,
                stderr=log,
                **self._identity(),
            )
        self._wait()

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(30)

    def kill(self) -> None:
        """End the server as a power cut would."""
        assert self.process
        # Stopped first, or it would start new children while the old ones are being killed.
        self.process.send_signal(signal.SIGSTOP)
        children = self._children()
        for child in children:
            os.kill(child, signal.SIGKILL)
        self.process.kill()
        self.process.wait(30)
        # The next server refuses to start while one of them still holds the shared memory.
        while any(self._is_up(child) for child in children):
            time.sleep(0.01)

    def _is_up(self, pid: int) -> bool:
        try:
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False

    def _children(self) -> list[int]:
        assert self.process
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in listed.split()]

    def _identity(self) -> dict[str, int]:
        return {"user": self._owner.pw_uid, "group": self._owner.pw_gid} if self._owner else {}

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self.bin / program, *arguments], check=True, capture_output=True, cwd=self.folder, **self._identity()
        )

    def _wait(self) -> None:
        assert self.process
        deadline = time.monotonic() + 60
        ready = [self.bin / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(ready, check=False).returncode:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((self.folder / "log").read_text(errors="replace"))
            time.sleep(0.05)


def main() -> int:
    # Tests may be torn to pieces; durability of a throw-away cluster would only slow them down.
    with TemporaryPostgres() as server:
        server.stop()
        server.start("fsync=off", "synchronous_commit=off", "full_page_writes=off")
        return subprocess.run(sys.argv[1:], env=os.environ | {"DATABASE_URL": server.url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
