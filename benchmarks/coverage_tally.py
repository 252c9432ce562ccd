"""How often intervals had the truth in them and tests rejected, for `benchmarks.coverage`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from evaluation.statistics.figure import Figure

Interval = tuple[str, Figure, float]
Test = tuple[str, bool]


@dataclass
class Tally:
    """Per quantity the errors and whether the interval had the truth in it; per test whether it rejected."""

    errors: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    covered: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    rejected: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    studies: int = 0

    def note(self, found: Iterable[Interval | Test]) -> None:
        for one in found:
            if len(one) == 2:
                self.rejected[one[0]].append(one[1])
                continue
            name, figure, truth = one
            if figure.value is not None:
                self.errors[name].append(figure.value - truth)
            if figure.low is not None and figure.high is not None:
                self.covered[name].append(figure.low - 1e-9 <= truth <= figure.high + 1e-9)

    def lines(self) -> Iterator[str]:
        for name, hits in self.covered.items():
            errors = self.errors[name]
            bias = f"{float(np.mean(errors)):+.3f}" if errors else "-"
            yield _line(name, bias, hits, 0.95)
        for name, hits in self.rejected.items():
            yield _line(name, "", hits, 0.05)


def _line(name: str, bias: str, hits: list[bool], goal: float) -> str:
    found = float(np.mean(hits))
    chance = 2 * sqrt(goal * (1 - goal) / len(hits))
    off = abs(found - goal) - 0.02
    mark = "" if off < 1e-9 else "  *" if off <= chance else "  ***"
    return f"  {name:<44}{bias:>10}{100 * found:>8.1f} %{len(hits):>7}{mark}"
