"""A table of an export: which columns it has for a study, and its rows, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.services.exports.cells import Cells
from evaluation.services.exports.columns import Column
from evaluation.services.exports.study_data import StudyData

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows come in a stable order; ``key`` names the columns that tell two rows apart.

    A large one may have a million rows, or thousands of columns.
    """

    name: str
    title: str
    columns: Callable[[StudyData], Sequence[Column]]
    rows: Callable[[StudyData, Cells], Iterator[Row]]
    key: Sequence[str] = ()
