"""Listing packed sentences in order, fast and in memory that does not grow with the number listed.

What remains to be written is a chain of cells. Once a chain has few enough yields they are joined once, and each
prefix is put before the whole block. Pieces are strings (plain text), tuples of steps or numbers; all are joined by
``+``.

How a word is written may depend on the word before it (a comma, a capital), so pieces are kept by what of that matters,
their *context*, and lie in *runs*: neighbours that end in the same context.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from cswitch_core.deadline import check_time
from cswitch_core.sentences import Step, Steps
from cswitch_core.sets.numbering import Forest, PackedForest, Ref
from cswitch_core.sets.short_lists import list_few
from cswitch_core.writing import Context, Writing

Piece = TypeVar("Piece", str, Steps, int)
Runs = list[tuple[Context, list[Piece]]]
Key = tuple[Ref, Context, bool]  # what is written, after what, and whether the sentence ends with it
BLOCK = 512
CACHED_PIECES = 50_000
NO_CONTEXT = 0


class Cell(Generic[Piece]):
    """A ref still to be written and the chain after it; ``total`` counts the ways to write the whole chain."""

    __slots__ = ("blocks", "ref", "rest", "size", "total")

    def __init__(self, ref: Ref, size: int, rest: Cell[Piece] | None) -> None:
        self.ref: Ref = ref
        self.size: int = size
        self.rest: Cell[Piece] | None = rest
        self.total: int = size if rest is None else size * rest.total
        self.blocks: dict[Context, list[Piece]] = {}


class Lister(Generic[Piece]):
    """Writes the sentences of a forest; its kinds say how a word is written, and what matters of the word before."""

    nothing: Piece

    def __init__(self, forest: Forest) -> None:
        self.forest: Forest = forest
        self.pieces: dict[Key, Runs[Piece]] = {}
        self.cached = 0

    def write(self, context: Context, step: Step, *, is_last: bool) -> Piece:
        """Return the word as it stands after this context; None is the beginning of the sentence."""
        raise NotImplementedError

    def leaving(self, step: Step, node: int) -> Context:
        """Return what matters of the step for a word outside this node, which ends with the step."""
        return NO_CONTEXT

    def entering(self, context: Context, node: int) -> Context:
        """Return what matters of the context for the next word of this node."""
        return context

    def is_plain(self) -> bool:
        """Say whether a word is written in one way at the beginning of a sentence and in one way anywhere else."""
        return False

    def chunks(self, roots: Sequence[Ref], skip: int = 0) -> Iterator[list[Piece]]:
        """Yield the sentences in order, some at a time, after skipping the first ones without writing them."""
        forest = self.forest
        if isinstance(forest, PackedForest) and sum(map(forest.count, roots)) <= BLOCK and self.is_plain():
            listed = list_few(
                forest,
                roots,
                lambda step: self.write(None, step, is_last=False),
                lambda step: self.write(NO_CONTEXT, step, is_last=False),
            )
            yield listed[skip:]
            return
        stack: list[tuple[Piece, Context, Cell[Piece]]] = [
            (self.nothing, None, self._cell(root, None)) for root in reversed(roots)
        ]
        while stack:
            check_time()
            prefix, context, cell = stack.pop()
            if skip >= cell.total:
                skip -= cell.total
            elif cell.total <= BLOCK:
                block = self._block(cell, context)
                yield [prefix + piece for piece in (block[skip:] if skip else block)]
                skip = 0
            elif cell.rest is not None and cell.size <= BLOCK:
                runs, rest = self._pieces(cell.ref, context, is_last=False), cell.rest
                stack.extend((prefix + piece, after, rest) for after, run in reversed(runs) for piece in reversed(run))
            else:
                stack.extend((prefix, context, divided) for divided in reversed(self._divided(cell)))

    def _cell(self, ref: Ref, rest: Cell[Piece] | None) -> Cell[Piece]:
        return Cell(ref, self.forest.count(ref), rest)

    def _divided(self, cell: Cell[Piece]) -> list[Cell[Piece]]:
        return [
            self._cell(left, cell.rest if right is None else self._cell(right, cell.rest))
            for left, right in self.forest.divide(cell.ref)
        ]

    def _block(self, cell: Cell[Piece], context: Context) -> list[Piece]:
        """Return all ways to write the chain from this cell on, after this context.

        Going along the chain one sees after which contexts each cell is written, and coming back what is written.
        """
        context = self.entering(context, cell.ref[0])
        waiting: list[tuple[Cell[Piece], Context, Runs[Piece]]] = []
        link: Cell[Piece] | None = cell
        contexts = {context: None}
        while link is not None:
            is_last = link.rest is None
            afters: dict[Context, None] = {}
            for each in contexts:
                if each not in link.blocks:
                    runs = self._pieces(link.ref, each, is_last=is_last)
                    if link.rest is not None:
                        runs = self._entered(runs, link.rest.ref[0])
                    waiting.append((link, each, runs))
                    afters.update(dict.fromkeys(after for after, _ in runs))
            link, contexts = link.rest, afters
        for written, before, runs in reversed(waiting):
            rest = written.rest
            written.blocks[before] = (
                [left + right for after, lefts in runs for left in lefts for right in rest.blocks[after]]
                if rest is not None
                else [piece for _, lefts in runs for piece in lefts]
            )
        return cell.blocks[context]

    def _pieces(self, ref: Ref, context: Context, *, is_last: bool) -> Runs[Piece]:
        """Return all ways to write a small ref, parts before wholes, each kept for the next time."""
        if self.cached > CACHED_PIECES:
            self.pieces.clear()
            self.cached = 0
        first: Key = (ref, self.entering(context, ref[0]), is_last)
        waiting = [first]
        while waiting:
            check_time()
            key = waiting[-1]
            if key in self.pieces or self._write_from_parts(key, waiting):
                waiting.pop()
        return self.pieces[first]

    def _write_from_parts(self, key: Key, waiting: list[Key]) -> bool:
        """Write the ref if all its parts have been written; otherwise have them written first."""
        ref, context, is_last = key
        word = self.forest.word(ref)
        if word is not None:
            after = NO_CONTEXT if is_last else self.leaving(word, ref[0])
            runs = [(after, [self.write(context, word, is_last=is_last)])]
        else:
            runs = []
            for left, right in self.forest.divide(ref):
                found = self._halves(left, right, context, is_last=is_last, waiting=waiting)
                for run in found or ():
                    _append(runs, *run)
            if waiting[-1] != key:
                return False
            runs = self._left(runs, ref[0])
        self.pieces[key] = runs
        self.cached += sum(len(run) for _, run in runs)
        return True

    def _halves(
        self, left: Ref, right: Ref | None, context: Context, *, is_last: bool, waiting: list[Key]
    ) -> Runs[Piece] | None:
        """Return the ways to write two halves, or None if one of them has to be written first."""
        key = left, self.entering(context, left[0]), is_last and right is None
        starts = self.pieces.get(key)
        if starts is None:
            waiting.append(key)
        elif right is not None:
            starts = self._entered(starts, right[0])
            needed = {after: (right, after, is_last) for after, _ in starts}
            missing = [each for each in needed.values() if each not in self.pieces]
            waiting.extend(missing)
            return None if missing else _joined(starts, {after: self.pieces[each] for after, each in needed.items()})
        return starts

    def _entered(self, runs: Runs[Piece], node: int) -> Runs[Piece]:
        """Return the runs with what matters of them for the next word of this node."""
        if len(runs) == 1:
            return [(self.entering(runs[0][0], node), runs[0][1])]
        entered: Runs[Piece] = []
        for context, run in runs:
            _append(entered, self.entering(context, node), run)
        return entered

    def _left(self, runs: Runs[Piece], node: int) -> Runs[Piece]:
        """Return the runs with what matters of them outside this node."""
        left: Runs[Piece] = []
        for context, run in runs:
            _append(left, self.leaving(context, node) if isinstance(context, tuple) else context, run)
        return left


def _joined(starts: Runs[Piece], ends: dict[Context, Runs[Piece]]) -> Runs[Piece]:
    """Return every start with every end that fits its context, in order."""
    runs: Runs[Piece] = []
    for context, lefts in starts:
        rights = ends[context]
        if len(rights) == 1:
            ((after, only),) = rights
            _append(runs, after, [left + right for left in lefts for right in only])
        else:
            for left in lefts:
                for after, run in rights:
                    _append(runs, after, [left + right for right in run])
    return runs


def _append(runs: Runs[Piece], context: Context, run: list[Piece]) -> None:
    """Add a run to the end, or to the last one if that has the same context; never change a run that was given."""
    if runs and runs[-1][0] == context:
        runs[-1] = context, runs[-1][1] + run
    else:
        runs.append((context, run))


class StepLister(Lister[Steps]):
    """Lists sentences as their steps."""

    nothing = ()

    def is_plain(self) -> bool:
        return True

    def write(self, context: Context, step: Step, *, is_last: bool) -> Steps:
        return (step,)


class TextLister(Lister[str]):
    """Lists sentences as texts; where the languages end theirs differently, side by side with their balance."""

    nothing = ""

    def __init__(self, forest: Forest, writing: Writing) -> None:
        super().__init__(forest)
        self.writing = writing
        self.left: dict[tuple[Step, int], Context] = {}
        self.entered: dict[tuple[Step, int], Context] = {}

    def is_plain(self) -> bool:
        l1, l2 = self._ends()
        return l1 == l2 and self.writing.is_plain

    def _ends(self) -> tuple[str, str]:
        """Return what closes a sentence in each frame."""
        first, second = self.writing.closings
        return first.before, second.before

    def chunks(self, roots: Sequence[Ref], skip: int = 0) -> Iterator[list[str]]:
        """Yield the texts in order, with what closes them."""
        bodies = super().chunks(roots, skip)
        l1, l2 = self._ends()
        if l1 == l2:
            yield from ([text + l1 for text in chunk] for chunk in bodies) if l1 else bodies
        else:
            balances = _BalanceLister(self.forest, self.writing).chunks(roots, skip)
            for chunk, balance in zip(bodies, balances, strict=True):
                yield [text + (l1 if more > 0 else l2) for text, more in zip(chunk, balance, strict=True)]

    def write(self, context: Context, step: Step, *, is_last: bool) -> str:
        piece = self.writing.piece(context, step)
        return piece.before + piece.word

    def leaving(self, step: Step, node: int) -> Context:
        found = self.left.get((step, node))
        if found is None:
            found = self.left[step, node] = self.writing.leaving(step, node)
        return found

    def entering(self, context: Context, node: int) -> Context:
        if not isinstance(context, tuple):
            return context
        found = self.entered.get((context, node))
        if found is None:
            found = self.entered[context, node] = self.writing.entering(context, node)
        return found


class _BalanceLister(Lister[int]):
    """Lists on which side most words of each sentence are: above 0 if of L1; the last word breaks a tie."""

    nothing = 0

    def __init__(self, forest: Forest, writing: Writing) -> None:
        super().__init__(forest)
        self.writing = writing

    def write(self, context: Context, step: Step, *, is_last: bool) -> int:
        weight = self.writing.weight(step)
        return 2 * weight + is_last * (1 if weight > 0 else -1)
