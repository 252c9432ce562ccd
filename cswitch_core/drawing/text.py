"""Drawing diagrams as text for a terminal: one node a line, children under their parent."""

from __future__ import annotations

from cswitch_core.drawing.diagram import Diagram


def render_text(diagram: Diagram) -> str:
    """Draw a diagram with branches.

    >>> from cswitch_core.drawing.diagram import DiagramNode
    >>> print(render_text(Diagram((DiagramNode("NN", words="tel"), DiagramNode("NP", (0,))), ("en", "hi"), "")))
    NP
    └─ NN tel
    """
    lines: list[str] = []
    waiting = [(len(diagram.nodes) - 1, "", "")]
    while waiting:
        number, branch, margin = waiting.pop()
        node = diagram.nodes[number]
        lines.append(f"{branch}{node.full_label} {node.words}".rstrip())
        last = node.children[-1:]
        for child in reversed(node.children):
            is_last = child in last
            waiting.append((child, margin + ("└─ " if is_last else "├─ "), margin + ("   " if is_last else "│  ")))
    return "\n".join(lines)
