"""Restricted maximum likelihood of rating = mean + item + judge + residual, every cell rated at most once.

With V = I + a Z_i Z_i' + b Z_j Z_j', a and b the variances of items and judges over that of the residual, the
restricted log-likelihood is -1/2 [(n - 1) log(y' P y) + log det V + log(1' V^-1 1)] up to a constant (Harville 1977),
as in R's `lme4::lmer(value ~ 1 + (1 | item) + (1 | judge))`. Items are eliminated first: the diagonal of an item
depends on the number of its judges alone, so everything is added up once per such number, and a trial of (a, b) costs
as much as a matrix of the judges, however many ratings there are.
"""

from __future__ import annotations

import numpy as np

from evaluation.statistics.figure import Floats
from evaluation.statistics.rating_table import Ratings

LOWEST, HIGHEST = -14.0, 14.0


def reml_components(ratings: Ratings, start: tuple[float, float]) -> tuple[float, float, float]:
    """The variances of items, of judges and of the residual; `start` are ratios to begin the search at."""
    from scipy.optimize import minimize

    system = _System(ratings)
    logs = np.log(np.clip(start, 1e-3, 1e3))
    found = minimize(system.deviance, logs, method="Nelder-Mead", options={"xatol": 1e-6, "fatol": 1e-9})
    return system.components(np.asarray(found.x))


class _System:
    """Sums over the items with the same number of judges: how many, their judges, their totals."""

    def __init__(self, ratings: Ratings) -> None:
        self.n, self.judge_count = len(ratings), ratings.judge_count
        values = ratings.values - ratings.values.mean()
        totals = np.bincount(ratings.items, values, ratings.item_count)
        self.numbers, group = np.unique(ratings.per_item, return_inverse=True)
        self.items = np.bincount(group).astype(np.float64)
        table = ratings.matrix()
        self.together = [_dense(table[group == one].T @ table[group == one]) for one in range(self.numbers.size)]
        self.of_judges = np.array([np.asarray(table[group == one].sum(axis=0)) for one in range(self.numbers.size)])
        self.with_totals = np.array(
            [np.asarray(table[group == one].T @ totals[group == one]) for one in range(self.numbers.size)]
        )
        self.squares = np.bincount(group, totals**2)
        self.totals = np.bincount(group, totals)
        self.sum_squares = float(values @ values)
        self.judge_totals = np.bincount(ratings.judges, values, self.judge_count)
        self.per_judge = np.bincount(ratings.judges, minlength=self.judge_count).astype(np.float64)

    def deviance(self, logs: Floats) -> float:
        """-2 times the restricted log-likelihood; the logs of the ratios are kept within bounds."""
        determinant, of_one, rest = self._solved(np.exp(np.clip(logs, LOWEST, HIGHEST)))
        outside = float(np.sum(np.maximum(np.abs(logs) - HIGHEST, 0)))
        return (self.n - 1) * float(np.log(rest)) + determinant + float(np.log(of_one)) + outside

    def components(self, logs: Floats) -> tuple[float, float, float]:
        # A ratio at its lower bound is none at all.
        ratios = np.where(logs <= LOWEST / 2, 0.0, np.exp(np.clip(logs, LOWEST, HIGHEST)))
        residual = self._solved(ratios)[2] / (self.n - 1)
        return float(ratios[0] * residual), float(ratios[1] * residual), residual

    def _solved(self, ratios: Floats) -> tuple[float, float, float]:
        """log det V, 1' V^-1 1 and y' P y."""
        of_items, of_judges = float(ratios[0]), float(ratios[1])
        diagonal = 1 + of_items * self.numbers
        left = of_items / diagonal
        block = -of_judges * sum(one * table for one, table in zip(left, self.together, strict=True))
        block[np.diag_indices_from(block)] += 1 + of_judges * self.per_judge
        factor = np.linalg.cholesky(block)
        scale = np.sqrt(of_judges)
        ones = scale * (self.per_judge - (left * self.numbers) @ self.of_judges)
        values = scale * (self.judge_totals - left @ self.with_totals)
        ones, values = (np.linalg.solve(factor, right) for right in (ones, values))
        one_one = self.n - float(left @ (self.items * self.numbers**2)) - float(ones @ ones)
        one_value = -float(left @ (self.numbers * self.totals)) - float(ones @ values)
        value_value = self.sum_squares - float(left @ self.squares) - float(values @ values)
        determinant = float(self.items @ np.log(diagonal)) + 2 * float(np.log(np.diag(factor)).sum())
        return determinant, one_one, max(value_value - one_value**2 / one_one, 1e-300)


def _dense(table: object) -> Floats:
    return np.asarray(table.toarray())  # type: ignore[attr-defined]
