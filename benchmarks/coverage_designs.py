"""The designs of `benchmarks.coverage`: few and many judges, shares near 0, 1 and between, whole sets and samples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.simulated_studies import SimulatedDesign, drawn_judges
from evaluation.statistics.rating_table import Ratings

# Cells whose sizes are 3 : 2 : 5 and whose sentences are alike differ by exactly the margin of 10 points.
AT_THE_MARGIN = (30, 20, 50, 0)
CONTROLS = (40, 40, 40, 200)

DESIGNS = [
    SimulatedDesign("1. 5 judges, share .5, sample", judges=5),
    SimulatedDesign("2. 5 judges, share .2, whole set", judges=5, sizes=(5, 5, 5, 0), shares=(0.2,) * 4, fits=False),
    SimulatedDesign("3. 5 judges, share .05, sample", judges=5, shares=(0.05,) * 4),
    SimulatedDesign("4. 15 judges, share .95, sample", shares=(0.95,) * 4, fits=False),
    SimulatedDesign("5. 15 judges, share .5, whole set, slopes", sizes=(5, 5, 5, 0), per_sentence=15, slope_sd=0.6),
    SimulatedDesign(
        "6. 15 judges, share .2, 3 a sentence, unequal pairs",
        per_sentence=3,
        unequal=True,
        shares=(0.2,) * 4,
        fits=False,
    ),
    SimulatedDesign("7. 15 judges, share .5, unequal pairs, slopes", unequal=True, slope_sd=0.6),
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
]


@dataclass(frozen=True)
class AgreementDesign:
    """60 sentences; items have variance 1, judges .25 and the residual .75, so that ICC(2,1) is one half."""

    name: str
    judges: int
    per_sentence: int

    def study(
        self,
        rng: np.random.Generator,
        items: int = 60,
        judges: int | None = None,
        per_sentence: int | None = None,
        *,
        ordinal: bool = True,
    ) -> Ratings:
        judges, per_sentence = judges or self.judges, per_sentence or self.per_sentence
        what, who = drawn_judges(items, judges, per_sentence, rng)
        latent = rng.normal(0, 1, items)[what] + rng.normal(0, 0.5, judges)[who] + rng.normal(0, 0.75**0.5, who.size)
        values = np.searchsorted([-1.6, -0.8, 0, 0.8, 1.6], latent).astype(np.float64) if ordinal else latent
        return Ratings.of(what, who, values)


AGREEMENT = [
    AgreementDesign("agreement, 5 judges rate all 60 sentences", 5, 5),
    AgreementDesign("agreement, 15 judges rate all 60 sentences", 15, 15),
    AgreementDesign("agreement, 5 of 15 judges a sentence", 15, 5),
]
