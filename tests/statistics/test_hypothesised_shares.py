"""Variances under a hypothesis about a sum of shares."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize

from evaluation.statistics.hypothesised_shares import Shares

SEEN, SIZES = np.array([0.9, 0.1, 0.3]), np.array([20.0, 10.0, 40.0])


def test_of_one_share_the_variance_is_that_of_wilsons_interval() -> None:
    one = Shares(np.array([0.9]), np.array([20.0]))
    hypothesised = np.array([0.5, 0.8, 0.9])
    found = one.stretch(np.ones((1, 3)), hypothesised)
    assert found == pytest.approx(hypothesised * (1 - hypothesised) / 0.09, rel=1e-4)


@pytest.mark.parametrize("r", [-0.5, 0.0, 0.7])
def test_the_shares_that_fit_a_hypothesis_are_the_most_likely_ones(r: float) -> None:
    factors = np.array([1 - r, -1 - r, -r])

    def unlikely(p: np.ndarray) -> float:
        return -float(SIZES @ (SEEN * np.log(p) + (1 - SEEN) * np.log(1 - p)))

    best = optimize.minimize(
        unlikely,
        [0.4, 0.4, 0.4],
        bounds=[(1e-6, 1 - 1e-6)] * 3,
        constraints={"type": "eq", "fun": lambda p: factors @ p},
    )
    found = Shares(SEEN, SIZES).fitting(factors[:, None], np.zeros(1))[:, 0]
    assert factors @ found == pytest.approx(0, abs=1e-4)
    assert found == pytest.approx(best.x, abs=2e-3)


def test_where_all_are_alike_the_variance_still_grows_with_the_distance() -> None:
    none = Shares(np.array([1.0, 0.0]), np.array([8.0, 8.0]))
    found = none.stretch(np.array([[1.0] * 3, [-1.0] * 3]), np.array([0.9, 0.5, 0.0]))
    assert 0 < found[0] < found[1] < found[2]
