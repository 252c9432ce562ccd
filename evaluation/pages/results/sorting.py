"""The columns of a table of results, with the links that sort it, and the sorting itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy

from evaluation.models import Criterion
from evaluation.statistics.figure import Figure

STATISTICS = {
    "n": gettext_lazy("n"),
    "min": gettext_lazy("min"),
    "max": gettext_lazy("max"),
    "mean": gettext_lazy("mean"),
    "sigma": gettext_lazy("σ"),
    "median": gettext_lazy("median"),
}


@dataclass(frozen=True, slots=True)
class Heading:
    """A column's name, where a click on it leads, and `aria-sort`'s word for how it is sorted now.

    Without an address the table is not sorted by it.
    """

    label: str
    address: str = ""
    sorted: str = "none"
    is_number: bool = True


@dataclass(frozen=True, slots=True)
class Sorting:
    """By what, of which criterion, and which way; read from the address."""

    key: str
    criterion: str
    descending: bool

    @classmethod
    def of(cls, request: HttpRequest, default: str) -> Sorting:
        query = request.GET
        return cls(query.get("sort", default), query.get("by", ""), query.get("down") == "1")


def heading(
    query: QueryDict, sorting: Sorting, key: str, label: str, *, by: str = "", is_number: bool = True
) -> Heading:
    """A first click sorts numbers from the top and words from A, a second the other way round."""
    is_current = (sorting.key, sorting.criterion) == (key, by)
    down = not sorting.descending if is_current else is_number
    kept = {name: value for name, value in query.items() if name not in {"page", "sort", "by", "down"}}
    address = "?" + urlencode(kept | {"sort": key, "down": int(down)} | ({"by": by} if by else {}))
    direction = ("descending" if sorting.descending else "ascending") if is_current else "none"
    return Heading(label, address, direction, is_number)


def statistic_headings(query: QueryDict, sorting: Sorting, criterion: Criterion) -> list[Heading]:
    return [heading(query, sorting, key, str(label), by=criterion.key) for key, label in STATISTICS.items()]


def sorted_rows(rows: Sequence[Any], sorting: Sorting, facts: Sequence[str]) -> list[Any]:
    """By a fact of the rows or by a statistic of a criterion; rows without one come last either way."""

    def value(row: Any) -> Any:
        if sorting.key in facts:
            return getattr(row, sorting.key)
        summary = row.summaries.get(sorting.criterion) if sorting.key in STATISTICS else None
        found = getattr(summary, sorting.key, None)
        return found.value if isinstance(found, Figure) else found

    known = [row for row in rows if value(row) is not None]
    unknown = [row for row in rows if value(row) is None]
    return [*sorted(known, key=value, reverse=sorting.descending), *unknown]


def matching(rows: Sequence[Any], fact: str, words: str) -> list[Any]:
    """The rows whose name holds these words."""
    return [row for row in rows if words.casefold() in str(getattr(row, fact)).casefold()]
