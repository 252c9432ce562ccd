"""Pages say things as one would to a colleague; these words were on pages once and were not understood."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "evaluation").rglob("*.py")]
UNCLEAR = [
    '"less"',
    "has only %(found)d of the %(wanted)d sentences wanted",
    "An own collection",
    "is no file of pairs",
    "This is no text file",
    "By what sentences were drawn for",
    '"Coming in"',
    "Nothing is sent from here",
    "Nothing was loaded of",
    "drawn for anything",
    "There are not two conditions",
]


@pytest.mark.parametrize("words", UNCLEAR)
def test_a_page_does_not_say(words):
    assert [path.name for path in SOURCES if words in path.read_text(encoding="utf-8")] == []
