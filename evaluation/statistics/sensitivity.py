"""How well somebody tells good from bad: d' of signal detection theory.

With H the share of good sentences accepted (hits) and F that of bad ones (false alarms), d' = z(H) - z(F). So that
shares of 0 and 1 have a z, half an answer is added to each count and one to each number (Hautus 1995). The interval is
normal, with the variance of Gourevitch and Galanter (1967).
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

from evaluation.statistics.figure import Figure

NORMAL = NormalDist()
NO_GOOD, NO_BAD = "no good control was rated", "no bad control was rated"


def d_prime(hits: int, good: int, false_alarms: int, bad: int, level: float = 0.95) -> Figure:
    """d' of ``hits`` of ``good`` and ``false_alarms`` of ``bad`` sentences; n is how many were rated.

    >>> found = d_prime(9, 10, 2, 10)
    >>> round(found.value, 3), round(found.low, 3), round(found.high, 3)
    (1.845, 0.545, 3.144)
    """
    if not good or not bad:
        return Figure.undefined(NO_BAD if good else NO_GOOD, n=good + bad)
    shares = (hits + 0.5) / (good + 1), (false_alarms + 0.5) / (bad + 1)
    z = [NORMAL.inv_cdf(share) for share in shares]
    variance = sum(
        share * (1 - share) / (number * NORMAL.pdf(each) ** 2)
        for share, number, each in zip(shares, (good, bad), z, strict=True)
    )
    margin = NORMAL.inv_cdf((1 + level) / 2) * sqrt(variance)
    value = z[0] - z[1]
    return Figure(value, value - margin, value + margin, n=good + bad)
