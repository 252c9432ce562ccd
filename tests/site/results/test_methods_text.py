"""The methods of a study in a paragraph, which says nothing that docs/methods.md does not say."""

from pathlib import Path

import pytest

from evaluation.services.results.methods_text import QUOTED, methods_of
from evaluation.services.results.selection import Selection

pytestmark = pytest.mark.any_database

DOCUMENT = Path(__file__).parents[3] / "docs" / "methods.md"


def test_what_is_quoted_stands_in_the_document():
    words = " ".join(DOCUMENT.read_text(encoding="utf-8").replace("*", "").split())
    for sentence in QUOTED.values():
        assert sentence in words


def test_the_paragraph_has_the_studys_cuts_margin_and_exclusions(study):
    study.margin, study.declared_selection = 7, {"too_fast_ms": 900}
    found = methods_of(study, list(study.criteria.all()), Selection(max_failed_percent=20))
    assert "usage 3" in found
    assert "7 points of completeness" in found
    assert "declared were: " in found
    assert "took less than 900 milliseconds" in found
    assert "failed more than 20 % of their attention checks do not count" in found


def test_without_a_cut_no_shares_are_described(study):
    study.criteria.update(cut=None)
    found = methods_of(study, list(study.criteria.all()), Selection())
    assert "accept" not in found.split("Contrasts")[0]
