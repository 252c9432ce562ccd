"""Running a command and saying how long it took and how much memory its largest process had."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Measured:
    seconds: float
    cpu_seconds: float
    megabytes: float


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def run_core(*arguments: str) -> Measured:
    """Run ``python -m cswitch_core`` with its output thrown away; a run that fails ends the benchmark."""
    command = [sys.executable, "-m", "cswitch_core", *arguments]
    started = time.perf_counter()
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with status {process.returncode}")
    elapsed = time.perf_counter() - started
    return Measured(elapsed, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
