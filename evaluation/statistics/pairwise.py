"""Judges two by two: quadratic-weighted kappa and the share of judgements within one point.

Cohen's (1968) weighted kappa with weights (x - y) squared is 1 - mean (x - y)^2 / (var x + var y + (mean x - mean y)^2)
over the items both judges rated (population variances), so all pairs of judges come out of a few products of the
item-by-judge table; no pair of judges is ever looped over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np

from evaluation.statistics.figure import Bools, Figure, Floats
from evaluation.statistics.rating_table import Ratings

NOTHING_SHARED = "the two judges share no item"
ONE_SHARED = "the two judges share one item only"
NO_VARIATION = "both judges gave one and the same score throughout"
NOTHING_PAIRS = "no sentence has been rated by two judges"
ALWAYS_WITHIN = "on a scale of two points any two answers are within one"


@dataclass(frozen=True)
class Pairwise:
    """judges x judges: items shared, and kappa (nan where undefined)."""

    shared: Floats
    kappas: Floats
    # Summed over shared items: squared distances, and those to be expected of judgements about different items.
    apart: Floats
    by_chance: Floats

    def kappa(self, first: int, second: int) -> Figure:
        shared, value = int(self.shared[first, second]), float(self.kappas[first, second])
        if shared < 2:
            return Figure.undefined(ONE_SHARED if shared else NOTHING_SHARED, n=shared)
        return Figure(value, n=shared) if np.isfinite(value) else Figure.undefined(NO_VARIATION, n=shared)

    def pooled_kappa(self, judge: int | None = None) -> Figure:
        """Over all pairs of judges, or those with `judge`, each pair once: distances and chance summed before dividing.

        A mean of kappas sinks with the number of shared items; sums do not. Chance is what two judgements of
        *different* items have, since two of the same item are no matter of chance. A single pair has its own kappa,
        whose chance is Cohen's: there is nothing to sum.
        """
        usable = self.shared >= 2
        chosen = np.triu(usable, 1) if judge is None else _row(usable, judge)
        pairs = int(chosen.sum())
        if pairs == 1:
            first, second = np.argwhere(chosen)[0]
            return replace(self.kappa(first, second), n=1)
        by_chance = float(self.by_chance[chosen].sum())
        if by_chance < 1e-9:
            return Figure.undefined("no two judges share two sentences with any variation")
        return Figure(max(-1.0, 1 - float(self.apart[chosen].sum()) / by_chance), n=pairs)


def pairwise(ratings: Ratings) -> Pairwise:
    points = ratings.points - (ratings.values.mean() if len(ratings) else 0.0)
    ones, scores, squares = (ratings.table(each) for each in (np.ones(points.size), points, points**2))
    shared = _dense(ones.T @ ones)
    own, own_squares = _dense(scores.T @ ones), _dense(squares.T @ ones)
    products = _dense(scores.T @ scores)
    with np.errstate(invalid="ignore", divide="ignore"):
        apart = (own_squares + own_squares.T - 2 * products) / shared
        spread = (own_squares + own_squares.T) / shared - 2 * (own / shared) * (own.T / shared)
        kappas = np.where((shared >= 2) & (spread > 1e-9), 1 - apart / spread, np.nan)
        by_chance = np.where(shared >= 2, (shared**2 * spread - shared * apart) / (shared - 1), 0.0)
    distances = np.where(shared >= 2, np.nan_to_num(apart) * shared, 0.0)
    return Pairwise(shared, kappas, distances, np.maximum(by_chance, 0.0))


def weighted_kappa(first: Sequence[float], second: Sequence[float]) -> Figure:
    """Quadratic-weighted kappa of two lists of scores of the same items.

    >>> weighted_kappa([0, 1, 2, 3], [0, 1, 2, 3]).value
    1.0
    """
    x, y = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if x.size < 2:
        return Figure.undefined(ONE_SHARED if x.size else NOTHING_SHARED, n=int(x.size))
    spread = float(x.var() + y.var() + (x.mean() - y.mean()) ** 2)
    if spread < 1e-12:
        return Figure.undefined(NO_VARIATION, n=int(x.size))
    return Figure(1 - float(np.mean((x - y) ** 2)) / spread, n=int(x.size))


def within_one(gaps: Floats, length: float = inf) -> Figure:
    """The share of gaps of at most one point on a scale of this length, from its lowest point to its highest.

    >>> within_one(np.array([0.0, 1.0, 2.0, 1.0]), length=4).value
    0.75
    """
    if length <= 1:
        return Figure.undefined(ALWAYS_WITHIN, n=int(gaps.size))
    return Figure(float(np.mean(np.abs(gaps) <= 1)), n=int(gaps.size))


def share_within_one(ratings: Ratings, length: float = inf) -> Figure:
    """The share of all pairs of judgements of the same item that lie within one point of each other; n pairs."""
    counts, scale = ratings.counts, ratings.points
    close = (np.abs(scale[:, None] - scale[None, :]) <= 1).astype(float)
    sizes = ratings.per_item.astype(float)
    pairs = float(np.sum(sizes * (sizes - 1)))
    if not pairs:
        return Figure.undefined(NOTHING_PAIRS)
    if length <= 1:
        return Figure.undefined(ALWAYS_WITHIN, n=int(pairs) // 2)
    together = float(np.sum((counts @ close) * counts) - sizes.sum())
    return Figure(together / pairs, n=int(pairs) // 2)


def _dense(product: Any) -> Floats:
    return np.asarray(product if isinstance(product, np.ndarray) else product.toarray(), dtype=np.float64)


def _row(usable: Bools, judge: int) -> Bools:
    chosen = np.zeros_like(usable)
    chosen[judge] = usable[judge]
    chosen[judge, judge] = False
    return chosen
