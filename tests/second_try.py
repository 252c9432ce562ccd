"""A pytest plugin for ``tests.run``: which tests failed, and whether each may be tried a second time.

Only tests that start real servers or browsers may: a machine with other work can starve one of those. Any other test
that fails has found something.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

MAY_BE_TRIED_AGAIN = {"real_server", "browser"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--failures-file", type=Path, help="where to write the failed tests, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    file = config.getoption("--failures-file")
    # The processes of `-n` report to the first one, which writes.
    if file and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Failures(file))


class Failures:
    def __init__(self, file: Path) -> None:
        self.file = file
        self.may_be_tried_again: dict[str, bool] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.may_be_tried_again[report.nodeid] = bool(MAY_BE_TRIED_AGAIN & set(report.keywords))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.may_be_tried_again[report.nodeid] = False

    def pytest_sessionfinish(self) -> None:
        self.file.write_text(json.dumps(self.may_be_tried_again))
