"""The Bradley-Terry scale (1952): i is chosen over j with probability 1 / (1 + exp(s_j - s_i)).

Places are in logits: a difference of 1 means odds of e, that is 73 of 100 choices.
"""

from __future__ import annotations

import numpy as np

from evaluation.statistics.figure import Figure, Floats
from evaluation.statistics.paired_comparisons import Comparisons, Scale, fit


def bradley_terry(comparisons: Comparisons) -> Scale | Figure:
    """The scale, or the reason why there is none.

    >>> won = Comparisons.of(2, [(0, 1, 1.0, judge, 0) for judge in range(3)] + [(1, 0, 1.0, 3, 0)])
    >>> [round(figure.value, 3) for figure in bradley_terry(won).figures()]
    [0.549, -0.549]
    """
    return fit(comparisons, logistic)


def logistic(differences: Floats) -> tuple[Floats, Floats, Floats]:
    other = 1 / (1 + np.exp(np.clip(differences, -700, 700)))
    return -np.logaddexp(0, -differences), other, other * (1 - other)
