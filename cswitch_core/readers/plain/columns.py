"""Which columns of a table hold the sentences: by what somebody says, by their names, or simply the first two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cswitch_core.languages import language_named
from cswitch_core.readers.plain.cells import Cells
from cswitch_core.readers.plain.rows import PlainFileError
from cswitch_core.shared_tree import Both

Header = Literal["auto", "yes", "no"]

ID_NAMES = frozenset({"id", "ids", "number", "no", "no.", "nr", "nr.", "#", "row", "key", "pair", "pair_id", "item"})
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
    """Tell whether the first row names the columns: a known name, or short names over longer sentences."""
    if not head or head[0].problem:
        return False
    names = [cell.strip() for cell in head[0].cells]
    if any(_is_known(name) for name in names):
        return not any(_is_sentence(name) for name in names)
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
    known = _known(names) if is_named else {}
    numbered = None if is_named else _numbers_column(head)
    own_id = known.get("id", numbered)
    chosen = _asked(asked, names, file) or [*_sentence_columns(names, languages, {own_id, known.get("note")}), own_id]
    note = known.get("note")
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


def _numbers_column(head: Sequence[Cells]) -> int | None:
    """Return 0 if the first of three columns has numbers and no words: those are ids."""
    rows = [row.cells for row in head if not row.problem]
    has_numbers = all(len(cells) > 2 and cells[0].strip().isdigit() for cells in rows)
    return 0 if rows and has_numbers else None


def _sentence_columns(names: Sequence[str], languages: Both[str], taken: set[int | None]) -> list[int]:
    """Return the columns called like the two languages, or else the first two that hold neither ids nor notes."""
    codes = [language_named(name) for name in names]
    if all(language and language in codes for language in languages):
        return [codes.index(language) for language in languages]
    free = [number for number in range(len(names)) if number not in taken]
    return (free + [number for number in range(len(names)) if number in taken])[:2]


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
