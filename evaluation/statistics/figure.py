"""A number with its uncertainty, or the reason why it does not exist."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.integer[Any]]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Figure:
    """`value` with its interval `low`..`high` and the `n` behind it; without a value, `reason` says why.

    >>> Figure(0.8, 0.7, 0.9, n=40).is_defined
    True
    >>> Figure.undefined("no variation").reason
    'no variation'
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    reason: str = ""

    @classmethod
    def undefined(cls, reason: str, n: int = 0) -> Figure:
        return cls(None, n=n, reason=reason)

    @property
    def is_defined(self) -> bool:
        return self.value is not None

    @property
    def bounds(self) -> tuple[float, float, float] | None:
        """(low, value, high), or None unless all three exist."""
        if self.value is None or self.low is None or self.high is None:
            return None
        return self.low, self.value, self.high

    def with_interval(self, draws: Floats, level: float = 0.95) -> Figure:
        """The percentile interval of bootstrap `draws`; draws that are not a number had nothing to estimate."""
        low, high = percentile_interval(draws, level)
        return Figure(self.value, low, high, self.n, self.reason)


def percentile_interval(draws: Floats, level: float = 0.95) -> tuple[float | None, float | None]:
    """The middle `level` of the draws, or (None, None) when fewer than half of them could be computed."""
    defined = draws[np.isfinite(draws)]
    if defined.size == 0 or defined.size * 2 < draws.size:
        return None, None
    tail = (1 - level) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    return float(low), float(high)
