"""The variance of a weighed sum of shares, were the sum what a hypothesis says.

The variance of a share goes with p (1 - p): a sample in which too few judgements accept by chance also looks too
certain, so an interval with the variance of the estimate ends too soon on one side. Wilson's interval of one share
takes the variance that the hypothesis gives; here the same is done for a sum of several (Miettinen and Nurminen 1985,
*Statistics in Medicine* 4). Of all shares whose sum is the wanted one, those are taken that are most likely given the
shares seen; the variance seen is multiplied by what it would be with them over what it was with the shares seen.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.statistics.figure import Floats
from evaluation.statistics.stratified import ADDED

HALVINGS = 20


@dataclass(frozen=True)
class Shares:
    """The shares seen, and of how many sentences each; of these numbers only the proportions matter."""

    seen: Floats
    sizes: Floats

    def stretch(self, factors: Floats, wanted: Floats) -> Floats:
        """By how much larger the variance of `factors` x shares is if their sum is `wanted`.

        `factors` has a row for each share and a column for each of the wanted sums.
        """
        weights = factors**2 / self.sizes[:, None]
        fitting, seen = self.fitting(factors, wanted), self._with_variance
        there, here = np.sum(weights * fitting * (1 - fitting), axis=0), (seen * (1 - seen)) @ weights
        return np.asarray(np.divide(there, here, out=np.ones_like(there), where=here > 0))

    @property
    def _with_variance(self) -> Floats:
        """Those whose variance was taken: where all judgements are alike it is that of a few more."""
        alike = np.minimum(self.seen, 1 - self.seen) < 1e-9
        return np.where(alike, (self.sizes * self.seen + ADDED) / (self.sizes + 2 * ADDED), self.seen)

    def fitting(self, factors: Floats, wanted: Floats) -> Floats:
        """The most likely shares of which the sum of `factors` x shares is `wanted`.

        With Lagrange's multiplier m each is the root of (seen - p) = m factor / size p (1 - p), and their sum falls as
        m grows, so m is found by halving.

        >>> seen = Shares(np.array([0.9, 0.1]), np.array([20.0, 20.0]))
        >>> seen.fitting(np.array([[1.0], [-1.0]]), np.zeros(1)).round(4)
        array([[0.5],
               [0.5]])
        """
        slopes = factors / self.sizes[:, None]
        slopes = slopes / np.maximum(np.abs(slopes).max(axis=0), 1e-300)
        middle, step = np.zeros(wanted.size), np.pi / 4
        for _ in range(HALVINGS):
            over = np.sum(factors * self._at(np.tan(middle) * slopes), axis=0) > wanted
            middle, step = middle + np.where(over, step, -step), step / 2
        return self._at(np.tan(middle) * slopes)

    def _at(self, pull: Floats) -> Floats:
        """Between 0 and 1 the root p of pull p^2 - (pull + 1) p + seen = 0."""
        seen, up = self.seen[:, None], pull + 1
        root = np.sqrt(np.maximum(up**2 - 4 * pull * seen, 0))
        falling = up > 0
        # Of the two ways to write it, each where it divides by no 0.
        return np.asarray(np.where(falling, 2 * seen, up - root) / np.where(falling, up + root, 2 * pull))
