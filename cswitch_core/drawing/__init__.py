"""Drawings of trees and alignments: text for the terminal, SVG for a page."""

from __future__ import annotations

from cswitch_core.drawing.alignment_svg import draw_alignment_svg
from cswitch_core.drawing.diagram import diagram_of_parse, diagram_of_tree
from cswitch_core.drawing.sentence_tree import Realised, diagram_of_sentence, sentence_tree
from cswitch_core.drawing.svg import render_svg
from cswitch_core.drawing.text import render_text
from cswitch_core.pairs import Pair
from cswitch_core.shared_tree import Language, SharedTree

__all__ = [
    "draw_alignment_svg",
    "draw_parse_svg",
    "draw_sentence_svg",
    "draw_sentence_text",
    "draw_svg",
    "draw_text",
    "sentence_tree",
]


def draw_text(tree: SharedTree, language: Language) -> str:
    """Draw the shared tree in one language's order, for a terminal."""
    return render_text(diagram_of_tree(tree, language))


def draw_svg(tree: SharedTree, language: Language) -> str:
    """Draw the shared tree in one language's order, for a page."""
    return render_svg(diagram_of_tree(tree, language))


def draw_parse_svg(pair: Pair) -> str:
    """Draw L1's parse as it was given, before projection."""
    return render_svg(diagram_of_parse(pair.l1_tree, pair.languages))


def draw_sentence_text(tree: SharedTree, sentence: Realised, matrix: Language | None = None) -> str:
    """Draw a generated sentence's labelled tree, for a terminal."""
    return render_text(diagram_of_sentence(tree, sentence, matrix))


def draw_sentence_svg(tree: SharedTree, sentence: Realised, matrix: Language | None = None) -> str:
    """Draw a generated sentence's labelled tree, for a page."""
    return render_svg(diagram_of_sentence(tree, sentence, matrix))
