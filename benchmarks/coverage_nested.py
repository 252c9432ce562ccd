"""Choices where one model lies within another, whose truth is known, for `benchmarks.coverage`.

Sentences are drawn uniformly from the larger model and lie in the smaller one by chance, so that pairs have different
numbers of couples of which both models generate one sentence and the larger alone the other; only these count. A
sentence is in several couples and has an appeal of its own; judges and pairs lean towards either part.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from benchmarks.coverage_choices import ALIKE, PULL, answers
from benchmarks.coverage_tally import Interval, Tally, Test
from evaluation.statistics.choice_shares import Tally as Choices
from evaluation.statistics.figure import Figure, Floats
from evaluation.statistics.logistic_mixed import LogisticFit, Preferences, fit_preferences

WITHIN = 0.5


@dataclass(frozen=True)
class NestedDesign:
    """`gap`: by how much sentences of both are liked more, in logits; `appeal`: the sd of sentences' own appeal."""

    name: str
    judges: int
    gap: float
    pairs: int = 12
    sentences: int = 4
    leaning: float = 0.5
    appeal: float = 0.5


NESTED = [
    NestedDesign("one model within another, 8 judges, 12 pairs", 8, 0.5),
    NestedDesign("one model within another, 8 judges, 12 pairs, nothing preferred", 8, 0.0),
    NestedDesign("one model within another, 15 judges, 24 pairs, nothing preferred", 15, 0.0, pairs=24),
]


@dataclass(frozen=True)
class MadeChoices:
    tally: Choices
    preferences: Preferences


def simulate_nested(design: NestedDesign, rng: np.random.Generator) -> MadeChoices:
    within = rng.random((design.pairs, design.sentences)) < WITHIN
    appeal = rng.normal(0, design.appeal, within.shape)
    of_judges = rng.normal(0, design.leaning, (design.judges, 2))
    of_pairs = rng.normal(0, design.leaning, (design.pairs, 2))
    couples = [
        (pair, one, other)
        for pair in range(design.pairs)
        for one in np.flatnonzero(within[pair])
        for other in np.flatnonzero(~within[pair])
    ]
    pair, one, other = (np.repeat(part, design.judges) for part in np.array(couples, dtype=int).reshape(-1, 3).T)
    judge = np.tile(np.arange(design.judges), len(couples))
    lean = of_judges[judge] + of_pairs[pair]
    gap = design.gap + lean[:, 0] - lean[:, 1] + appeal[pair, one] - appeal[pair, other]
    sides = np.where(rng.random(gap.size) < 0.5, 0.5, -0.5)
    value = answers(gap + sides * PULL, rng)
    decided = value != 0
    preferences = Preferences(
        chosen=(value[decided] == 1).astype(int).tolist(),
        x=np.column_stack((np.ones(int(decided.sum())), sides[decided])),
        names=("preference", "stood first"),
        judges=judge[decided].tolist(),
        pairs=pair[decided].tolist(),
    )
    return MadeChoices(Choices.of(value, judge.tolist(), pair.tolist()), preferences)


def expected_share(design: NestedDesign) -> float:
    """Of the decided choices, over all judges, pairs, sentences and sides."""
    points, weights = np.polynomial.hermite_e.hermegauss(61)
    spread = np.sqrt(4 * design.leaning**2 + 2 * design.appeal**2)
    of_sides: list[Floats] = [1 / (1 + np.exp(-design.gap - side * PULL - points * spread)) for side in (0.5, -0.5)]
    return float(np.mean([found @ weights / weights.sum() for found in of_sides]))


def shares(made: MadeChoices, design: NestedDesign, truth: float) -> Iterator[Interval | Test]:
    yield "both models' sentence chosen", made.tally.shares[0], (1 - ALIKE) * truth
    yield "both models' sentence chosen, of the decided", made.tally.decided, truth
    if design.gap == 0 and made.tally.even.value is not None:
        yield "test: an even share", made.tally.even.value <= 0.05


def model(made: MadeChoices, design: NestedDesign) -> Iterator[Interval | Test]:
    fitted = fit_preferences(made.preferences)
    if isinstance(fitted, LogisticFit):
        preference = fitted.coefficients[0]
        yield "logistic mixed model", Figure(preference.value, *preference.interval()), design.gap
        if design.gap == 0:
            yield "test: logistic mixed model", preference.p <= 0.05


def run_nested(design: NestedDesign, studies: int, fits: int) -> str:
    rng, tally, start, truth = np.random.default_rng(17), Tally(), time.perf_counter(), expected_share(design)
    for number in range(studies):
        made = simulate_nested(design, rng)
        tally.note(shares(made, design, truth))
        if number < fits:
            tally.note(model(made, design))
    return "\n".join([f"{design.name} ({time.perf_counter() - start:.0f} s)", *tally.lines()])
