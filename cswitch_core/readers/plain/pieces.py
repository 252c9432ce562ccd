"""What one of several parallel files says of a row: a sentence, its words, its tree, or the links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from cswitch_core.pairs import Link, Problem
from cswitch_core.projection.trees import TreeError, parse_tree
from cswitch_core.readers.lines import Line

_LINK = re.compile(r"(\d{1,4})-(\d{1,4})")


@dataclass(frozen=True, slots=True)
class Piece:
    """A row of one file; ``others`` are sentences in further languages, by their codes."""

    line: int
    text: str = ""
    words: tuple[str, ...] = ()
    tree: str = ""
    links: tuple[Link, ...] | None = None
    id: str = ""
    others: Mapping[str, str] = field(default_factory=dict)
    problem: Problem | None = None


def text_pieces(lines: Iterable[Line]) -> Iterator[Piece]:
    """Yield a sentence a line."""
    return (Piece(line.number, line.text.strip(), problem=line.problem) for line in lines)


def tree_pieces(lines: Iterable[Line]) -> Iterator[Piece]:
    """Yield a tree in Penn brackets a line; a blank line is a sentence without a tree."""
    return (Piece(line.number, problem=line.problem) if line.problem else _tree_piece(line) for line in lines)


def link_pieces(lines: Iterable[Line]) -> Iterator[Piece]:
    """Yield links in Pharaoh's notation a line, ``0-0 1-2``; a blank line is a pair without links."""
    return (Piece(line.number, problem=line.problem) if line.problem else _link_piece(line) for line in lines)


def _tree_piece(line: Line) -> Piece:
    text = line.text.strip()
    # What parsers print where they found no tree.
    if text in {"", "()", "(())", "( )"}:
        return Piece(line.number)
    try:
        return Piece(line.number, words=parse_tree(text).words, tree=text)
    except TreeError as error:
        cure = f"{error.cure}; write each tree on one line"
        return Piece(line.number, problem=Problem("tree", error.message, cure))


def _link_piece(line: Line) -> Piece:
    found = [_LINK.fullmatch(piece) for piece in line.text.split()]
    links = tuple((int(match[1]), int(match[2])) for match in found if match)
    if len(links) == len(found):
        return Piece(line.number, links=links or None)
    wrong = next(piece for piece, match in zip(line.text.split(), found, strict=True) if match is None)
    problem = Problem("links", f"'{wrong[:40]}' is no link", "Write links as i-j, such as 0-0 1-2, counted from 0")
    return Piece(line.number, problem=problem)
