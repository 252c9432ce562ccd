"""Keeps the web and worker processes running, and hands signals on.

The supervisor owns the listening socket and lends it to the web processes: whether one is killed or all are replaced by
new ones, the address stays open and requests wait instead of being refused.

SIGTERM, SIGINT   end gently: running requests and steps of jobs are finished; a second signal ends at once
SIGHUP            start new processes (new code, new settings), and when they are ready let the old ones finish
"""

from __future__ import annotations

import logging
import os
import select
import signal
import socket
import time
from collections.abc import Callable, Collection
from contextlib import suppress

from evaluation.serving.children import Child

log = logging.getLogger(__name__)

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD)
ENDING = {signal.SIGTERM, signal.SIGINT}
SECONDS_TO_GET_READY = 120.0
SECONDS_TO_END = 40.0
TICK = 1.0
# Gunicorn's exit codes for an application that cannot be loaded: starting it again would not help.
BOOT_ERRORS = {3, 4}


class CannotStart(RuntimeError):  # noqa: N818  (as in `Refused`: what happened)
    """The web processes ended before they were ready."""


class Supervisor:
    """``make_children(ready_fd)`` describes one set of processes; the web writes to ``ready_fd`` when it can serve."""

    def __init__(self, make_children: Callable[[int], list[Child]]) -> None:
        self.make_children = make_children
        self.children: list[Child] = []
        self.old_children: list[Child] = []
        self._signal_pipe = socket.socketpair()
        self._pending: list[signal.Signals] = []

    def run(self, when_ready: Callable[[], None]) -> None:
        """Start everything and stay until told to end."""
        self._catch_signals()
        try:
            if self._start_all(must_succeed=True):
                when_ready()
                self._watch()
        finally:
            self._take(ENDING)
            self._end(self.children + self.old_children)

    def _catch_signals(self) -> None:
        """Signals become bytes on a socket, so that waiting for them and acting on them is one plain loop."""
        for end in self._signal_pipe:
            end.setblocking(False)
        for number in SIGNALS:
            signal.signal(number, lambda *_: None)
        signal.set_wakeup_fd(self._signal_pipe[1].fileno(), warn_on_full_buffer=False)

    def _wait(self, seconds: float, *also: int) -> list[int]:
        """Sleep until a signal, something to read from ``also``, or the time is up."""
        readable, _, _ = select.select([self._signal_pipe[0].fileno(), *also], [], [], seconds)
        with suppress(BlockingIOError):
            self._pending += [signal.Signals(byte) for byte in self._signal_pipe[0].recv(4096)]
        return [fd for fd in readable if fd in also]

    def _take(self, numbers: Collection[signal.Signals]) -> bool:
        """Whether one of these signals is pending; it no longer is afterwards."""
        others = [number for number in self._pending if number not in numbers]
        was_pending = len(others) < len(self._pending)
        self._pending = others
        return was_pending

    def _start_all(self, *, must_succeed: bool = False) -> bool:
        """Start a new set of processes in place of the running one. False if it did not get ready, or we are to end."""
        ready, ready_fd = os.pipe()
        new_children = self.make_children(ready_fd)
        for child in new_children:
            child.start()
        os.close(ready_fd)
        try:
            is_ready = self._is_ready(ready, new_children)
        except CannotStart:
            self._end(new_children)
            if must_succeed:
                raise
            log.exception("The new processes did not get ready; the old ones go on.")
            return False
        finally:
            os.close(ready)
        self.old_children += self.children
        self.children = new_children
        for child in self.old_children:
            child.send(signal.SIGTERM)
        return is_ready

    def _is_ready(self, ready: int, new_children: list[Child]) -> bool:
        """Wait until the web process writes to its end of the pipe. False if we are told to end meanwhile."""
        deadline = time.monotonic() + SECONDS_TO_GET_READY
        while time.monotonic() < deadline:
            if self._wait(TICK, ready):
                if os.read(ready, 1):
                    return True
                raise CannotStart("The web process ended before it was ready.")
            if ENDING & set(self._pending):
                return False
            if any(child.exit_code in BOOT_ERRORS for child in new_children):
                raise CannotStart("The application cannot be loaded; the lines above say why.")
        raise CannotStart(f"The web process was not ready within {SECONDS_TO_GET_READY:.0f} s.")

    def _watch(self) -> None:
        while not self._take(ENDING):
            if self._take({signal.SIGHUP}):
                log.info("Replacing the processes by new ones.")
                self._start_all()
            self._restart_dead()
            self._wait(self._seconds_to_next_start())

    def _restart_dead(self) -> None:
        self.old_children = [child for child in self.old_children if child.is_alive]
        for child in self.children:
            if child.process and not child.is_alive:
                code = child.exit_code
                log.error("%s ended (%s); starting it again in %.1f s.", child.name, code, child.note_death())
            if child.process is None and time.monotonic() >= child.start_again_at:
                child.start()

    def _seconds_to_next_start(self) -> float:
        waits = [child.start_again_at - time.monotonic() for child in self.children if child.process is None]
        return max(0.01, min([TICK, *waits]))

    def _end(self, children: list[Child]) -> None:
        """Let children finish; whoever is still there after the time, or at a second signal, is killed."""
        for child in children:
            child.send(signal.SIGTERM)
        deadline = time.monotonic() + SECONDS_TO_END
        while any(child.is_alive for child in children) and time.monotonic() < deadline:
            self._wait(TICK)
            if ENDING & set(self._pending):
                break
        for child in children:
            child.send(signal.SIGKILL)
            if child.process:
                child.process.wait()
