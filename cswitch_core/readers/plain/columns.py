"""Which columns of a table hold the sentences: by what somebody says, by their names, or by what is in them.

A column of numbers holds no sentences; the first one gives the ids, unless a number comes twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cswitch_core.languages import guessed_language, language_in, language_named
from cswitch_core.readers.plain.cells import Cells
from cswitch_core.readers.plain.rows import PlainFileError
from cswitch_core.shared_tree import Both

Header = Literal["auto", "yes", "no"]

ID_NAMES = frozenset(
    {"id", "ids", "number", "no", "no.", "nr", "nr.", "#", "row", "key", "pair", "pair_id", "item"}
    | {"s.no", "s.no.", "s. no.", "sr. no.", "sl. no.", "sr no", "sno", "num", "num."}
)
NOTE_NAMES = frozenset({"note", "notes", "comment", "comments", "remark"})
SENTENCE_NAMES = frozenset(
    {
        *("sentence", "text", "source", "target", "src", "tgt", "trg", "translation", "translated", "original"),
        *("l1", "l2", "lang1", "lang2", "language1", "language2", "first", "second", "sentence1", "sentence2"),
        *("l1_text", "l2_text", "source_text", "target_text", "reference", "hypothesis"),
    }
)
LONGEST_NAME_WORDS = 3
FEWEST_SENTENCE_WORDS = 3


@dataclass(frozen=True, slots=True)
class Columns:
    """The numbers of the columns, from 0 on, and the names of all of them; without a header the names are numbers."""

    first: int
    second: int
    id: int | None = None
    note: int | None = None
    names: tuple[str, ...] = ()
    has_header: bool = False

    @property
    def places(self) -> tuple[int, int]:
        return self.first, self.second

    @property
    def sides(self) -> Both[str]:
        return self.names[self.first], self.names[self.second]


def has_header(head: Sequence[Cells]) -> bool:
    """Tell whether the first row names the columns: a known name, two languages, or short names over sentences."""
    if not head or head[0].problem:
        return False
    names = [cell.strip() for cell in head[0].cells]
    mentioned = {language_in(name) for name in names if not _is_sentence(name)} - {""}
    if len(mentioned) > 1 or any(_is_known(name) for name in names):
        return not any(_is_sentence(name) for name in names if not _is_known(name))
    rest = [row.cells for row in head[1:] if not row.problem]
    return bool(rest) and all(map(_could_be_a_name, names)) and all(map(_has_two_sentences, rest))


def columns_of(
    head: Sequence[Cells], languages: Both[str], *, asked: Sequence[str] = (), header: Header = "auto", file: str = ""
) -> Columns:
    """Return where the sentences are. ``asked`` are names or numbers (from 1) of the two, then perhaps of the ids."""
    is_named = has_header(head) if header == "auto" else header == "yes"
    width = _width(head, is_named=is_named)
    names = [cell.strip() for cell in head[0].cells] if is_named and head else []
    names += [str(number) for number in range(len(names) + 1, width + 1)]
    if width < 2:
        cure = "Put a tab, a comma or a semicolon between the two sentences of a row, or send a file for each language"
        raise PlainFileError.of("the rows have one column", cure, file=file, field="columns")
    body = _Body(head[is_named:], names if is_named else [""] * width)
    known = _known(names) if is_named else {}
    own_id, note = body.ids(known.get("id")), known.get("note")
    chosen = _asked(asked, names, file) or [*body.sentence_columns(languages, {own_id, known.get("id"), note}), own_id]
    return Columns(chosen[0] or 0, chosen[1] or 0, chosen[2], note, tuple(names), is_named)


def _width(head: Sequence[Cells], *, is_named: bool) -> int:
    """Return how many columns there are: as many as have names, or as most rows have cells."""
    widths = [len(row.cells) for row in head if not row.problem]
    return 0 if not widths else widths[0] if is_named else Counter(widths).most_common(1)[0][0]


def _is_known(name: str) -> bool:
    plain = name.casefold()
    return plain in ID_NAMES | NOTE_NAMES | SENTENCE_NAMES or bool(language_named(plain))


def _is_sentence(cell: str) -> bool:
    return len(cell.split()) > LONGEST_NAME_WORDS or cell.endswith((".", "?", "!", "।"))


def _could_be_a_name(cell: str) -> bool:
    return bool(cell) and not _is_sentence(cell) and any(character.isalpha() for character in cell)


def _has_two_sentences(cells: Sequence[str]) -> bool:
    return sum(len(cell.split()) >= FEWEST_SENTENCE_WORDS for cell in cells) >= 2


def _known(names: Sequence[str]) -> dict[str, int]:
    """Return where ids and notes are, if columns are called so; the first counts."""
    found: dict[str, int] = {}
    for number, name in enumerate(names):
        for kind, known in (("id", ID_NAMES), ("note", NOTE_NAMES)):
            if name.casefold() in known:
                found.setdefault(kind, number)
    return found


class _Body:
    """The first rows of a table below its names, column by column; without a header the names are empty."""

    def __init__(self, rows: Sequence[Cells], names: Sequence[str]) -> None:
        cells = [row.cells for row in rows if not row.problem]
        self.names = names
        self.columns = [
            [row[number].strip() for row in cells if number < len(row) and row[number].strip()]
            for number in range(len(names))
        ]

    def ids(self, named: int | None) -> int | None:
        """Return the column that is called so, or the first one if it has numbers; not if one of them comes twice."""
        number = named if named is not None else 0 if len(self.names) > 2 and self._has_numbers(0) else None
        return number if number is not None and len(set(self.columns[number])) == len(self.columns[number]) else None

    def sentence_columns(self, languages: Both[str], taken: set[int | None]) -> list[int]:
        """Return the columns called like the two languages, or else the first two that can hold sentences."""
        every = range(len(self.names))
        free = [number for number in every if number not in taken and not self._has_numbers(number)]
        wanted = [language.replace("_", "-").partition("-")[0].casefold() for language in languages]
        for named in (language_named, language_in, None):
            codes = {number: named(self.names[number]) if named else self._guessed(number, free) for number in free}
            found = _of_languages(codes, wanted)
            if found:
                return found
        worded = sorted(free, key=lambda number: not self._has_sentences(number))
        return [*worded, *(number for number in every if number not in free)][:2]

    def _guessed(self, number: int, free: Sequence[int]) -> str:
        """The language of a column's text. Of two columns the order tells, and the check of rows sees them swapped."""
        return guessed_language(self.columns[number]) if len(free) > 2 else ""

    def _has_numbers(self, number: int) -> bool:
        cells = self.columns[number]
        return bool(cells) and all(cell.rstrip(".").isdigit() for cell in cells)

    def _has_sentences(self, number: int) -> bool:
        cells = self.columns[number]
        return 2 * sum(len(cell.split()) > 1 for cell in cells) >= len(cells) > 0


