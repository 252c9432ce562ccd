"""Templates and style sheets stay readable: short lines, and one way to write a table, a form's row and a rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*") if path.is_file())
# The judge's pages are made for speed and by hand; the rest is put together from `layout`.
RESEARCHERS_PAGES = [path for path in TEMPLATES if path.relative_to(ROOT).parts[1] != "rating"]
STYLES = sorted((ROOT / "static" / "css").glob("*.css"))
LONGEST_LINE = 120


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", [*TEMPLATES, *STYLES], ids=name)
def test_no_line_is_longer_than_120_characters(path):
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    assert {number: len(line) for number, line in lines if len(line) > LONGEST_LINE} == {}


@pytest.mark.parametrize(
    ("mark", "only"),
    [
        ("<table", "templates/layout/table.html"),
        ('<th scope="col"', "templates/layout/column.html"),
        ("<label", "templates/django/forms/field.html"),
    ],
)
def test_there_is_one_table_and_one_form_row(mark, only):
    assert [name(path) for path in RESEARCHERS_PAGES if mark in path.read_text(encoding="utf-8")] == [only]


@pytest.mark.parametrize("path", STYLES, ids=name)
def test_a_style_sheet_has_one_declaration_a_line(path):
    lines = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL).splitlines()
    crowded = [line for line in lines if line.count(";") > 1 or re.search(r"\{.*\S|\S.*\}", line)]
    assert crowded == []


def test_every_icon_that_a_template_asks_for_is_drawn():
    from evaluation.templatetags.icons import DRAWINGS, SAME_AS

    asked = {each for path in TEMPLATES for each in re.findall(r'\{% icon "([^"]+)" %\}', path.read_text("utf-8"))}
    assert len(asked) > 10
    assert asked - {*DRAWINGS, *SAME_AS} == set()


def test_every_state_and_kind_of_message_has_an_icon():
    from django.contrib.messages import DEFAULT_TAGS

    from evaluation.models import JobState, StudyState
    from evaluation.templatetags.icons import icon

    for name in [*JobState.values, *StudyState.values, *DEFAULT_TAGS.values()]:
        assert 'aria-hidden="true"' in icon(name), name
