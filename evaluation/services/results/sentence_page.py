"""One page of the table of sentences: filtered, sorted by anything in it, and only as much counted as is shown.

Sorted by something a sentence is (its number, text, pair, condition), the database pages. Sorted by something judges
said, all sentences are counted on the criterion that sorts, which is one reading of an index. Either way the rest is
counted of this page alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import and_

import numpy as np
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from evaluation.models import Item, Study
from evaluation.services.errors import Refused
from evaluation.services.results.cells import NONE, by_condition, models_of_cell
from evaluation.services.results.fetching import fetched
from evaluation.services.results.scale_counts import PointCounts, item_counts
from evaluation.services.results.selection import Selection
from evaluation.services.results.tables import SentenceRow, Tables
from evaluation.statistics.figure import Ints

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
    # A row of the table of models: exactly these models generate it, or what stands for no others by its condition.
    cell: str = ""
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
    total = found.count()
    pages = max(1, -(-total // size))
    page = min(max(query.page, 1), pages)
    shown = _shown(found, query, tables, slice((page - 1) * size, page * size))
    items = Item.objects.filter(pk__in=shown).select_related("pair").in_bulk()
    counts = item_counts(study, tables.criteria, tables.exclusions, items=shown)
    rows = tables.sentence_rows([items[pk] for pk in shown], counts)
    return SentencePage(rows, total, page, pages)


def matching(study: Study, query: SentenceQuery) -> QuerySet[Item]:
    items = Item.objects.sentences().filter(study=study)
    if query.text:
        items = items.filter(text__icontains=query.text)
    if query.condition:
        items = items.filter(condition=query.condition)
    if query.pair:
        items = items.filter(pair__external_id=query.pair)
    if query.model:
        items = items.filter(generated_by(query.model))
    return items.filter(in_cell(study, query.cell)) if query.cell else items


def generated_by(model: str) -> Q:
    # Written as JSON, a name stands between quotation marks on both databases.
    return Q(memberships__icontains=f'"{model}"')


def in_cell(study: Study, cell: str) -> Q:
    """The sentences of a row of `Tables.models`."""
    models = models_of_cell(cell)
    if not models and cell != NONE:
        return by_condition(study) & Q(condition=cell)
    rest = set(study.models_chosen).difference(models)
    wanted = [*(generated_by(model) for model in models), *(~generated_by(model) for model in rest)]
    return reduce(and_, wanted, ~by_condition(study) & ~Q(condition=""))


def _shown(found: QuerySet[Item], query: SentenceQuery, tables: Tables, part: slice) -> list[int]:
    """The ids of one page, in order."""
    if query.sort in FACTS:
        order = FACTS[query.sort]
        keys = [f"-{key}" for key in order] if query.descending else order
        return list(found.order_by(*keys).values_list("pk", flat=True)[part])
    ids = fetched(found.order_by("number").values_list("pk"), 1)[:, 0]
    ordered = by_statistic(ids, _sorting_counts(tables, query), query.sort, descending=query.descending)
    return [int(pk) for pk in ordered[part]]


def _sorting_counts(tables: Tables, query: SentenceQuery) -> PointCounts:
    """Of the criterion that sorts, and of no other."""
    keys = [criterion.key for criterion in tables.criteria]
    if query.criterion and query.criterion not in keys:
        raise Refused(_("There is no criterion “%s”.") % query.criterion, field="criterion")
    criterion = tables.criteria[keys.index(query.criterion or keys[0])]
    return item_counts(tables.study, [criterion], tables.exclusions)[criterion.key]


def by_statistic(ids: Ints, counts: PointCounts, statistic: str, *, descending: bool) -> Ints:
    """The ids in the order of a statistic, stable; those without one come last either way."""
    values = np.full(ids.size, np.nan)
    rows = np.searchsorted(counts.ids, ids)
    known = rows < counts.ids.size
    known[known] = counts.ids[rows[known]] == ids[known]
    values[known] = getattr(counts, statistic)[rows[known]]
    return ids[np.argsort(-values if descending else values, kind="stable")]
