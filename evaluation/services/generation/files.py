"""Files as people have them: pairs, plain sentences, tables, and files of pairs to take away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import cswitch_core
from cswitch_core import PairError
from cswitch_core import Row as FileRow
from cswitch_core.languages import guessed_language, language_in, language_named
from cswitch_core.readers import FILE, HEADER, PAIR_FORMATS
from cswitch_core.readers import pair_file as write_pair_file
from cswitch_core.readers.plain import (
    LongTable,
    PlainFile,
    columns_of,
    kind_of_file,
    open_long_table,
    open_table,
    read_plain,
)
from cswitch_core.words import words_of as cut_into_words
from evaluation.services.errors import Refused
from evaluation.services.generation.pairs import problems_in_words

# The fields of problems that are not of a row but of the whole file, and hide its rows.
FIELDS_OF_A_FILE = frozenset({FILE, HEADER})


def file_rows(path: Path, *, name: str) -> Iterator[FileRow]:
    """Every row of a file of pairs, in order, as a pair or as what is wrong with it."""
    with path.open("rb") as opened:
        yield from cswitch_core.read_rows(opened, name=name)


@dataclass(frozen=True, slots=True)
class TablePreview:
    """What a table of plain text looks like before its columns are chosen; ``columns`` are name and number."""

    encoding: str
    columns: list[tuple[str, str]]
    rows: list[tuple[str, ...]]
    has_header: bool
    languages: tuple[str, str]
    chosen: tuple[int, int, int | None]
    row_count: int


def is_language_code(text: str) -> bool:
    """Whether a file's ending, such as ``en`` in ``x.en``, is a language."""
    return bool(language_named(text))


def language_called(name: str) -> str:
    """The code of the language that people call so, in its own letters too; empty if none is known."""
    return language_named(name)


def holds_plain_text(path: Path, name: str) -> bool:
    """Whether a file holds plain sentences, or trees or links of such, and not pairs."""
    return kind_of_file(PlainFile(path, name)) != "pairs"


def table_preview(path: Path, name: str, *, rows: int = 8) -> TablePreview | None:
    """The first rows of a table, its encoding and what its languages seem to be; None if it is no table."""
    if kind_of_file(PlainFile(path, name)) != "table":
        return None
    try:
        with path.open("rb") as source:
            table = open_table(source, name)
            columns = columns_of(table.head, ("", ""), file=name)
            row_count = sum(1 for _ in table.rows) - columns.has_header
    except PairError as error:
        raise Refused(problems_in_words(error.problems), field="file") from error
    body = [row.cells for row in table.head if not row.problem][columns.has_header :]
    names = [columns.names[place] if columns.has_header else "" for place in columns.places]
    texts = [[cells[place] for cells in body if place < len(cells)] for place in columns.places]
    guessed = [language_in(name) or guessed_language(column) for name, column in zip(names, texts, strict=True)]
    return TablePreview(
        table.encoding,
        [(columns.names[place], str(place + 1)) for place in range(len(columns.names))],
        body[:rows],
        columns.has_header,
        (guessed[0], guessed[1]),
        (columns.first, columns.second, columns.id),
        row_count,
    )


def pair_file(pairs: Iterable[dict[str, Any]], form: str) -> Iterator[bytes]:
    """A file of pairs, each given as the object of a line, in one of the formats that can be loaded."""
    return write_pair_file(pairs, next(known for known in PAIR_FORMATS if known == form))


def long_table(source: BinaryIO, name: str, *, has_header: bool = True) -> LongTable:
    """A table with one observation a row, in whatever format; ``Refused`` if it is none."""
    try:
        return open_long_table(source, name, has_header=has_header)
    except PairError as error:
        raise Refused(problems_in_words(error.problems), field="file") from error


def plain_row_count(files: list[tuple[Path, str]], plan: dict[str, Any]) -> int:
    """How many rows of plain text there are; ``Refused`` if they cannot be read as the plan says."""
    languages = plan["languages"][0], plan["languages"][1]
    read = [PlainFile(path, name) for path, name in files]
    try:
        rows = read_plain(read, languages, columns=plan.get("columns", ()), header=plan.get("header", "auto"))
        return sum(1 for _ in rows)
    except PairError as error:
        raise Refused(problems_in_words(error.problems), field="file") from error


def words_of(text: str, language: str) -> list[str]:
    """The words and marks of a plain sentence."""
    return list(cut_into_words(text, language))
