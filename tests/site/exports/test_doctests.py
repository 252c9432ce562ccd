"""The examples in the docstrings of exports and API hold."""

from __future__ import annotations

import doctest

import pytest

from evaluation.api import errors, plain_json
from evaluation.services.exports import cells
from evaluation.services.exports.formats import latex, latex_text
from evaluation.services.exports.report import markup, methods
from evaluation.services.exports.tables import answers, sentences
from evaluation.services.results import wording

MODULES = [answers, cells, latex, latex_text, markup, methods, sentences, wording, errors, plain_json]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_examples_hold(module):
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
