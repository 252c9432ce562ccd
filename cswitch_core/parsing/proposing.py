"""The first parser that can, for a sentence that is already cut into words."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from cswitch_core.parsing.brackets import escaped
from cswitch_core.parsing.parsers import PARSERS, BatchParser, Parser
from cswitch_core.projection.trees import parse_tree

log = logging.getLogger(__name__)
# So many sentences go to a parser at once.
BATCH = 256


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


def propose_trees(sentences: Iterable[Sequence[str]], language: str) -> Iterator[ProposedTree | None]:
    """Yield what ``propose_tree`` returns for each sentence, several times as fast and with flat memory.

    >>> list(propose_trees([["Oil", "burns"], ["Tea"]], "xx"))
    [None, None]
    """
    remaining = iter(sentences)
    while batch := list(islice(remaining, BATCH)):
        for tokens, tree in zip(batch, _parsed_together(batch, language), strict=True):
            yield tree or propose_tree(tokens, language)


def _parsed_together(batch: Sequence[Sequence[str]], language: str) -> list[ProposedTree | None]:
    """The trees of the best parser if it takes many sentences; None where it fails, for another try one by one."""
    parser = next(iter(available_parsers(language)), None)
    if not isinstance(parser, BatchParser):
        return [None] * len(batch)
    try:
        trees = zip(batch, parser.parse_many(batch, language), strict=True)
        return [
            ProposedTree(tree, parser.title) if tree and _has_words(tree, tokens) else None for tokens, tree in trees
        ]
    except Exception:
        log.exception("%s could not parse %d sentences together.", parser.title, len(batch))
        return [None] * len(batch)


def _parsed(parser: Parser, tokens: Sequence[str], language: str) -> str:
    """The parser's tree if it left the words alone; a parser that fails costs its tree, not the sentence."""
    try:
        tree = parser.parse(tokens, language)
        is_whole = _has_words(tree, tokens)
    except Exception:
        log.exception("%s could not parse a sentence.", parser.title)
        return ""
    if not is_whole:
        log.warning("%s changed the words of a sentence; its tree is not used.", parser.title)
    return tree if is_whole else ""


def _has_words(tree: str, tokens: Sequence[str]) -> bool:
    return [escaped(leaf) for leaf in parse_tree(tree).words] == [escaped(token) for token in tokens]
