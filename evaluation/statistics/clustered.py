"""The variance of an estimate from choices that hang together by judge and by pair of sentences.

Deviations are added up by judge, by pair and by both (the cells), and the squares of the sums added up again (Cameron,
Gelbach and Miller 2011). What judges have beyond the cells is their part, likewise with pairs; no part is negative, and
that of the cells is not less than if all choices were independent (Angrist and Pischke 2009, section 8.2), or few
groups could make an interval vanish. Student's t has Satterthwaite's degrees of freedom: each part has its groups less
one. Choices about a single pair say nothing of other pairs: the variance is that of this pair. (The smaller number of
groups less one, for all of it, covered 98 to 100 % with five judges.)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evaluation.statistics.figure import Floats, Ints


@dataclass(frozen=True)
class Clusters:
    """Who made each choice, about which pair, and both at once, as numbers from 0."""

    judges: Ints
    pairs: Ints
    cells: Ints

    @classmethod
    def of(cls, judges: ArrayLike, pairs: ArrayLike) -> Clusters:
        who, about = _codes(judges), _codes(pairs)
        return cls(who, about, _codes(who * (int(about.max(initial=0)) + 1) + about))

    @property
    def judge_count(self) -> int:
        return int(self.judges.max(initial=-1)) + 1

    @property
    def pair_count(self) -> int:
        return int(self.pairs.max(initial=-1)) + 1

    @property
    def fewest(self) -> int:
        """Of judges and pairs the smaller number; of a single pair, for which alone it then is, the judges."""
        return min(self.judge_count, self.pair_count) if self.pair_count > 1 else self.judge_count

    def squares(self, deviations: Floats) -> list[float]:
        """By cells, by judges and by pairs (of one number per choice)."""
        return [_squares(deviations, codes) for codes in (self.cells, self.judges, self.pairs)]

    def spread(self, independent: float, squares: list[float]) -> tuple[float, float]:
        """The variance and its degrees of freedom, from the variance of independent choices and those by groups."""
        by_cells, by_judges, by_pairs = squares
        parts = [max(independent, by_cells), max(0.0, by_judges - by_cells), max(0.0, by_pairs - by_cells)]
        if self.pair_count == 1:
            parts[2] = 0.0
        degrees = [max(1, int(codes.max())) for codes in (self.cells, self.judges, self.pairs)]
        below = sum(part**2 / freedom for part, freedom in zip(parts, degrees, strict=True))
        return sum(parts), sum(parts) ** 2 / below if below > 0 else 1.0


def _codes(labels: ArrayLike) -> Ints:
    return np.asarray(np.unique(labels, return_inverse=True)[1].ravel(), dtype=np.int64)


def _squares(deviations: Floats, codes: Ints) -> float:
    """Sum over the groups of the squares of their sums, times g / (g - 1)."""
    sums = np.bincount(codes, deviations)
    return float(np.sum(sums**2) * sums.size / max(1, sums.size - 1))
