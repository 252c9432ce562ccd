from __future__ import annotations

import pytest

from evaluation.services.support.markdown import to_html


def test_markdown_becomes_html_with_headings_below_the_page_s_own():
    html = to_html("# Rate\n\n- **one**\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |")
    for part in ("<h2>Rate</h2>", "<strong>one</strong>", "<li>two</li>", "<td>2</td>"):
        assert part in html


def test_links_go_out_without_telling_where_from():
    assert 'rel="noopener noreferrer nofollow"' in to_html("[paper](https://example.org)")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![pixel](https://example.org/p.png)",
        "[x](javascript:alert(1))",
        "[x](data:text/html,<script>alert(1)</script>)",
        '<p style="background:url(https://example.org)">x</p>',
        "<iframe src='https://example.org'></iframe>",
    ],
)
def test_nothing_runs_and_nothing_is_loaded(text):
    html = to_html(text)
    for forbidden in ("<script", "<img", "<iframe", "<p style", 'href="javascript', 'href="data'):
        assert forbidden not in html
