"""Programs of the system that some tests need. Without one a test fails in CI; elsewhere it says it did not run."""

from __future__ import annotations

import os
import shutil

import pytest


def program(name: str, package: str) -> str:
    """The path of a program that this Debian package has."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if found:
        return found
    message = f"NO {name.upper()}: this test needs it (on Debian, `apt-get install {package}`) and did not run."
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)
