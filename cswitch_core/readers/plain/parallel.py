"""Parallel files, a row a line in each: ``x.en`` and ``x.hi``, with ``x.parse`` and ``x.align`` where there are any.

What a file holds is in its name: the code of one of the languages, or what aligners and parsers call their output.
Whatever is missing is left to be proposed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Literal

from cswitch_core.pairs import Link, Problem
from cswitch_core.readers.plain.conllu_pieces import conllu_pieces
from cswitch_core.readers.plain.encodings import decoded_lines, encoding_of
from cswitch_core.readers.plain.pieces import Piece, link_pieces, text_pieces, tree_pieces
from cswitch_core.readers.plain.rows import PlainFileError, PlainRow
from cswitch_core.shared_tree import L1, L2, Both, Language

TREE_SUFFIXES = frozenset({".parse", ".parsed", ".ptb", ".mrg", ".trees", ".tree", ".penn"})
LINK_SUFFIXES = frozenset({".align", ".aligned", ".alignment", ".links", ".pharaoh", ".talp", ".gdfa", ".gdf"})
CONLLU_SUFFIXES = frozenset({".conllu", ".conll"})

Kind = Literal["text", "conllu", "tree", "links"]
_CUT = re.compile(r"[._-]")


@dataclass(frozen=True, slots=True)
class PlainFile:
    """A file where it lies, and what its owner calls it."""

    path: Path
    name: str

    @classmethod
    def at(cls, path: Path) -> PlainFile:
        return cls(path, str(path))


@dataclass(frozen=True, slots=True)
class Part:
    """A file of a parallel set: what it holds, and of which side; links and trees of a row have none."""

    file: PlainFile
    kind: Kind
    side: Language | None = None


def kind_of(name: str, languages: Both[str]) -> Kind | None:
    """Return what a file of a parallel set holds, by its name; None if the name does not say it.

    >>> [kind_of(name, ("en", "hi")) for name in ("x.en", "x.hi.txt", "x.parse", "x.align", "x.tsv")]
    ['text', 'text', 'tree', 'links', None]
    """
    suffix = Path(name).suffix.lower()
    if suffix in CONLLU_SUFFIXES:
        return "conllu"
    if suffix in TREE_SUFFIXES:
        return "tree"
    if suffix in LINK_SUFFIXES:
        return "links"
    return None if _side_of(name, languages) is None or suffix in {".tsv", ".csv", ".xlsx"} else "text"


def read_parallel(files: Sequence[PlainFile], languages: Both[str]) -> Iterator[PlainRow]:
    """Yield the rows of parallel files; raise ``PlainFileError`` unless they have as many rows each."""
    parts = _parts(files, languages)
    _check_lengths(parts)
    return _read(parts, languages)


def _read(parts: Sequence[Part], languages: Both[str]) -> Iterator[PlainRow]:
    with ExitStack() as stack:
        streams = [_opened(part, stack, languages) for part in parts]
        for number, pieces in zip(count(1), zip(*streams, strict=True), strict=False):
            row = _row(number, dict(zip(parts, pieces, strict=True)), languages)
            if row is not None:
                yield row


def _opened(part: Part, stack: ExitStack, languages: Both[str]) -> Iterator[Piece]:
    source = stack.enter_context(part.file.path.open("rb"))
    lines = decoded_lines(source, encoding_of(source))
    if part.kind == "conllu":
        is_english = part.side is not None and languages[part.side].partition("-")[0] == "en"
        return conllu_pieces(lines, has_penn_tags=is_english)
    return {"text": text_pieces, "tree": tree_pieces, "links": link_pieces}[part.kind](lines)


def _parts(files: Sequence[PlainFile], languages: Both[str]) -> list[Part]:
    parts: list[Part] = []
    for file in files:
        kind = kind_of(file.name, languages)
        if kind is None:
            raise _unknown(file.name, languages)
        side = _side_of(file.name, languages) if kind in {"text", "conllu"} else None
        if any(part.kind == kind and part.side == side for part in parts):
            message = f"{parts[-1].file.name} and {file.name} are for the same side"
            raise PlainFileError.of(message, "Name them by their languages, such as x.en and x.hi")
        parts.append(Part(file, kind, side))
    return _with_sides(parts, languages)


def _with_sides(parts: list[Part], languages: Both[str]) -> list[Part]:
    """Give a CoNLL-U file whose name says no language the side that is left."""
    taken = {part.side for part in parts}
    free = L2 if L1 in taken else L1
    if L1 not in taken and L2 not in taken:
        free = next((_untranslated(part, languages) for part in parts if part.kind == "conllu"), L1)
    return [Part(part.file, part.kind, free) if part.kind == "conllu" and part.side is None else part for part in parts]


def _untranslated(part: Part, languages: Both[str]) -> Language:
    """Return the side of a lone CoNLL-U file: its translations are of the other one."""
    with ExitStack() as stack:
        first = next(_opened(part, stack, languages), Piece(1))
    return L2 if languages[L1] in first.others else L1


def _side_of(name: str, languages: Both[str]) -> Language | None:
    """Return the side whose code stands last in the name, such as the second in ``en-hi.hi``."""
    words = _CUT.split(Path(name).name.casefold())
    codes = [language.casefold() for language in languages]
    last = next((word for word in reversed(words) if word in codes), None)
    return None if last is None else (L1, L2)[codes.index(last)]


def _check_lengths(parts: Sequence[Part]) -> None:
    """Refuse files of different lengths: from some row on, nothing would belong together."""
    counts = {}
    for part in parts:
        with part.file.path.open("rb") as source:
            lines = decoded_lines(source, encoding_of(source))
            counts[part.file.name] = sum(1 for _ in (conllu_pieces(lines) if part.kind == "conllu" else lines))
    if len(set(counts.values())) > 1:
        lengths = ", ".join(f"{name} has {number:,}" for name, number in counts.items())
        raise PlainFileError.of(
            f"the files differ in their number of rows: {lengths}", "Give a row a line in each file"
        )


class _RowParts:
    """Puts together what the files say of one row; what a file says first counts."""

    def __init__(self, languages: Both[str]) -> None:
        self.languages = languages
        self.texts = ["", ""]
        self.words: list[tuple[str, ...]] = [(), ()]
        self.trees: dict[Language | None, Piece] = {}
        self.links: tuple[Link, ...] | None = None
        self.id = ""
        self.problems: list[Problem] = []

    def add(self, part: Part, piece: Piece) -> None:
        if piece.problem:
            self.problems.append(piece.problem.located(file=part.file.name, line=piece.line))
        if part.side is not None:
            self.texts[part.side] = piece.text or self.texts[part.side]
            self.words[part.side] = piece.words
        for language, text in piece.others.items():
            if language in self.languages:
                side = self.languages.index(language)
                self.texts[side] = self.texts[side] or text
        if piece.tree:
            self.trees[part.side] = piece
        self.links = self.links or piece.links
        self.id = self.id or piece.id

    def row(self, line: int, number: int, names: Both[str], file: str) -> PlainRow | None:
        """Return the row, or None if all files are blank there."""
        side, tree = self._tree()
        if not (any(self.texts) or any(self.words) or self.problems):
            return None
        own_id = self.id or str(number)
        texts, words = (self.texts[0], self.texts[1]), (self.words[0], self.words[1])
        row = PlainRow(line, own_id, texts, file, names, "", words, tree, side, self.links)
        return replace(row, problems=tuple(replace(problem, pair_id=own_id) for problem in self.problems))

    def _tree(self) -> tuple[Language | None, str]:
        """Return the tree and its side: of a file of trees, the side without a sentence, if there is one."""
        for side in (L1, L2):
            if side in self.trees:
                return side, self.trees[side].tree
        piece = self.trees.get(None)
        if piece is None:
            return None, ""
        empty = next((side for side in (L1, L2) if not self.texts[side] and not self.words[side]), None)
        if empty is not None:
            self.words[empty] = piece.words
        return empty, piece.tree


def _row(number: int, pieces: Mapping[Part, Piece], languages: Both[str]) -> PlainRow | None:
    parts = _RowParts(languages)
    for part, piece in pieces.items():
        parts.add(part, piece)
    main, first = next(iter(pieces.items()))
    return parts.row(first.line, number, languages, main.file.name)


def _unknown(name: str, languages: Both[str]) -> PlainFileError:
    first, second = languages
    cure = f"Call sentences x.{first} and x.{second}, Penn trees x.parse, Pharaoh links x.align, CoNLL-U x.conllu"
    return PlainFileError.of(f"the name of {name} does not say what it holds", cure)