def _of_languages(codes: dict[int, str], wanted: Sequence[str]) -> list[int]:
    """Return the columns of the two languages, by their codes; of any two languages if none are wanted yet."""
    first_of: dict[str, int] = {}
    for number, code in codes.items():
        if code:
            first_of.setdefault(code.casefold(), number)
    if not all(wanted):
        return list(first_of.values())[:2] if len(first_of) > 1 else []
    return [first_of[code] for code in wanted] if all(code in first_of for code in wanted) else []


def _asked(asked: Sequence[str], names: Sequence[str], file: str) -> list[int | None]:
    if not asked:
        return []
    if len(asked) not in {2, 3}:
        raise _no_columns(f"{len(asked)} are named", "Name the two columns of sentences, and perhaps one of ids", file)
    found: list[int | None] = [_number(name.strip(), names, file) for name in asked]
    if len(set(found)) < len(found):
        raise _no_columns("a column is named twice", "Name a column for each", file)
    return [*found, None][:3]


def _number(asked: str, names: Sequence[str], file: str) -> int:
    folded = [name.casefold() for name in names]
    if asked.casefold() in folded:
        return folded.index(asked.casefold())
    if asked.isdigit() and 1 <= int(asked) <= len(names):
        return int(asked) - 1
    cure = f"Use a number from 1 to {len(names)}, or one of: {', '.join(names)}"
    raise _no_columns(f"there is no column '{asked}'", cure, file)


def _no_columns(message: str, cure: str, file: str) -> PlainFileError:
    return PlainFileError.of(message, cure, file=file, field="columns")
