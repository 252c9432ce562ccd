"""Figures for a terminal: one node a line, children under their parent."""

from __future__ import annotations

from cswitch_core.drawing.figure import Figure


def render_text(figure: Figure) -> str:
    """Draw a figure with branches.

    >>> from cswitch_core.drawing.figure import FigureNode
    >>> print(render_text(Figure((FigureNode("NN", words="tel"), FigureNode("NP", (0,))), ("en", "hi"), "")))
    NP
    └─ NN tel
    """
    lines: list[str] = []
    waiting = [(len(figure.nodes) - 1, "", "")]
    while waiting:
        number, branch, margin = waiting.pop()
        node = figure.nodes[number]
        lines.append(f"{branch}{node.full_label} {node.words}".rstrip())
        last = node.children[-1:]
        for child in reversed(node.children):
            is_last = child in last
            waiting.append((child, margin + ("└─ " if is_last else "├─ "), margin + ("   " if is_last else "│  ")))
    return "\n".join(lines)
