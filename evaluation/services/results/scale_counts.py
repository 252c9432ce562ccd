"""How often each scale point was given, per sentence or per judge: the one question from which every table follows.

The database reads one covering index (`rating_by_item`, `rating_by_judge`) and returns one whole number per group: the
sum of 2^(bits * point), a counter per scale point side by side. That is less work for it than minimum, maximum, mean
and sum of squares, and says more: the whole distribution. Where the counters could overflow their bits (very many
judges on a long scale) it is asked for one row per group and point instead.

Judges are in both indexes, so those who are left out are passed over. What else the selection leaves out is little, so
it is counted by itself and taken off the total, and the reading of the index stays plain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from django.db.models import BigIntegerField, Count, ExpressionWrapper, F, QuerySet, Sum, Value
from django.db.models.functions import Cast

from evaluation.models import Criterion, Item, Participation, Rating, Study
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.fetching import fetched
from evaluation.statistics.figure import Floats, Ints
from evaluation.statistics.summary import Summary

BITS = 62


@dataclass(frozen=True)
class PointCounts:
    """groups x points: how often each group (sentence, judge, model ...) was given each point of the scale."""

    ids: Ints
    points: range
    counts: Ints

    @cached_property
    def n(self) -> Ints:
        return np.asarray(self.counts.sum(axis=1))

    @cached_property
    def total(self) -> Ints:
        return np.asarray(self.counts @ np.array(self.points), dtype=np.int64)

    @cached_property
    def mean(self) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(self.total / self.n)

    @cached_property
    def sigma(self) -> Floats:
        """The sample's (n - 1); nan for fewer than two."""
        squares = self.counts @ np.array(self.points) ** 2
        with np.errstate(invalid="ignore", divide="ignore"):
            variance = (self.n * squares - self.total**2) / (self.n * (self.n - 1))
            return np.asarray(np.where(self.n > 1, np.sqrt(variance), np.nan))

    @cached_property
    def min(self) -> Floats:
        return self._first(self.counts, self.points)

    @cached_property
    def max(self) -> Floats:
        return self._first(self.counts[:, ::-1], self.points[::-1])

    @cached_property
    def median(self) -> Floats:
        reached = np.cumsum(self.counts, axis=1)
        points = np.array(self.points)
        low = points[np.argmax(reached >= ((self.n + 1) // 2)[:, None], axis=1)]
        high = points[np.argmax(reached >= (self.n // 2 + 1)[:, None], axis=1)]
        return np.asarray(np.where(self.n > 0, (low + high) / 2, np.nan))

    @cached_property
    def places(self) -> dict[int, int]:
        """Where each group's row is."""
        return dict(zip(self.ids.tolist(), range(self.ids.size), strict=True))

    def summary(self, group: int) -> Summary:
        """The summary of one group, empty if it has no ratings."""
        row = self.places.get(group)
        if row is None:
            return Summary(())
        return Summary.from_counts(dict(zip(self.points, self.counts[row].tolist(), strict=True)))

    def without(self, other: PointCounts) -> PointCounts:
        """These counts less the `other`'s, whose groups are among these."""
        counts = self.counts.copy()
        counts[np.searchsorted(self.ids, other.ids)] -= other.counts
        return PointCounts(self.ids, self.points, counts)

    def except_for(self, unwanted: Ints) -> PointCounts:
        """Without these groups."""
        kept = ~np.isin(self.ids, unwanted)
        return PointCounts(self.ids[kept], self.points, self.counts[kept])

    def grouped(self, codes: Ints, size: int) -> PointCounts:
        """Rows added up by `codes` (one per row; negative: left out) into `size` groups."""
        kept = codes >= 0
        width = len(self.points)
        cells = codes[kept, None] * width + np.arange(width)
        sums = np.bincount(cells.ravel(), self.counts[kept].ravel(), size * width).astype(np.int64)
        return PointCounts(np.arange(size), self.points, sums.reshape(size, width))

    @staticmethod
    def _first(counts: Ints, points: range) -> Floats:
        """The first point of each row that was given; nan where none was."""
        given = counts > 0
        first = np.array(points)[np.argmax(given, axis=1)]
        return np.asarray(np.where(given.any(axis=1), first, np.nan))


def item_counts(
    study: Study, criteria: Sequence[Criterion], exclusions: Exclusions, *, items: Sequence[int] | None = None
) -> dict[str, PointCounts]:
    """Per criterion's key, in one reading for all of them."""
    ratings = Rating.objects.filter(study=study).exclude(participation__in=list(exclusions.judges))
    if items is not None:
        ratings = ratings.filter(item__in=list(items))
    most = 2 * Participation.objects.filter(study=study).count()
    rule = exclusions.left_out_by_place()
    left_out = None if rule is None else ratings.filter(rule)
    counts = _less(ratings, left_out, _Question("item_id", tuple(criteria), most))
    items_left_out = np.fromiter(exclusions.items, dtype=np.int64)
    return {key: table.except_for(items_left_out) for key, table in counts.items()} if items_left_out.size else counts


def judge_counts(study: Study, criteria: Sequence[Criterion], exclusions: Exclusions) -> dict[str, PointCounts]:
    """Of the judges who count."""
    judges = list(exclusions.judges_that_count().order_by("pk").values_list("pk", flat=True))
    ratings = Rating.objects.filter(participation__in=judges)
    rule = exclusions.left_out_whoever_judged()
    left_out = None if rule is None else ratings.filter(rule, study=study)
    most = 2 * Item.objects.filter(study=study).count()
    return _less(ratings, left_out, _Question("participation_id", tuple(criteria), most))


@dataclass(frozen=True)
class _Question:
    """Count by `key` on these criteria; no group has more than `most` ratings of one."""

    key: str
    criteria: tuple[Criterion, ...]
    most: int

    @property
    def points(self) -> range:
        """From the lowest point of any scale to the highest of any."""
        lows, highs = [c.low for c in self.criteria], [c.high for c in self.criteria]
        return range(min(lows, default=0), max(highs, default=0) + 1)

    @property
    def columns(self) -> tuple[str, str]:
        """In the order of the index, in which PostgreSQL need not sort or keep all groups."""
        return ("criterion_id", self.key) if self.key == "item_id" else (self.key, "criterion_id")

    def criterion_first(self, rows: Ints) -> Ints:
        return rows if self.columns[0] == "criterion_id" else rows[:, [1, 0, *range(2, rows.shape[1])]]


def _less(ratings: QuerySet[Rating], left_out: QuerySet[Rating] | None, question: _Question) -> dict[str, PointCounts]:
    """The counts of all `ratings` less those of them that are left out."""
    counts = _counted(ratings, question)
    if left_out is None:
        return counts
    taken_off = _counted(left_out, question)
    return {key: table.without(taken_off[key]) for key, table in counts.items()}


def _counted(ratings: QuerySet[Rating], question: _Question) -> dict[str, PointCounts]:
    wanted = ratings.filter(criterion__in=[criterion.pk for criterion in question.criteria])
    bits = BITS // len(question.points)
    whole = _packed(wanted, question, bits) if question.most < 2**bits else _by_point(wanted, question)
    tables = {}
    for criterion in question.criteria:
        here = whole[whole[:, 0] == criterion.pk]
        first = 2 + criterion.low - question.points[0]
        order = np.argsort(here[:, 1], kind="stable")
        counts = here[order, first : first + len(criterion.points)]
        tables[criterion.key] = PointCounts(here[order, 1], criterion.points, counts)
    return tables


def _packed(ratings: QuerySet[Rating], question: _Question, bits: int) -> Ints:
    """Rows of criterion, group, and a count per point."""
    shift = ExpressionWrapper((F("value") - question.points[0]) * bits, output_field=BigIntegerField())
    counter = Cast(Value(1), BigIntegerField()).bitleftshift(shift)  # type: ignore[arg-type]
    counters = Cast(Sum(counter, output_field=BigIntegerField()), BigIntegerField())
    query = ratings.order_by().values_list(*question.columns).annotate(counters=counters)
    rows = question.criterion_first(fetched(query, 3))
    counts = (rows[:, 2:] >> (np.arange(len(question.points)) * bits)) & (2**bits - 1)
    return np.hstack((rows[:, :2], counts))


def _by_point(ratings: QuerySet[Rating], question: _Question) -> Ints:
    """The same, where the database sent a row per point."""
    query = ratings.order_by().values_list(*question.columns, "value").annotate(number=Count("*"))
    rows = question.criterion_first(fetched(query, 4))
    groups, codes = np.unique(rows[:, :2], axis=0, return_inverse=True)
    counts = np.zeros((len(groups), len(question.points)), dtype=np.int64)
    counts[codes.ravel(), rows[:, 2] - question.points[0]] = rows[:, 3]
    return np.hstack((groups, counts))
