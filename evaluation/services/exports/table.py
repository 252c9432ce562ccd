"""A table of an export: which columns it has for a study, and its rows, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from evaluation.services.exports.cells import Cells
from evaluation.services.exports.columns import Column
from evaluation.services.exports.study_data import StudyData

# Cells, of which a tuple is those of several columns: cells that come together again and again (all that a table says
# of a sentence, say) are one tuple, which a format writes once. No such tuple has a number with decimals in it: 0.0 and
# -0.0 are the same to a dictionary and not in a file.
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows come in a stable order and alike; ``key`` names the columns that tell two rows apart.

    A large one may have a million rows, or thousands of columns.
    """

    name: str
    title: str
    columns: Callable[[StudyData], Sequence[Column]]
    rows: Callable[[StudyData, Cells], Iterator[Row]]
    key: Sequence[str] = ()


def places(columns: Sequence[Column], row: Row) -> Iterator[Sequence[Column]]:
    """The columns of each cell of a row, more than one where it is a tuple.

    >>> [len(found) for found in places(["a", "b", "c"], (1, (2, 3)))]
    [1, 2]
    """
    start = 0
    for cell in row:
        stop = start + (len(cell) if type(cell) is tuple else 1)
        yield columns[start:stop]
        start = stop


def flat(row: Row) -> Row:
    """The row with one cell a column.

    >>> flat((1, (2, 3)))
    (1, 2, 3)
    """
    return tuple(chain.from_iterable(cell if type(cell) is tuple else (cell,) for cell in row))
