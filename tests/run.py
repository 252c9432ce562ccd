"""`make test`: all tests on SQLite, then on a PostgreSQL those that databases may answer differently.

`make test-all` (`--all`): the slow ones too, everything on both databases, and coverage with its floors. The tests of
the documents are part of `make check`.

Other options go to pytest: ``python -m tests.run -x -k judges``.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time

# One more than CI has cores: tests in browsers and of real servers wait for other processes most of their time. Tests
# of a file stay together in one process, as some share what takes long to set up.
IN_PARALLEL = ["-n", "3", "--dist", "loadfile", "--no-loadscope-reorder", "--durations", "15"]
CORE = ["tests/core", "cswitch_core"]
SITE = ["tests", "--ignore", "tests/core", "--ignore", "tests/documents"]
EVERYTHING = ["tests", "cswitch_core", "--ignore", "tests/documents"]
ON_POSTGRESQL = [sys.executable, "-m", "tests.postgres"]
TOTAL_FLOOR, CORE_FLOOR = 95, 100


def main() -> None:
    given = sys.argv[1:]
    if "--all" in given:
        given.remove("--all")
        run_all(given)
    else:
        run_daily(given)


def run_daily(given: list[str]) -> None:
    step("Compiling", "compileall", "-q", "cswitch_core", "evaluation")
    run_tests("SQLite", *EVERYTHING, "-m", "not slow", *given)
    run_on_postgresql("both_databases and not slow", given)


def run_all(given: list[str]) -> None:
    """The core must be covered by its own tests; browsers and simulations run what others do, and longer."""
    step("No coverage yet", "coverage", "erase")
    run_tests("Core, with coverage", *CORE, *measuring("cswitch_core"), *given)
    run_tests("SQLite, with coverage", *SITE, "-m", "not browser and not slow", *measuring("evaluation"), *given)
    run_tests("Browser and slow ones", *SITE, "-m", "browser or slow", *given)
    run_on_postgresql("both_databases", given)
    run_tests("PostgreSQL, the rest", "tests/site", "-m", "not both_databases", *given, before=ON_POSTGRESQL)
    step("Coverage", "coverage", "report", "--skip-covered", f"--fail-under={TOTAL_FLOOR}")
    step("Coverage of the core", "coverage", "report", "--include=cswitch_core/*", f"--fail-under={CORE_FLOOR}")


def run_on_postgresql(which: str, given: list[str]) -> None:
    checked = [] if given else ["-p", "tests.queries"]
    run_tests("PostgreSQL", "tests/site", "-m", which, *checked, *given, before=ON_POSTGRESQL)


def measuring(package: str) -> list[str]:
    return [f"--cov={package}", "--cov-append", "--cov-report="]


def run_tests(title: str, *options: str, before: list[str] | None = None) -> None:
    run(title, *(before or ()), sys.executable, "-m", "pytest", *IN_PARALLEL, *options)


def step(title: str, *module: str) -> None:
    run(title, sys.executable, "-m", *module)


def run(title: str, *command: str) -> None:
    say(f"\n== {title}")
    start, used = time.monotonic(), processor_seconds()
    code = subprocess.run(command, check=False).returncode
    took, used = time.monotonic() - start, processor_seconds() - used
    say(f"== {title}: {took:.0f} s, {used:.0f} s of the processor, exit {code}")
    if code:
        sys.exit(code)


def processor_seconds() -> float:
    """What all processes that have ended took."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
