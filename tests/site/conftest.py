"""Coverage of the site is what its tests run; to measure what their fixtures prepare would take much longer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def without_measuring(config: pytest.Config) -> Iterator[None]:
    # pytest-cov's own name of its plugin, which does the same for tests marked `no_cover`.
    measuring = getattr(config.pluginmanager.getplugin("_cov"), "cov_controller", None)
    if measuring:
        measuring.pause()
    try:
        yield
    finally:
        if measuring:
            measuring.resume()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item):
    with without_measuring(item.config):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item):
    with without_measuring(item.config):
        return (yield)
