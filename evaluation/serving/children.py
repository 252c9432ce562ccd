"""The processes of the site, each started with its own command and watched by the supervisor."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field

LONGEST_REST = 30.0
# A child that lived this long was well; the next death is not the last one's sequel.
SOUND_AFTER = 20.0
PR_SET_PDEATHSIG = 1


@dataclass(eq=False)
class Child:
    """A process that should be running. ``rest`` doubles with each early death, so that a broken one does not spin."""

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    inherited: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    start_again_at: float = 0.0
    rest: float = 0.0

    def start(self) -> None:
        self.process = subprocess.Popen(  # noqa: S603  (our own programs)
            self.command,
            env=os.environ | self.environment,
            pass_fds=self.inherited,
            # Ctrl-C in a terminal goes to its whole group: the supervisor alone should hear it, and end us gently.
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

    def died(self) -> float:
        """Note a death; returns the seconds to rest before the next start (none after a sound life)."""
        was_sound = time.monotonic() - self.started_at > SOUND_AFTER
        self.rest = 0.0 if was_sound else min(LONGEST_REST, self.rest * 2 or 0.25)
        self.start_again_at = time.monotonic() + self.rest
        self.process = None
        return self.rest

    def send(self, number: signal.Signals) -> None:
        if self.process and self.is_alive:
            self.process.send_signal(number)


def end_with_parent() -> None:
    """Ask Linux to end this child when the supervisor is gone without a word (kill -9)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
