"""Studies whose truth is known: sentences, judges and ratings drawn from a model, for `benchmarks.coverage`.

Two models share some sentences (cell AB) and have some of their own (cells A, B); controls belong to none (cell O). A
rating on 0 to 5 is the latent logit of its sentence (sd 1.2), pair (sd .5) and judge (sd 1.0, and a slope per cell),
cut at five thresholds; 3 and more accepts. The truth is the expected share over all sentences of a cell and all judges
there could be. Cells repeat the same sentences' logits, so that two cells can have exactly the same truth; not so for
the mixed model, whose truth is on the latent scale and whose sentences are independent of each other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from evaluation.statistics.figure import Bools, Floats, Ints
from evaluation.statistics.rating_table import Ratings
from evaluation.statistics.strata import Strata

CELLS = ("A", "B", "AB", "O")
SENTENCE_SD, PAIR_SD, JUDGE_SD = 1.2, 0.5, 1.0
# Thresholds of the points 1 to 5 beside that of the cut, 3.
STEPS = np.array([-1.6, -0.8, 0.0, 0.8, 1.6])
CUT = 3


@dataclass(frozen=True)
class SimulatedDesign:
    """How large a pair's cells are, how many of them are drawn, by whom they are rated, and what is true."""

    name: str
    judges: int = 15
    per_sentence: int = 5
    pairs: int = 10
    # Sentences of a pair in cells A, B, AB and O; of the next pair so many times as many, and so on.
    sizes: tuple[int, int, int, int] = (40, 40, 40, 0)
    drawn: tuple[int, int, int, int] = (5, 5, 5, 0)
    shares: tuple[float, float, float, float] = (0.5, 0.5, 0.5, 0.5)
    slope_sd: float = 0.0
    factors: tuple[int, ...] = (1,)
    # Whether the mixed model, whose cells are A, B and AB, is fitted too.
    fits: bool = True
    # Whether the sentences of a pair's cells are as good as each other, or each drawn by itself.
    repeated: bool = True

    @property
    def is_whole(self) -> bool:
        return self.sizes == self.drawn


@dataclass(frozen=True)
class SimulatedStudy:
    """The ratings, the strata they come from (with the cell of each), and the true accepted number of each cell."""

    ratings: Ratings
    strata: Strata
    cell_of_stratum: Ints
    accepted: Floats
    true_mean: Floats
    pair_of_sentence: Ints = field(repr=False, default_factory=lambda: np.zeros(0, dtype=np.int64))
    # How far cell B lies above cell A in logits.
    latent_gap: float = 0.0

    def strata_of(self, *cells: str) -> Bools:
        return np.isin(self.cell_of_stratum, [CELLS.index(cell) for cell in cells])

    def true_accepted(self, *cells: str) -> float:
        return float(sum(self.accepted[CELLS.index(cell)] for cell in cells))

    def size(self, *cells: str) -> float:
        return float(self.strata.sizes[self.strata_of(*cells)].sum())


def simulate(design: SimulatedDesign, rng: np.random.Generator) -> SimulatedStudy:
    drawn, strata, cells, accepted, means = _population(design, rng)
    items, judges = drawn_judges(len(drawn), design.judges, design.per_sentence, rng)
    sentence_cell = cells[strata.of_sentence]
    severity = rng.normal(0, JUDGE_SD, design.judges)
    slopes = rng.normal(0, design.slope_sd, (design.judges, len(CELLS)))
    latent = drawn[items] + severity[judges] + slopes[judges, sentence_cell[items]] + rng.logistic(size=items.size)
    values = np.sum(latent[:, None] > STEPS, axis=1).astype(np.float64)
    gap = centre(design.shares[1], design.slope_sd) - centre(design.shares[0], design.slope_sd)
    pair_of_sentence = strata.pairs[strata.of_sentence]
    return SimulatedStudy(Ratings.of(items, judges, values), strata, cells, accepted, means, pair_of_sentence, gap)


def _population(design: SimulatedDesign, rng: np.random.Generator) -> tuple[Floats, Strata, Ints, Floats, Floats]:
    """Draw the sentences of every pair and cell, of which some are rated: their logits, and the truth of all."""
    logits: list[Floats] = []
    rows: list[tuple[int, int, int, int]] = []
    accepted, totals, counts = np.zeros(len(CELLS)), np.zeros(len(CELLS)), np.zeros(len(CELLS))
    # Larger cells repeat the sentences of the smallest, so that all have the same truth.
    smallest = np.gcd.reduce(design.sizes)
    for pair in range(design.pairs):
        factor = design.factors[pair % len(design.factors)]
        of_sentences, of_pair = rng.normal(0, SENTENCE_SD, smallest * factor), rng.normal(0, PAIR_SD)
        effects = of_sentences + of_pair
        for cell, (size, wanted) in enumerate(zip(design.sizes, design.drawn, strict=True)):
            if not size:
                continue
            if not design.repeated:
                effects = rng.normal(0, SENTENCE_SD, size * factor) + of_pair
            own = centre(design.shares[cell], design.slope_sd) + np.resize(effects, size * factor)
            accepted[cell] += expected_share(own, design.slope_sd).sum()
            totals[cell] += expected_score(own, design.slope_sd).sum()
            counts[cell] += own.size
            kept = own[rng.permutation(own.size)[:wanted]]
            logits.append(kept)
            rows.append((pair, cell, own.size, kept.size))
    pairs, cells, sizes, numbers = (np.array(column) for column in zip(*rows, strict=True))
    of_sentence = np.repeat(np.arange(len(rows)), numbers)
    strata = Strata(pairs, sizes.astype(np.float64), of_sentence, cells)
    means = np.divide(totals, counts, out=np.zeros(len(CELLS)), where=counts > 0)
    return np.concatenate(logits), strata, cells, accepted, means


def drawn_judges(sentences: int, judges: int, per_sentence: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Who rates what: every sentence the same number of judges, drawn at random."""
    chosen = rng.random((sentences, judges)).argsort(axis=1)[:, :per_sentence]
    return np.repeat(np.arange(sentences), per_sentence), chosen.ravel()


@lru_cache
def _judge_nodes(slope_sd: float) -> tuple[Floats, Floats]:
    points, weights = np.polynomial.hermite_e.hermegauss(31)
    return points * np.hypot(JUDGE_SD, slope_sd), weights / weights.sum()


def expected_share(logits: Floats, slope_sd: float) -> Floats:
    """The probability that a judge, whoever it is, accepts each sentence."""
    points, weights = _judge_nodes(slope_sd)
    return np.asarray((1 / (1 + np.exp(-(logits[:, None] + points - STEPS[CUT - 1])))) @ weights)


def expected_score(logits: Floats, slope_sd: float) -> Floats:
    points, weights = _judge_nodes(slope_sd)
    return np.asarray(sum((1 / (1 + np.exp(-(logits[:, None] + points - step)))) @ weights for step in STEPS))


@lru_cache
def centre(share: float, slope_sd: float) -> float:
    """The logit around which sentences are accepted in this share of judgements."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(41)
    sentences = nodes * np.hypot(SENTENCE_SD, PAIR_SD)
    low, high = -12.0, 12.0
    for _ in range(60):
        middle = (low + high) / 2
        found = expected_share(middle + sentences, slope_sd) @ weights / weights.sum()
        low, high = (middle, high) if found < share else (low, middle)
    return low
