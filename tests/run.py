"""`make test`: every test on SQLite with coverage, then the site's tests on a PostgreSQL of our own.

Browser tests run once, on SQLite: what they look at does not depend on the database.

Many tests start real servers, browsers and crowds of processes, and a machine with other work can starve one of them.
So what fails is run once more, alone. A test that fails twice fails the run; one that passes then is named at the end,
to be looked into.
"""

from __future__ import annotations

import subprocess
import sys
import time

WORKERS = ["-n", "2", "--dist", "worksteal"]
TOTAL_FLOOR, CORE_FLOOR = 95, 100
SOME_TESTS_FAILED = 1  # pytest's exit code for it

passed_only_alone: list[str] = []


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def run(title: str, *command: str) -> int:
    say(f"\n== {title}")
    start = time.monotonic()
    code = subprocess.run(command, check=False).returncode
    say(f"== {title}: {time.monotonic() - start:.0f} s, exit {code}")
    return code


def step(title: str, *command: str) -> None:
    if code := run(title, *command):
        sys.exit(code)


def run_tests(title: str, before: list[str], *options: str, coverage: bool = False) -> None:
    """Run tests; run the failed ones once more, alone."""
    pytest = [*before, sys.executable, "-m", "pytest"]
    code = run(title, *pytest, *WORKERS, "--durations", "15", *options, *(["--cov", "--cov-report="] * coverage))
    if code == SOME_TESTS_FAILED:
        again = ["--last-failed", "--last-failed-no-failures", "none", *options]
        code = run(
            f"{title}, what failed once more", *pytest, *again, *(["--cov-append", "--cov", "--cov-report="] * coverage)
        )
        passed_only_alone.append(title)
    if code:
        sys.exit(code)


def main() -> None:
    python = sys.executable
    run_tests("SQLite", [], *sys.argv[1:], coverage=True)
    report = [python, "-m", "coverage", "report", "--skip-covered"]
    step("coverage", *report, f"--fail-under={TOTAL_FLOOR}")
    step("coverage of the core", *report, "--include=cswitch_core/*", f"--fail-under={CORE_FLOOR}")
    run_tests("PostgreSQL", [python, "-m", "tests.postgres"], "tests/site", "-m", "not browser")
    for title in passed_only_alone:
        say(f"== {title}: some tests passed only when run alone; see FAILED above")


if __name__ == "__main__":
    main()
