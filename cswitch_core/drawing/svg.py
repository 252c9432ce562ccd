"""Drawing diagrams as SVG: no scripts, no inline styles, so that a strict Content-Security-Policy allows them.

The page's stylesheet colours it by class: ``tree``, ``branch``, ``label``, ``words``, and ``l1`` or ``l2`` on what is
of one language. Widths are estimated (the server has no fonts): combining signs take no room, wide characters take
two places.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from html import escape

from cswitch_core.drawing.diagram import Diagram, DiagramNode
from cswitch_core.shared_tree import Both, Language

CHARACTER_WIDTH = 9
LEVEL_HEIGHT = 48
LINE_HEIGHT = 20
MARGIN = 16
GAP = 18

SIDE_CLASSES: Both[str] = ("l1", "l2")


def text_width(text: str) -> int:
    """Estimate how wide a text is drawn.

    >>> text_width("tel"), text_width("तेल"), text_width("油")
    (27, 18, 18)
    """
    return CHARACTER_WIDTH * sum(_places(character) for character in text)


def svg_document(width: int, height: int, title: str, description: str, body: Iterable[str], css_class: str) -> str:
    """Wrap drawn elements into a picture with a name and a description for screen readers."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{css_class}" role="img" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{''.join(body)}</svg>"
    )


def text_element(x: float, y: float, inner: str, css_class: str, lang: str = "") -> str:
    """One centred text; ``inner`` is markup, escaped by whoever made it."""
    attributes = f' lang="{escape(lang)}"' if lang else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="middle" class="{css_class}"{attributes}>{inner}</text>'


def line_element(start: tuple[float, float], end: tuple[float, float], css_class: str, extra: str = "") -> str:
    (x1, y1), (x2, y2) = start, end
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" class="{css_class}"{extra}/>'


def side_class(base: str, language: Language | None) -> str:
    return base if language is None else f"{base} {SIDE_CLASSES[language]}"


def render_svg(diagram: Diagram) -> str:
    """Draw a diagram as a tree: words at the bottom of their branches, parents above the middle of their children."""
    centres, width = _centres(diagram)
    depths = dict(diagram.walk())
    tops = {number: MARGIN + LINE_HEIGHT + depth * LEVEL_HEIGHT for number, depth in depths.items()}
    body = [_branch(centres, tops, number, child) for number in depths for child in diagram.nodes[number].children]
    for number in depths:
        body += _node(diagram, diagram.nodes[number], centres[number], tops[number])
    height = max(tops.values()) + LINE_HEIGHT + MARGIN
    return svg_document(width, height, diagram.title, diagram.brackets(), body, "tree")


def _places(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def _centres(diagram: Diagram) -> tuple[dict[int, float], int]:
    """Place the leaves side by side and each parent over its children; also return the width of it all.

    A parent whose label is broader than its children gets no extra room: labels are a few letters.
    """
    centres: dict[int, float] = {}
    right = float(MARGIN)
    order = [number for number, _ in diagram.walk()]
    for number in order:
        node = diagram.nodes[number]
        if not node.children:
            room = max(text_width(node.words), text_width(node.full_label))
            centres[number] = right + room / 2
            right += room + GAP
    for number in reversed(order):
        children = diagram.nodes[number].children
        if children:
            centres[number] = (centres[children[0]] + centres[children[-1]]) / 2
    return centres, int(right - GAP + MARGIN)


def _branch(centres: dict[int, float], tops: dict[int, int], parent: int, child: int) -> str:
    return line_element((centres[parent], tops[parent] + 5), (centres[child], tops[child] - 15), "branch")


def _node(diagram: Diagram, node: DiagramNode, x: float, top: int) -> list[str]:
    label = escape(node.label)
    if node.subscript:
        label += f'<tspan class="subscript" dy="4" font-size="75%">{escape(node.subscript)}</tspan>'
    drawn = [text_element(x, top, label, side_class("label", node.language))]
    if node.words:
        lang = "" if node.language is None else diagram.languages[node.language]
        drawn.append(text_element(x, top + LINE_HEIGHT, escape(node.words), side_class("words", node.language), lang))
    return drawn
