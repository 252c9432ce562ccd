"""Thurstone's law of comparative judgement, case V (1927): i is chosen over j with probability Phi(s_i - s_j).

Places are in standard deviations of the difference between two impressions: a difference of 1 means 84 of 100 choices.
"""

from __future__ import annotations

import numpy as np

from evaluation.statistics.figure import Figure, Floats
from evaluation.statistics.paired_comparisons import Comparisons, Scale, fit


def thurstone(comparisons: Comparisons) -> Scale | Figure:
    """The scale, or the reason why there is none.

    >>> won = Comparisons.of(2, [(0, 1, 1.0, judge, 0) for judge in range(3)] + [(1, 0, 1.0, 3, 0)])
    >>> [round(figure.value, 3) for figure in thurstone(won).figures()]
    [0.337, -0.337]
    """
    return fit(comparisons, normal)


def normal(differences: Floats) -> tuple[Floats, Floats, Floats]:
    from scipy.special import log_ndtr

    below = np.asarray(log_ndtr(differences))
    slope = np.exp(-(differences**2) / 2 - np.log(2 * np.pi) / 2 - below)
    return below, slope, slope * (differences + slope)
