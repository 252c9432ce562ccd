"""The designs of `benchmarks.coverage`: few and many judges, shares near 0, 1 and between, whole sets and samples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.simulated_studies import SimulatedDesign, drawn_judges
from evaluation.statistics.rating_table import Ratings

# Cells whose sizes are 3 : 2 : 5 and whose sentences are alike differ by exactly the margin of 10 points.
AT_THE_MARGIN = (30, 20, 50, 0)
CONTROLS = (40, 40, 40, 200)
UNEQUAL = (1, 5, 9)

DESIGNS = [
    SimulatedDesign("1. 5 judges, share .5, sample", judges=5),
    SimulatedDesign("2. 5 judges, share .2, whole set", judges=5, sizes=(5, 5, 5, 0), shares=(0.2,) * 4, fits=False),
    SimulatedDesign("3. 5 judges, share .05, sample", judges=5, shares=(0.05,) * 4),
    SimulatedDesign("4. 15 judges, share .95, sample", shares=(0.95,) * 4, fits=False),
    SimulatedDesign("5. 15 judges, share .5, whole set, slopes", sizes=(5, 5, 5, 0), per_sentence=15, slope_sd=0.6),
    SimulatedDesign(
        "6. 15 judges, share .2, 3 a sentence, unequal pairs",
        per_sentence=3,
        factors=UNEQUAL,
        shares=(0.2,) * 4,
        fits=False,
    ),
    SimulatedDesign("7. 15 judges, share .5, unequal pairs, slopes", factors=UNEQUAL, slope_sd=0.6),
    SimulatedDesign(
        "8. 15 judges, share .5, one sentence a stratum", pairs=30, drawn=(1, 1, 1, 0), per_sentence=3, fits=False
    ),
    SimulatedDesign(
        "9. 15 judges, 5 % of controls accepted",
        sizes=CONTROLS,
        drawn=(5, 5, 5, 10),
        shares=(0.5, 0.5, 0.5, 0.05),
        fits=False,
    ),
    SimulatedDesign(
        "10. 15 judges, exactly at the margin",
        sizes=AT_THE_MARGIN,
        drawn=(10, 10, 10, 0),
        shares=(0.7,) * 4,
        fits=False,
    ),
    SimulatedDesign("11. 15 judges, A .5 and B .3", shares=(0.5, 0.3, 0.4, 0.5)),
    # The judgements about a cell are all alike in about half of the studies.
    SimulatedDesign(
        "12. 6 judges, A .97 and others .03, sample",
        judges=6,
        per_sentence=3,
        pairs=4,
        drawn=(2, 2, 2, 0),
        shares=(0.97, 0.03, 0.03, 0.03),
        fits=False,
    ),
    SimulatedDesign(
        "13. 6 judges, A .97 and others .03, whole set",
        judges=6,
        pairs=4,
        sizes=(3, 3, 3, 0),
        drawn=(3, 3, 3, 0),
        shares=(0.97, 0.03, 0.03, 0.03),
        fits=False,
    ),
]


# What only one model generates is mostly accepted and the rest mostly not: differences near what is possible.
SKEWED = [
    SimulatedDesign(
        name,
        judges=judges,
        per_sentence=per_sentence,
        pairs=pairs,
        drawn=(5, 5, 5, 0),
        shares=(0.93, 0.07, 0.07, 0.07),
        fits=False,
    )
    for name, judges, per_sentence, pairs in (
        ("42. 6 judges, A .93 and others .07, 20 sentences a cell", 6, 3, 4),
        ("43. 15 judges of each, A .93 and others .07, 20 sentences a cell", 15, 15, 4),
        ("44. 15 judges, A .93 and others .07, 50 sentences a cell", 15, 5, 10),
    )
]

# Of every pair and cell one sentence, which stands for 4 others or for 400 (or for 4,000).
SINGLE = [
    SimulatedDesign(
        f"{number}. 15 judges, share .5, one sentence a stratum, pairs of 1 to {factors[-1]:,}",
        pairs=pairs,
        sizes=(4, 4, 4, 0),
        drawn=(1, 1, 1, 0),
        factors=factors,
        fits=False,
    )
    for number, pairs, factors in ((45, 20, (1, 3, 10, 30, 100)), (46, 8, (1, 10, 100, 1_000)))
]

EVEN = (-1.6, -0.8, 0.0, 0.8, 1.6)
SKEWED_SEVEN = (0.3, 0.8, 1.2, 1.6, 2.0, 2.5)


@dataclass(frozen=True)
class AgreementDesign:
    """Scores are sums of normal effects of item, judge and both, whose variances are known, cut into points."""

    name: str
    judges: int
    per_sentence: int
    items: int = 60
    # Of items, of judges, of the rest.
    variances: tuple[float, float, float] = (1.0, 0.25, 0.75)
    cuts: tuple[float, ...] = EVEN

    def study(self, rng: np.random.Generator, *, ordinal: bool = True) -> Ratings:
        what, who = drawn_judges(self.items, self.judges, self.per_sentence, rng)
        sizes = self.items, self.judges, who.size
        of_items, of_judges, rest = (
            rng.normal(0, variance**0.5, size) for variance, size in zip(self.variances, sizes, strict=True)
        )
        latent = of_items[what] + of_judges[who] + rest
        values = np.searchsorted(self.cuts, latent).astype(np.float64) if ordinal else latent
        return Ratings.of(what, who, values)

    def alpha(self) -> float:
        """Of all items and all judges there could be: two judges of one item against those of two items."""
        from scipy.special import ndtr

        nodes, weights = np.polynomial.hermite_e.hermegauss(101)
        ends = np.array([-np.inf, *self.cuts, np.inf]) - nodes[:, None] * self.variances[0] ** 0.5
        points = np.diff(ndtr(ends / sum(self.variances[1:]) ** 0.5), axis=1)
        same_item = points.T * (weights / weights.sum()) @ points
        marginals = same_item.sum(axis=0)
        midranks = np.cumsum(marginals) - marginals / 2
        apart = (midranks[:, None] - midranks) ** 2
        return float(1 - (same_item * apart).sum() / (marginals @ apart @ marginals))

    def icc(self, judges: float) -> float:
        return self.variances[0] / (self.variances[0] + sum(self.variances[1:]) / judges)


AGREEMENT = [
    AgreementDesign("agreement, 5 judges rate all 60 sentences", 5, 5),
    AgreementDesign("agreement, 15 judges rate all 60 sentences", 15, 15),
    AgreementDesign("agreement, 5 of 15 judges a sentence", 15, 5),
    AgreementDesign("agreement, 3 judges rate all 60 sentences", 3, 3),
    AgreementDesign("agreement, 15 judges rate all 10 sentences", 15, 15, items=10),
    AgreementDesign("agreement, 5 judges rate all 200 sentences", 5, 5, items=200),
    AgreementDesign("agreement, 8 judges, skewed scale of 7", 8, 8, cuts=SKEWED_SEVEN),
    AgreementDesign("agreement, 15 judges, skewed scale of 2", 15, 15, cuts=(1.0,)),
    AgreementDesign("agreement, 5 judges, hardly any", 5, 5, variances=(0.02, 0.25, 0.75)),
    AgreementDesign("agreement, 15 judges, almost perfect", 15, 15, variances=(1.0, 0.03, 0.06)),
    AgreementDesign("agreement, 5 judges who differ strongly", 5, 5, variances=(1.0, 0.8, 0.4)),
]


@dataclass(frozen=True)
class PhenomenonDesign:
    """Few sentences a pair, of cells A, B and AB at random: little is left over once the others are adjusted for."""

    pairs: int
    sentences: int

    @property
    def name(self) -> str:
        return f"{self.pairs} pairs of {self.sentences} sentences"


PHENOMENA = [PhenomenonDesign(*sizes) for sizes in ((7, 2), (7, 3), (7, 4), (7, 8), (10, 2), (20, 2), (20, 4), (60, 3))]
