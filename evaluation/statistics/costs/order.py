"""Which constraint costs more than which: a partial order, and how sure each couple of it is.

One is above another only where Holm's interval of the difference leaves 0 out. The shares say how often one cost more
in resamples of judges and of pairs (never of ratings), by a linear model of the same terms within judges.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from evaluation.statistics.clmm import Estimate, Fit
from evaluation.statistics.costs.columns import cost_design
from evaluation.statistics.costs.fitting import Cost, CostFit
from evaluation.statistics.figure import Figure, Floats, Ints
from evaluation.statistics.permutation import holm

RESAMPLES = 1000


@dataclass(frozen=True)
class Couple:
    """`first` less `second` in logits, the interval at Holm's level; in which share of resamples `first` cost more."""

    first: str
    second: str
    difference: Figure
    p: float
    p_holm: float
    share: float | None

    @property
    def above(self) -> str:
        """The one that costs more, "" where that is not known."""
        if self.p_holm >= 0.05 or self.difference.value is None:
            return ""
        return self.first if self.difference.value > 0 else self.second


def couples(found: CostFit, *, rng: np.random.Generator, resamples: int = RESAMPLES) -> list[Couple]:
    known = [one for one in found.costs if one.logits.is_defined and one.group == found.data.groups[0]]
    if found.fitted is None or len(known) < 2:
        return []
    drawn = _resampled(found, known, rng, resamples)
    pairs = list(combinations(known, 2))
    estimates = [_difference(found.fitted, a, b) for a, b in pairs]
    adjusted = holm([one.p for one in estimates])
    ranks = np.argsort(np.argsort([one.p for one in estimates], kind="stable"), kind="stable")
    return [
        Couple(
            first.constraint,
            second.constraint,
            _at_level(one, 0.05 / (len(pairs) - int(rank)), found.data.items.size),
            one.p,
            p_holm,
            _share(drawn[first.constraint] - drawn[second.constraint]),
        )
        for (first, second), one, p_holm, rank in zip(pairs, estimates, adjusted, ranks, strict=True)
    ]


def _difference(fitted: Fit, first: Cost, second: Cost) -> Estimate:
    weights = dict.fromkeys((*first.weights, *second.weights), 0.0)
    for sign, cost in ((1.0, first), (-1.0, second)):
        for name, weight in cost.weights.items():
            weights[name] += sign * weight
    freedom = min(first.freedom or 1.0, second.freedom or 1.0)
    return replace(fitted.combination("", weights), freedom=freedom)


def _at_level(estimate: Estimate, alpha: float, n: int) -> Figure:
    """The interval at Holm's level: of m couples the k-th surest has 1 - .05 / (m - k + 1)."""
    from scipy.special import stdtrit

    reach = float(stdtrit(estimate.freedom, 1 - alpha / 2)) * estimate.error
    return Figure(estimate.value, estimate.value - reach, estimate.value + reach, n)


def _share(differences: Floats) -> float | None:
    """How often the first cost more, of the resamples in which both could be estimated; None if those are few."""
    known = differences[np.isfinite(differences)]
    if known.size * 2 <= differences.size:
        return None
    return float(np.mean(known > 0) + np.mean(known == 0) / 2)


def _resampled(found: CostFit, known: list[Cost], rng: np.random.Generator, resamples: int) -> dict[str, Floats]:
    """Costs in points by weighted least squares, ratings counting as often as their judge and pair were drawn."""
    data = found.data
    design = cost_design(data).design
    names, x = list(design.names), _within(np.asarray(design.x), data.judges)
    y = _within(data.values[:, None], data.judges)[:, 0]
    labels = {pair: place for place, pair in enumerate(dict.fromkeys(design.pairs))}
    pairs = np.array([labels[pair] for pair in design.pairs], dtype=np.int64)
    judges = np.unique(data.judges, return_inverse=True)[1]
    counts = int(judges.max()) + 1, len(labels)
    drawn = {one.constraint: np.full(resamples, np.nan) for one in known}
    for place in range(resamples):
        weights = np.prod(
            [_multiplicities(n, rng)[who] for n, who in zip(counts, (judges, pairs), strict=True)], axis=0
        )
        square = x.T @ (x * weights[:, None])
        if np.linalg.matrix_rank(square, hermitian=True) < len(names):
            continue
        beta = dict(zip(names, np.linalg.solve(square, x.T @ (weights * y)), strict=True))
        for one in known:
            drawn[one.constraint][place] = sum(weight * beta[name] for name, weight in one.weights.items())
    return drawn


def _multiplicities(count: int, rng: np.random.Generator) -> Floats:
    return np.bincount(rng.integers(count, size=count), minlength=count).astype(np.float64)


def _within(table: Floats, groups: Ints) -> Floats:
    """Less each group's mean."""
    codes = np.unique(groups, return_inverse=True)[1]
    sizes = np.bincount(codes)
    means = np.array([np.bincount(codes, column) / sizes for column in table.T]).reshape(table.shape[1], sizes.size)
    return np.asarray(table - means.T[codes])
