"""One page of the table of sentences: filtered, sorted by anything in it, and only as much counted as is shown.

Sorted by something a sentence is (its number, text, pair, condition), the database pages and only this page's ratings
are counted. Sorted by something judges said, all sentences are counted, which is one reading of an index.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from evaluation.models import Item, Study
from evaluation.services.errors import Refused
from evaluation.services.results.scale_counts import PointCounts, item_counts
from evaluation.services.results.selection import Selection
from evaluation.services.results.tables import SentenceRow, Tables

PAGE_SIZE = 50
# What a sentence is, and the order it gives; ties are broken by number, so that pages never overlap.
FACTS = {
    "number": ("number",),
    "text": ("text", "number"),
    "pair": ("pair__collection_id", "pair_id", "number"),
    "condition": ("condition", "number"),
}
STATISTICS = ("n", "min", "max", "mean", "sigma", "median")
SORTS = (*FACTS, *STATISTICS)


@dataclass(frozen=True, slots=True)
class SentenceQuery:
    """Which sentences, in which order, and which page of them."""

    sort: str = "number"
    descending: bool = False
    # The criterion whose statistic sorts; empty: the study's first.
    criterion: str = ""
    text: str = ""
    condition: str = ""
    model: str = ""
    pair: str = ""
    page: int = 1


@dataclass(frozen=True)
class SentencePage:
    rows: list[SentenceRow]
    total: int
    page: int
    pages: int


def sentence_page(study: Study, selection: Selection, query: SentenceQuery, *, size: int = PAGE_SIZE) -> SentencePage:
    """The rows of one page; a page past the end is the last one."""
    if query.sort not in SORTS:
        raise Refused(_("The table cannot be sorted by “%s”.") % query.sort, field="sort")
    tables = Tables(study, selection)
    found = matching(study, query).exclude(pk__in=list(tables.exclusions.items))
    ids = _ordered(found, query, tables)
    pages = max(1, -(-len(ids) // size))
    page = min(max(query.page, 1), pages)
    shown = ids[(page - 1) * size : page * size]
    items = Item.objects.filter(pk__in=shown).select_related("pair").in_bulk()
    counts = _counts_of(tables, shown, all_counted=query.sort in STATISTICS)
    rows = tables.sentence_rows([items[pk] for pk in shown], counts)
    return SentencePage(rows, len(ids), page, pages)


def matching(study: Study, query: SentenceQuery) -> QuerySet[Item]:
    items = Item.objects.sentences().filter(study=study)
    if query.text:
        items = items.filter(text__icontains=query.text)
    if query.condition:
        items = items.filter(condition=query.condition)
    if query.pair:
        items = items.filter(pair__external_id=query.pair)
    if query.model:
        # Written as JSON, a name stands between quotation marks on both databases.
        items = items.filter(memberships__icontains=f'"{query.model}"')
    return items


def _ordered(found: QuerySet[Item], query: SentenceQuery, tables: Tables) -> list[int]:
    if query.sort in FACTS:
        order = FACTS[query.sort]
        keys = [f"-{key}" for key in order] if query.descending else order
        return list(found.order_by(*keys).values_list("pk", flat=True))
    ids = np.fromiter(found.order_by("number").values_list("pk", flat=True), dtype=np.int64)
    return by_statistic(ids, _sorting_counts(tables, query), query.sort, descending=query.descending)


def _sorting_counts(tables: Tables, query: SentenceQuery) -> PointCounts:
    keys = [criterion.key for criterion in tables.criteria]
    if query.criterion and query.criterion not in keys:
        raise Refused(_("There is no criterion “%s”.") % query.criterion, field="criterion")
    return tables.by_item[query.criterion or keys[0]]


def by_statistic(ids: np.ndarray, counts: PointCounts, statistic: str, *, descending: bool) -> list[int]:
    """The ids in the order of a statistic, stable; those without one come last either way."""
    values = np.full(ids.size, np.nan)
    known = np.isin(ids, counts.ids)
    values[known] = getattr(counts, statistic)[np.searchsorted(counts.ids, ids[known])]
    order = np.argsort(-values if descending else values, kind="stable")
    return [int(pk) for pk in ids[order]]


def _counts_of(tables: Tables, shown: list[int], *, all_counted: bool) -> dict[str, PointCounts]:
    if all_counted:
        return tables.by_item
    return item_counts(tables.study, tables.criteria, tables.exclusions, items=shown)
