"""The first parser that can, for a sentence that is already cut into words."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from cswitch_core.parsing.brackets import escaped
from cswitch_core.parsing.parsers import PARSERS, Parser
from cswitch_core.projection.trees import parse_tree

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ProposedTree:
    """Penn brackets over exactly the tokens asked about, who proposed them, and whether that is a mere makeshift."""

    tree: str
    parser: str
    is_poor: bool = False


def available_parsers(language: str) -> tuple[Parser, ...]:
    """Return the parsers that are installed here with a model for the language, the better ones first."""
    return tuple(parser for parser in PARSERS if parser.is_ready(language))


def propose_tree(tokens: Sequence[str], language: str) -> ProposedTree | None:
    """Return a parser's tree over the tokens; None if no parser for the language is installed or none could."""
    for parser in available_parsers(language):
        if tree := _parsed(parser, tokens, language):
            return ProposedTree(tree, parser.title)
    return None


def _parsed(parser: Parser, tokens: Sequence[str], language: str) -> str:
    """The parser's tree if it left the words alone; a parser that fails costs its tree, not the sentence."""
    try:
        tree = parser.parse(tokens, language)
        leaves = [escaped(leaf) for leaf in parse_tree(tree).words]
    except Exception:
        log.exception("%s could not parse a sentence.", parser.title)
        return ""
    if leaves != [escaped(token) for token in tokens]:
        log.warning("%s changed the words of a sentence; its tree is not used.", parser.title)
        return ""
    return tree
