"""Markdown that researchers wrote, as safe HTML for judges: text, lists, tables and links, no images, no scripts."""

from __future__ import annotations

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

PARSER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
TAGS = set(
    "p br hr h2 h3 h4 h5 h6 em strong s a ul ol li blockquote code pre table thead tbody tr th td".split()  # noqa: SIM905
)
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
LINK_REL = "noopener noreferrer nofollow"
SCHEMES = {"http", "https", "mailto"}


def to_html(text: str) -> SafeString:
    """The text as safe HTML. Headings start at the second level: the page has its own first one.

    >>> to_html("# Rate *naturally*")
    '<h2>Rate <em>naturally</em></h2>\\n'
    >>> to_html("<script>x</script>![pixel](https://example.org/p.png)")
    '<p>&lt;script&gt;x&lt;/script&gt;</p>\\n'
    """
    tokens = PARSER.parse(text)
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(6, int(token.tag[1]) + 1)}"
    html = PARSER.renderer.render(tokens, PARSER.options, {})
    clean = nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel=LINK_REL)
    return mark_safe(clean)  # noqa: S308  (nh3 has just cleaned it)
