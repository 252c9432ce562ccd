"""Differences within pairs, adjusted for other properties of the sentences.

Scores are regressed on the property asked about, on the pair and on the other properties; by Frisch and Waugh (1933)
the difference is sum(x y) / sum(x^2), x being the property and y the score, both less what pair and other properties
say about them. Added up per pair, x y and x^2 are the scores and weights whose signs are flipped (Hemerik, Goeman and
Finos 2020, "Robust testing in generalized linear models by sign flipping score contributions", JRSS B 82).
"""

from __future__ import annotations

import numpy as np

from evaluation.statistics.figure import Floats, Ints


def adjusted_scores(scores: Floats, having: Floats, pairs: Ints, others: Floats) -> tuple[Floats, Floats]:
    """Per pair that says anything, the score and its weight; none where the others already say the property.

    >>> scores, weights = adjusted_scores(
    ...     np.array([3.0, 1.0, 4.0, 4.0]), np.array([1.0, 0, 1, 0]), np.array([0, 0, 1, 1]), np.zeros((4, 0))
    ... )
    >>> (scores / weights).round(6).tolist()
    [2.0, 0.0]
    """
    within = [_within(column, pairs) for column in (having, scores, *others.T)]
    table = np.array(within[2:]).T.reshape(scores.size, others.shape[1])
    x, y = (column - table @ np.linalg.lstsq(table, column, rcond=1e-9)[0] for column in within[:2])
    if float(x @ x) < 1e-9 * max(1.0, float(having @ having)):
        return np.zeros(0), np.zeros(0)
    count = int(pairs.max()) + 1
    of_scores, of_weights = (np.asarray(np.bincount(pairs, x * one, count), dtype=np.float64) for one in (y, x))
    telling = of_weights > 1e-9
    return of_scores[telling], of_weights[telling]


def _within(column: Floats, pairs: Ints) -> Floats:
    """Less the mean of its pair."""
    sizes = np.bincount(pairs)
    return np.asarray(column - (np.bincount(pairs, column) / np.maximum(sizes, 1))[pairs])
