"""How often a planned study finds its effect, how wide its interval is, whether that holds the truth; with curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import isfinite, sqrt

import numpy as np

from evaluation.statistics.planning.design import (
    CHOICES,
    FEWEST_PAIRS,
    MOST_JUDGES,
    MOST_SENTENCES,
    PlannedStudy,
)
from evaluation.statistics.planning.outcomes import EVEN, NOTHING, Outcome, outcome

# Of a design's judges or pairs: where its curves are computed.
GRID = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
LEAST_JUDGES = 4
GOAL = 0.8


@dataclass(frozen=True)
class Share:
    """A share of simulated studies with its Monte Carlo error (one standard error; Wilson's centre at the ends)."""

    count: int
    n: int

    @property
    def value(self) -> float:
        return self.count / self.n if self.n else 0.0

    @property
    def mostly(self) -> bool:
        return self.value > 0.5

    @property
    def error(self) -> float:
        near = (self.count + 2) / (self.n + 4)
        return sqrt(near * (1 - near) / (self.n + 4))


@dataclass(frozen=True)
class Power:
    """What follows from a design. `width` and `truth` in points, or in shares of choices.

    `sign_errors`: among studies that found something, those that found it the wrong way round. `these_judges`: those
    whose answer would hold for their own judges only, as the results will say.
    """

    design: PlannedStudy
    found: Share
    covered: Share
    sign_errors: Share
    width: float
    truth: float
    failed: int
    these_judges: Share = Share(0, 0)

    @property
    def width_in_logits(self) -> float | None:
        """As wide as the interval is in points, by the logits that the effect's own points come to."""
        nothing = EVEN if self.design.compared == CHOICES else NOTHING
        if self.design.compared == CHOICES or self.truth == nothing or not isfinite(self.width):
            return None
        return self.width * self.design.logits / self.truth


@dataclass(frozen=True)
class Curve:
    """Designs that differ in one number (`over`: judges or sentences), and how often each finds its effect."""

    over: str
    sizes: list[int]
    found: list[Share]
    these_judges: list[Share]

    @property
    def enough(self) -> int | None:
        """The smallest of its sizes that finds the effect in four of five studies, for other judges too."""
        return self._smallest(these_judges=False)

    @property
    def enough_for_these(self) -> int | None:
        """The smallest that finds it so often for the study's own judges only."""
        return self._smallest(these_judges=True)

    def _smallest(self, *, these_judges: bool) -> int | None:
        rows = zip(self.sizes, self.found, self.these_judges, strict=True)
        return next((n for n, found, own in rows if found.value >= GOAL and own.mostly == these_judges), None)


def power(design: PlannedStudy, *, studies: int, seed: int = 1, advance: Callable[[], object] = lambda: None) -> Power:
    """From so many simulated studies; each has a stream of its own, so that the same seed gives the same answer."""
    outcomes = []
    for number in range(studies):
        outcomes.append(outcome(design, np.random.default_rng([seed, number])))
        advance()
    return _summary(design, outcomes)


def _summary(design: PlannedStudy, outcomes: Sequence[Outcome | None]) -> Power:
    truth, nothing = design.truth, EVEN if design.compared == CHOICES else NOTHING
    known = [one for one in outcomes if one is not None]
    finding = [one for one in known if one.finds(nothing)]
    covered = sum(one.low <= (truth if one.truth is None else one.truth) <= one.high for one in known)
    return Power(
        design=design,
        found=Share(len(finding), len(outcomes)),
        covered=Share(covered, len(known)),
        sign_errors=Share(sum(one.value < nothing for one in finding), len(finding)),
        width=float(np.mean([one.width for one in known])) if known else float("nan"),
        truth=truth,
        failed=len(outcomes) - len(known),
        these_judges=Share(sum(one.these_judges for one in known), len(known)),
    )


def judge_designs(design: PlannedStudy) -> list[PlannedStudy]:
    sizes = sorted({min(MOST_JUDGES, max(LEAST_JUDGES, round(design.judges * share))) for share in GRID})
    return [replace(design, judges=size) for size in sizes]


def pair_designs(design: PlannedStudy) -> list[PlannedStudy]:
    """With more pairs; a judge who rates all sentences then rates more of them."""
    most = MOST_SENTENCES // (2 * design.matches)
    sizes = sorted({min(most, max(FEWEST_PAIRS, round(design.pairs * share))) for share in GRID})
    return [replace(design, pairs=size) for size in sizes]


def curve(
    designs: Sequence[PlannedStudy],
    over: str,
    *,
    studies: int,
    seed: int = 1,
    known: Power | None = None,
    advance: Callable[[], object] = lambda: None,
) -> Curve:
    """`known` is what has been simulated already, of one of these designs."""
    found = [
        known if known and one == known.design else power(one, studies=studies, seed=seed, advance=advance)
        for one in designs
    ]
    sizes = [one.judges if over == "judges" else one.tasks for one in designs]
    return Curve(over, sizes, [one.found for one in found], [one.these_judges for one in found])
