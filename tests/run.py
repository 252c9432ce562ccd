"""`make test`: the core with coverage, the site in a browser without, on SQLite with it, then on a PostgreSQL.

The tests of the documents are not among them: they are part of `make check`.

The core must be covered by its own tests; while the site's run it is not measured, which would take them twice as long,
nor is what the site's fixtures prepare.
Browser tests and those marked ``any_database`` run once, on SQLite: what they look at does not depend on the database.
So do, without a mark, tests that ask no database. Locks, races, constraints, transactions, SQL, aggregates, order,
search, JSON, jobs, imports, the rows of exports and backups are tested on both, and on both every page is opened.
What browser tests run of the site is covered by other tests, and measuring it would make each page wait. Beside
them run tests marked ``without_coverage``: measured, they would take longer and cover what others do. They come
before those that are measured, for whoever comes first compiles the tests of a fresh clone.

Tests that start real servers or browsers (marked ``real_server`` or ``browser``) can be starved by other work on the
machine. If nothing else failed, those that did are run once more, alone; every one that passes only then is named at
the end, to be mended. Any other test that fails, fails the run at once.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# One more than CI has cores: tests in browsers and of real servers wait for other processes most of their time.
WORKERS = ["-n", "3", "--dist"]
ONE_BY_ONE = ["worksteal"]
# Tests of a file stay together in one process: some share what takes long to set up. The slow ones begin (`conftest`).
FILE_BY_FILE = ["loadfile", "--no-loadscope-reorder"]
TOTAL_FLOOR, CORE_FLOOR = 95, 100
SOME_TESTS_FAILED = 1  # pytest's exit code for it

passed_at_second_try: list[str] = []


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def run(title: str, *command: str) -> int:
    say(f"\n== {title}")
    start, used = time.monotonic(), processor_seconds()
    code = subprocess.run(command, check=False).returncode
    took, used = time.monotonic() - start, processor_seconds() - used
    say(f"== {title}: {took:.0f} s, {used:.0f} s of the processor, exit {code}")
    return code


def processor_seconds() -> float:
    """What all processes that have ended took."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


def step(title: str, *command: str) -> None:
    if code := run(title, *command):
        sys.exit(code)


def run_tests(title: str, before: list[str], *options: str, order: list[str] = ONE_BY_ONE, covering: str = "") -> None:
    """Run tests, adding to the coverage of a package; run failed ones once more, alone, if each may be tried again."""
    pytest = [*before, sys.executable, "-m", "pytest", "-p", "tests.second_try", *options]
    measured = [f"--cov={covering}", "--cov-append", "--cov-report="] if covering else []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "failures.json"
        code = run(title, *pytest, *WORKERS, *order, "--durations", "15", "--failures-file", str(file), *measured)
        failed = json.loads(file.read_text()) if file.exists() else {}
    if code == SOME_TESTS_FAILED and failed and all(failed.values()):
        again = ["--last-failed", "--last-failed-no-failures", "none", *measured]
        code = run(f"{title}, what failed once more", *pytest, *again)
        passed_at_second_try.extend(f"{title}: {test}" for test in failed)
    if code:
        sys.exit(code)


def main() -> None:
    try:
        run_everything()
    finally:
        name_second_tries()


def run_everything() -> None:
    python = sys.executable
    step("coverage so far", python, "-m", "coverage", "erase")
    run_tests("core", [], "tests/core", "cswitch_core", *sys.argv[1:], covering="cswitch_core")
    rest = ["tests", "--ignore", "tests/core", "--ignore", "tests/documents"]
    run_tests("browser, without coverage", [], *rest, "-m", "browser or without_coverage")
    measured = [*rest, "-m", "not browser and not without_coverage", *sys.argv[1:]]
    run_tests("SQLite", [], *measured, order=FILE_BY_FILE, covering="evaluation")
    report = [python, "-m", "coverage", "report", "--skip-covered"]
    step("coverage", *report, f"--fail-under={TOTAL_FLOOR}")
    step("coverage of the core", *report, "--include=cswitch_core/*", f"--fail-under={CORE_FLOOR}")
    on_both = ["tests/site", "-m", "not browser and not any_database"]
    run_tests("PostgreSQL", [python, "-m", "tests.postgres"], *on_both, order=FILE_BY_FILE)


def name_second_tries() -> None:
    if passed_at_second_try:
        say("\n== Passed only at a second try, and to be mended:")
    for test in passed_at_second_try:
        say(f"   {test}")


if __name__ == "__main__":
    main()
