"""A researcher's own word list: two columns, words of the first language and of the second.

Columns are apart by a tab, or by a comma or semicolon where a file has no tabs. Several words in one column are a
phrase: all of it goes with all of the other column. Empty lines and lines that start with ``#`` are passed over.

>>> Lexicon.read(["dog\\tkutta", "# animals", "ice cream\\tkulfi"]).entries
(('dog', 'kutta'), ('ice cream', 'kulfi'))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cswitch_core.pairs import PairError, Problem

SEPARATORS = "\t;,"
CURE = "Write the two words in two columns, apart by a tab"


class LexiconError(PairError):
    """A word list that cannot be used; ``problems`` names every line."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Entries in the order of the linker's languages."""

    entries: tuple[tuple[str, str], ...] = ()

    @classmethod
    def read(cls, source: Path | Iterable[str], *, separators: str = SEPARATORS) -> Lexicon:
        """Read a file in UTF-8 or its lines; raise ``LexiconError`` with every line that has not two columns."""
        file = source.name if isinstance(source, Path) else ""
        lines = _lines(source) if isinstance(source, Path) else source
        rows = list(_rows(lines, separators))
        problems = [_problem(cells, file=file, line=line) for line, cells in rows if not _is_entry(cells)]
        if problems:
            raise LexiconError(problems)
        return cls(tuple((cells[0], cells[1]) for _, cells in rows))

    def mirrored(self) -> Lexicon:
        return Lexicon(tuple((second, first) for first, second in self.entries))


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        problem = Problem("lexicon", "is not in UTF-8", "Save the word list as UTF-8", path.name, line)
        raise LexiconError([problem]) from error


def _rows(lines: Iterable[str], separators: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(lines, start=1):
        content = line.strip("\ufeff\r\n ")
        if content and not content.startswith("#"):
            separator = next((mark for mark in separators if mark in content), "\t")
            yield number, [" ".join(cell.split()) for cell in content.split(separator)]


def _is_entry(cells: list[str]) -> bool:
    return len(cells) == 2 and all(cells)


def _problem(cells: list[str], *, file: str, line: int) -> Problem:
    if len(cells) == 2:
        message = "a column is empty"
    else:
        message = f"has {len(cells)} column{'s' if len(cells) > 1 else ''} instead of two"
    return Problem("lexicon", message, CURE, file, line)
