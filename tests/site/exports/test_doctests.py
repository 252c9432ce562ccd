"""The examples in the docstrings of exports and API hold."""

from __future__ import annotations

import doctest

import pytest

from evaluation.api import errors, plain_json
from evaluation.services.exports import cells
from evaluation.services.exports.formats import latex
from evaluation.services.exports.tables import answers, sentences


@pytest.mark.parametrize(
    "module", [answers, cells, latex, sentences, errors, plain_json], ids=lambda module: module.__name__
)
def test_the_examples_hold(module):
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
