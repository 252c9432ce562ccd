"""Differences within pairs, adjusted for other properties of the sentences.

Scores are regressed on the property asked about, on the pair and on the other properties; by Frisch and Waugh (1933)
the difference is sum(x y) / sum(x^2), x being the property and y the score, both less what pair and other properties
say about them. Added up per pair, x y and x^2 are the scores and weights whose signs are flipped (Hemerik, Goeman and
Finos 2020, "Robust testing in generalized linear models by sign flipping score contributions", JRSS B 82).

Before flipping, x has nothing in common with the other properties; flipped, it has, and y has nothing to say about that
part of it. So sums with flipped signs vary less than the sum seen, and much less where few sentences are left over.
Each is therefore divided by its own standard deviation, for which each pair's products of x with the other properties
are needed (De Santis, Goeman, Hemerik, Davenport and Finos, "Inference in generalized linear models with robustness to
misspecified variances"; the standardised scores of R's `flipscores`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evaluation.statistics.figure import Floats, Ints


class Adjusted(NamedTuple):
    """Per pair that says anything, the sums of x y, of x^2, and of x with each other property."""

    scores: Floats
    weights: Floats
    others: Floats


def right_angles(others: Floats, pairs: Ints) -> Floats:
    """Columns at right angles, of length 1, that say within pairs what `others` do; fewer where some say the same."""
    within = np.array([_within(column, pairs) for column in others.T]).T.reshape(others.shape)
    columns, lengths, _ = np.linalg.svd(within, full_matrices=False)
    return np.asarray(columns[:, lengths > 1e-9 * lengths.max(initial=1e-9)])


def adjusted_scores(scores: Floats, having: Floats, pairs: Ints, others: Floats) -> Adjusted:
    """`others`: by `right_angles`. No pair says anything where they already say the property.

    >>> pairs = np.array([0, 0, 1, 1])
    >>> found = adjusted_scores(
    ...     np.array([3.0, 1.0, 4.0, 4.0]), np.array([1.0, 0, 1, 0]), pairs, right_angles(np.zeros((4, 0)), pairs)
    ... )
    >>> (found.scores / found.weights).round(6).tolist()
    [2.0, 0.0]
    """
    x, y = (column - others @ (others.T @ column) for column in (_within(having, pairs), _within(scores, pairs)))
    if float(x @ x) < 1e-9 * max(1.0, float(having @ having)):
        return Adjusted(np.zeros(0), np.zeros(0), np.zeros((0, others.shape[1])))
    of_pairs = np.array([np.bincount(pairs, x * column) for column in (y, x, *others.T)]).T
    telling = of_pairs[of_pairs[:, 1] > 1e-9]
    return Adjusted(telling[:, 0], telling[:, 1], telling[:, 2:])


def _within(column: Floats, pairs: Ints) -> Floats:
    """Less the mean of its pair."""
    sizes = np.bincount(pairs)
    return np.asarray(column - (np.bincount(pairs, column) / np.maximum(sizes, 1))[pairs])
