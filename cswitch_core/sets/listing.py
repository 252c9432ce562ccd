"""Listing packed sentences in order, fast and in memory that does not grow with the number listed.

What remains to be written is a chain of cells. Once a chain has few enough yields they are joined once, and each
prefix is put before the whole block. Pieces are strings (plain text) or tuples of steps; both are joined by ``+``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from cswitch_core.deadline import check_time
from cswitch_core.sentences import Step, Steps
from cswitch_core.sets.numbering import Forest, Ref

Piece = TypeVar("Piece", str, Steps)
BLOCK = 512
CACHED_PIECES = 50_000


class Cell(Generic[Piece]):
    """A ref still to be written and the chain after it; ``total`` counts the ways to write the whole chain."""

    __slots__ = ("ref", "rest", "size", "total")

    def __init__(self, ref: Ref, size: int, rest: Cell[Piece] | None) -> None:
        self.ref: Ref = ref
        self.size: int = size
        self.rest: Cell[Piece] | None = rest
        self.total: int = size if rest is None else size * rest.total


class Lister(Generic[Piece]):
    """Writes the sentences of a forest, given how to write a word (and whether it is the sentence's last)."""

    def __init__(self, forest: Forest, write: Callable[[Step, bool], Piece], nothing: Piece) -> None:
        self.forest: Forest = forest
        self.write: Callable[[Step, bool], Piece] = write
        self.nothing: Piece = nothing
        self.pieces: dict[tuple[Ref, bool], list[Piece]] = {}
        self.cached = 0

    def chunks(self, roots: Sequence[Ref], skip: int = 0) -> Iterator[list[Piece]]:
        """Yield the sentences in order, some at a time, after skipping the first ones without writing them."""
        stack = [(self.nothing, self._cell(root, None)) for root in reversed(roots)]
        while stack:
            check_time()
            prefix, cell = stack.pop()
            if skip >= cell.total:
                skip -= cell.total
            elif cell.total <= BLOCK:
                block = self._block(cell)
                yield [prefix + piece for piece in (block[skip:] if skip else block)]
                skip = 0
            elif cell.rest is not None and cell.size <= BLOCK:
                rest = cell.rest
                stack.extend((prefix + piece, rest) for piece in reversed(self._pieces(cell.ref, is_last=False)))
            else:
                stack.extend((prefix, divided) for divided in reversed(self._divided(cell)))

    def _cell(self, ref: Ref, rest: Cell[Piece] | None) -> Cell[Piece]:
        return Cell(ref, self.forest.count(ref), rest)

    def _divided(self, cell: Cell[Piece]) -> list[Cell[Piece]]:
        return [
            self._cell(left, cell.rest if right is None else self._cell(right, cell.rest))
            for left, right in self.forest.divide(cell.ref)
        ]

    def _block(self, cell: Cell[Piece]) -> list[Piece]:
        """Return all ways to write the chain from this cell on."""
        chain = [cell]
        while chain[-1].rest is not None:
            chain.append(chain[-1].rest)
        block = self._pieces(chain.pop().ref, is_last=True)
        for link in reversed(chain):
            block = [left + right for left in self._pieces(link.ref, is_last=False) for right in block]
        return block

    def _pieces(self, ref: Ref, *, is_last: bool) -> list[Piece]:
        """Return all ways to write a small ref, parts before wholes, each kept for the next time."""
        if self.cached > CACHED_PIECES:
            self.pieces.clear()
            self.cached = 0
        waiting = [(ref, is_last)]
        while waiting:
            check_time()
            key = waiting[-1]
            if key in self.pieces or self._write_from_parts(*key, waiting):
                waiting.pop()
        return self.pieces[ref, is_last]

    def _write_from_parts(self, ref: Ref, is_last: bool, waiting: list[tuple[Ref, bool]]) -> bool:  # noqa: FBT001
        """Write the ref if all its parts have been written; otherwise have them written first."""
        word = self.forest.word(ref)
        if word is not None:
            pieces = [self.write(word, is_last)]
        else:
            halves = self.forest.divide(ref)
            parts = [(left, is_last and right is None) for left, right in halves]
            parts += [(right, is_last) for _, right in halves if right is not None]
            missing = [part for part in parts if part not in self.pieces]
            waiting.extend(missing)
            if missing:
                return False
            pieces = []
            for left, right in halves:
                if right is None:
                    pieces += self.pieces[left, is_last]
                else:
                    ends = self.pieces[right, is_last]
                    pieces += [start + end for start in self.pieces[left, False] for end in ends]
        self.pieces[ref, is_last] = pieces
        self.cached += len(pieces)
        return True
