"""The processes of the site, each started with its own command and watched by the supervisor."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field

LONGEST_PAUSE = 30.0
# A child that ran this long was healthy: if it dies, it is restarted at once.
HEALTHY_AFTER = 20.0
PR_SET_PDEATHSIG = 1


@dataclass(eq=False)
class Child:
    """A process that should be running. The pause before a restart doubles with each early death."""

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    inherited: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    start_again_at: float = 0.0
    pause: float = 0.0

    def start(self) -> None:
        self.process = subprocess.Popen(  # noqa: S603  (our own programs)
            self.command,
            env=os.environ | self.environment,
            pass_fds=self.inherited,
            # Ctrl-C in a terminal goes to its whole process group; the supervisor alone should get it, and end us.
            start_new_session=True,
            preexec_fn=end_with_parent,
        )
        self.started_at = time.monotonic()

    @property
    def pid(self) -> int:
        return self.process.pid if self.process else 0

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def exit_code(self) -> int | None:
        return self.process.poll() if self.process else None

    def note_death(self) -> float:
        """The process has ended; returns the seconds until it is started again (none if it was healthy before)."""
        was_healthy = time.monotonic() - self.started_at > HEALTHY_AFTER
        self.pause = 0.0 if was_healthy else min(LONGEST_PAUSE, self.pause * 2 or 0.25)
        self.start_again_at = time.monotonic() + self.pause
        self.process = None
        return self.pause

    def send(self, number: signal.Signals) -> None:
        if self.process and self.is_alive:
            self.process.send_signal(number)


def end_with_parent() -> None:
    """Have Linux end this child when the supervisor is killed (kill -9)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
