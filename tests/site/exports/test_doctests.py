"""The examples in the docstrings of exports and API hold."""

from __future__ import annotations

import doctest

import pytest

from evaluation.api import errors, plain
from evaluation.services.exports import cells, judges, latex, sentences


@pytest.mark.parametrize("module", [cells, judges, latex, sentences, errors, plain], ids=lambda module: module.__name__)
def test_the_examples_hold(module):
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
