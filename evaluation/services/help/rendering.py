"""Markdown of our own documents as HTML, with an anchor at each heading and at each paragraph that opens in bold.

The documents are written for a repository: a link to another file becomes the address of that document here, or plain
words if it is none. What is rendered is ours; HTML inside of it is shown as text all the same.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

PARSER = MarkdownIt("commonmark", {"html": False}).enable(["table"])
OUTSIDE = re.compile(r"^(https?:|mailto:)")
LONGEST_LEAD = 80


@dataclass(frozen=True)
class Heading:
    number: int
    title: str
    anchor: str
    level: int


@dataclass(frozen=True)
class Passage:
    """A paragraph, a list's item, a table's row or a block of code as plain text, and the nearest anchor before it."""

    text: str
    anchor: str
    # The number of the heading that it stands under.
    heading: int


@dataclass(frozen=True)
class Rendered:
    html: SafeString
    headings: tuple[Heading, ...]
    passages: tuple[Passage, ...]
    anchors: frozenset[str]


def render(text: str, *, file: str, addresses: Mapping[str, str]) -> Rendered:
    """The document's HTML. ``addresses`` says where a file of the repository can be read on the site."""
    tokens = PARSER.parse(text)
    headings = number_headings(tokens)
    anchors = {heading.anchor for heading in headings}
    number_leads(tokens, anchors)
    for token in tokens:
        if token.type == "inline":
            lead_links(token, file, addresses)
    html = "".join(html_of(tokens))
    return Rendered(mark_safe(html), headings, tuple(passages_of(tokens)), frozenset(anchors))  # noqa: S308


def anchor_of(title: str) -> str:
    """The anchor that repositories give a heading.

    >>> anchor_of("What a sample stands for"), anchor_of("Judges' sensitivity"), anchor_of("`EC0`")
    ('what-a-sample-stands-for', 'judges-sensitivity', 'ec0')
    """
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


def number_headings(tokens: Sequence[Token]) -> tuple[Heading, ...]:
    found: list[Heading] = []
    taken: set[str] = set()
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            title = plain_text(tokens[number + 1])
            anchor = free_anchor(anchor_of(title), taken)
            token.attrSet("id", anchor)
            found.append(Heading(len(found), title, anchor, int(token.tag[1])))
    return tuple(found)


def number_leads(tokens: Sequence[Token], taken: set[str]) -> None:
    """An anchor for each paragraph or item that begins with words in bold: pages lead to these too."""
    for number, token in enumerate(tokens):
        lead = bold_lead(token)
        if lead and tokens[number - 1].type == "paragraph_open":
            is_item = number > 1 and tokens[number - 2].type == "list_item_open"
            # The paragraph of a tight list is not written out.
            carrier = tokens[number - 2] if is_item else tokens[number - 1]
            carrier.attrSet("id", free_anchor(anchor_of(lead), taken))


def bold_lead(token: Token) -> str:
    children = token.children or []
    first = next((n for n, child in enumerate(children) if child.type != "text" or child.content), None)
    if first is None or children[first].type != "strong_open":
        return ""
    end = next(n for n, child in enumerate(children) if child.type == "strong_close")
    lead = "".join(child.content for child in children[first:end])
    return lead if len(lead) <= LONGEST_LEAD else ""


def free_anchor(anchor: str, taken: set[str]) -> str:
    number, free = 1, anchor
    while free in taken:
        number, free = number + 1, f"{anchor}-{number}"
    taken.add(free)
    return free


def lead_links(inline: Token, file: str, addresses: Mapping[str, str]) -> None:
    """Change the links of a paragraph from files to addresses; those that lead out of the site stay as they are."""
    closing = False
    for child in inline.children or []:
        if child.type == "link_open":
            address = site_address(str(child.attrGet("href") or ""), file, addresses)
            closing = not address
            child.attrSet("href", address)
            if closing:
                child.type, child.tag, child.attrs = "span_open", "span", {}
        elif child.type == "link_close" and closing:
            child.type, child.tag, closing = "span_close", "span", False


def site_address(target: str, file: str, addresses: Mapping[str, str]) -> str:
    """Where a link of a document leads on the site; nothing if the file it names cannot be read there.

    >>> site_address("models.md#options", "docs/methods.md", {"docs/models.md": "/help/models/"})
    '/help/models/#options'
    >>> site_address("../deploy/nginx.conf", "docs/admins.md", {})
    ''
    """
    if OUTSIDE.match(target) or target.startswith("#"):
        return target
    path, _sign, anchor = target.partition("#")
    named = posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
    address = addresses.get(named, "")
    return f"{address}#{anchor}" if address and anchor else address


def html_of(tokens: Sequence[Token]) -> Iterator[str]:
    heading, tables = "", Counter[str]()
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = plain_text(tokens[number + 1])
        if token.type == "table_open":
            # Each table has a name of its own, for those who go from one to the next.
            tables[heading] += 1
            name = heading if tables[heading] == 1 else f"{heading}, table {tables[heading]}"
            yield f'<div class="table-scroll" tabindex="0" role="region" aria-label="{escape(name)}">'
        if token.type == "fence":
            yield f'<pre tabindex="0"><code>{escape(token.content)}</code></pre>\n'
        else:
            yield str(PARSER.renderer.render([token], PARSER.options, {}))
        if token.type == "table_close":
            yield "</div>"


def plain_text(inline: Token) -> str:
    return "".join(" " if child.type == "softbreak" else child.content for child in inline.children or [])


def passages_of(tokens: Sequence[Token]) -> Iterator[Passage]:
    heading, anchor = -1, ""
    # Of the table's row that is being read.
    cells: list[str] | None = None
    for number, token in enumerate(tokens):
        anchor = str(token.attrGet("id") or anchor)
        if token.type == "heading_open":
            heading += 1
        elif token.type == "tr_open":
            cells = []
        elif token.type == "tr_close":
            yield Passage(" · ".join(filter(None, cells or [])), anchor, heading)
            cells = None
        elif token.type == "fence":
            yield Passage(" ".join(token.content.split()), anchor, heading)
        elif token.type == "inline" and cells is not None:
            cells.append(plain_text(token))
        elif token.type == "inline" and tokens[number - 1].type != "heading_open":
            yield Passage(plain_text(token), anchor, heading)
