"""Rows that stand in a file twice, and ids that do; the rows themselves are not kept, only a fingerprint of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b

from cswitch_core.pairs import Problem
from cswitch_core.readers.plain import PlainRow


def marked_repeats(rows: Iterable[PlainRow], *, keeps_repeats: bool = False) -> Iterator[PlainRow]:
    """Yield the rows; one that repeats the sentences or the id of an earlier one has a problem that says so."""
    lines_of_texts: dict[bytes, int] = {}
    lines_of_ids: dict[str, int] = {}
    for row in rows:
        problems = []
        if any(row.texts) and not row.problems:
            first = lines_of_texts.setdefault(_fingerprint(row), row.line)
            if first != row.line and not keeps_repeats:
                problems.append(_repeated(row, first))
        first = lines_of_ids.setdefault(row.id, row.line)
        if first != row.line:
            problems.append(_same_id(row.id, first))
        yield row.with_problems(*problems)


def _fingerprint(row: PlainRow) -> bytes:
    words = [" ".join(text.casefold().split()) for text in row.texts]
    return blake2b("\0".join(words).encode(), digest_size=12).digest()


def _repeated(row: PlainRow, first: int) -> Problem:
    return Problem(
        row.names[0], f"line {first} has the same two sentences", "Leave one of the two rows out, or change its words"
    )


def _same_id(own_id: str, first: int) -> Problem:
    return Problem("id", f"line {first} has the id '{own_id}' already", "Give each pair an id of its own")
