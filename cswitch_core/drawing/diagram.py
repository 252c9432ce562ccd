"""What is drawn, apart from how: a tree of labels in one order, each node in a language or in none.

A diagram is made from a shared tree read in one language, from a parse before projection, or from a generated sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cswitch_core.projection.trees import parse_tree
from cswitch_core.shared_tree import Both, Language, SharedTree

NO_WORDS = "∅"
MIXED = "x"


@dataclass(frozen=True, slots=True)
class DiagramNode:
    """A label with its subscript (a language, ``x`` for mixed, or nothing), and children or words."""

    label: str
    children: tuple[int, ...] = ()
    words: str = ""
    language: Language | None = None
    subscript: str = ""

    @property
    def full_label(self) -> str:
        return f"{self.label}_{self.subscript}" if self.subscript else self.label


@dataclass(frozen=True, slots=True)
class Diagram:
    """Nodes with children before their parents; the root is the last."""

    nodes: tuple[DiagramNode, ...]
    languages: Both[str]
    title: str

    def walk(self) -> Iterator[tuple[int, int]]:
        """Yield every node and its depth, parents before their children, from left to right."""
        waiting = [(len(self.nodes) - 1, 0)]
        while waiting:
            number, depth = waiting.pop()
            yield number, depth
            waiting.extend((child, depth + 1) for child in reversed(self.nodes[number].children))

    def brackets(self) -> str:
        """Write the diagram as brackets, for those who cannot see it.

        >>> Diagram((DiagramNode("NN", words="tel"), DiagramNode("NP", (0,))), ("en", "hi"), "").brackets()
        '(NP (NN tel))'
        """
        texts: list[str] = []
        for node in self.nodes:
            inner = [node.words] if node.words else [texts[child] for child in node.children]
            texts.append(f"({node.full_label} {' '.join(inner)})")
        return texts[-1]


def diagram_of_tree(tree: SharedTree, language: Language) -> Diagram:
    """The shared tree in one language's order, with its words; a null slot shows as ∅."""
    nodes = tuple(
        DiagramNode(node.label, node.children[language])
        if node.slot is None
        else DiagramNode(node.label, words=tree.slots[node.slot].words[language] or NO_WORDS, language=language)
        for node in tree.nodes
    )
    return Diagram(nodes, tree.languages, f"Shared tree, {tree.languages[language]} order")


def diagram_of_parse(text: str, languages: Both[str]) -> Diagram:
    """L1's parse as it was given, punctuation included, before projection."""
    nodes = tuple(
        DiagramNode(node.label, node.children, node.word, 0 if node.word else None) for node in parse_tree(text).nodes
    )
    return Diagram(nodes, languages, f"Parse of the {languages[0]} sentence")
