"""Choices between two sentences whose truth is known, for `benchmarks.coverage`: shares, scales, mixed model.

Three conditions A, B, C lie on a latent scale of logits, B and C at the same place. Every judge and every pair has
leanings of its own towards each condition, and whoever stands first is chosen a little more often. A tenth of the
answers is "both alike". The truth is the expected share over all judges and pairs there could be; that of a scale is
the scale of those expected shares, that of the mixed model what was put in.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from benchmarks.coverage_tally import Interval, Tally, Test
from evaluation.statistics.bradley_terry import bradley_terry, logistic
from evaluation.statistics.choice_shares import Tally as Choices
from evaluation.statistics.choice_shares import consistency, share
from evaluation.statistics.figure import Bools, Figure, Floats, Ints
from evaluation.statistics.logistic_mixed import LogisticFit, Preferences, fit_preferences
from evaluation.statistics.paired_comparisons import Comparisons, Scale, maximum
from evaluation.statistics.thurstone import normal, thurstone

PLACES = (0.5, 0.0, 0.0)
COUPLES = list(combinations(range(3), 2))
ALIKE, PULL = 0.1, 0.3


@dataclass(frozen=True)
class ChoiceDesign:
    """Every pair has a couple of each two conditions; `leaning` is the sd of judges' and of pairs' own preferences."""

    name: str
    judges: int
    pairs: int = 12
    per_couple: int = 5
    leaning: float = 0.5


CHOICES = [
    ChoiceDesign("choices, 5 judges make all of 36 choices", 5),
    ChoiceDesign("choices, 15 judges, 8 a couple, 20 pairs", 15, pairs=20, per_couple=8),
    ChoiceDesign("choices, 15 judges, 8 a couple, who lean strongly", 15, pairs=20, per_couple=8, leaning=1.0),
    ChoiceDesign("choices, 5 judges who lean strongly", 5, leaning=1.0),
    ChoiceDesign("choices, 5 judges who do not lean", 5, leaning=0.0),
    ChoiceDesign("choices, 8 judges, 4 a couple, 30 pairs", 8, pairs=30, per_couple=4),
]


@dataclass(frozen=True)
class MadeChoices:
    """Each choice: which couple of conditions, of which pair, by whom, which stood first, what was chosen."""

    couple: Ints
    pair: Ints
    judge: Ints
    first_stood_first: Bools
    value: Ints
    again: Ints

    def tally(self, kept: Bools) -> Choices:
        return Choices.of(self.value[kept], self.judge[kept].tolist(), self.pair[kept].tolist())

    @property
    def sides(self) -> Choices:
        swapped = np.where(self.first_stood_first, self.value, np.array([0, 2, 1])[self.value])
        return Choices.of(swapped, self.judge.tolist(), self.pair.tolist())

    def comparisons(self) -> Comparisons:
        rows: list[tuple[int, int, float, int, int]] = []
        for couple, pair, judge, value in zip(self.couple, self.pair, self.judge, self.value, strict=True):
            one, other = COUPLES[couple]
            if value == 0:
                rows += [(one, other, 0.5, judge, pair), (other, one, 0.5, judge, pair)]
            else:
                rows.append((one, other, 1.0, judge, pair) if value == 1 else (other, one, 1.0, judge, pair))
        return Comparisons.of(len(PLACES), rows)

    def preferences(self, couple: int) -> Preferences:
        kept = (self.couple == couple) & (self.value != 0)
        sides = np.where(self.first_stood_first[kept], 0.5, -0.5)
        return Preferences(
            chosen=(self.value[kept] == 1).astype(int).tolist(),
            x=np.column_stack((np.ones(sides.size), sides)),
            names=("preference", "stood first"),
            judges=self.judge[kept].tolist(),
            pairs=self.pair[kept].tolist(),
        )


def simulate_choices(design: ChoiceDesign, rng: np.random.Generator) -> MadeChoices:
    couples, pairs = (part.ravel() for part in np.meshgrid(np.arange(len(COUPLES)), np.arange(design.pairs)))
    who = rng.random((couples.size, design.judges)).argsort(axis=1)[:, : design.per_couple]
    couple, pair, judge = (
        np.repeat(couples, design.per_couple),
        np.repeat(pairs, design.per_couple),
        who.ravel(),
    )
    of_judges = rng.normal(0, design.leaning, (design.judges, len(PLACES)))
    of_pairs = rng.normal(0, design.leaning, (design.pairs, len(PLACES)))
    leaning = np.array(PLACES) + of_judges[judge] + of_pairs[pair]
    first, second = np.array(COUPLES)[couple].T
    rows = np.arange(couple.size)
    gap = leaning[rows, first] - leaning[rows, second]
    stood_first = rng.random(couple.size) < 0.5
    pull = np.where(stood_first, PULL, -PULL) / 2
    return MadeChoices(couple, pair, judge, stood_first, answers(gap + pull, rng), answers(gap - pull, rng))


def answers(logits: Floats, rng: np.random.Generator) -> Ints:
    chosen = np.where(rng.random(logits.size) < 1 / (1 + np.exp(-logits)), 1, 2)
    return np.where(rng.random(logits.size) < ALIKE, 0, chosen)


class Truth:
    """What is expected of choices, over judges, pairs and sides."""

    def __init__(self, design: ChoiceDesign) -> None:
        points, weights = np.polynomial.hermite_e.hermegauss(61)
        # Two leanings of the judge and two of the pair.
        self.points, self.weights = points * 2 * design.leaning, weights / weights.sum()
        gaps = [PLACES[one] - PLACES[other] for one, other in COUPLES]
        self.chosen = [float(np.mean([self._expected(gap + side * PULL / 2) for side in (1, -1)])) for gap in gaps]
        of_side = [(self._expected(gap + PULL / 2), self._expected(gap - PULL / 2)) for gap in gaps]
        self.first_side = float(np.mean([(there + 1 - turned) / 2 for there, turned in of_side]))
        self.same = (1 - ALIKE) ** 2 * float(np.mean([self._same(gap) for gap in gaps])) + ALIKE**2
        wins = np.zeros((len(PLACES), len(PLACES)))
        for (one, other), chosen in zip(COUPLES, self.chosen, strict=True):
            wins[one, other] = (1 - ALIKE) * chosen + ALIKE / 2
            wins[other, one] = 1 - wins[one, other]
        self.scales = {"Bradley-Terry": maximum(wins, logistic), "Thurstone": maximum(wins, normal)}

    def _probabilities(self, logit: float) -> Floats:
        return np.asarray(1 / (1 + np.exp(-logit - self.points)))

    def _expected(self, logit: float) -> float:
        return float(self._probabilities(logit) @ self.weights)

    def _same(self, gap: float) -> float:
        here, there = self._probabilities(gap + PULL / 2), self._probabilities(gap - PULL / 2)
        return float((here * there + (1 - here) * (1 - there)) @ self.weights)


def shares_and_scales(made: MadeChoices, truth: Truth) -> Iterator[Interval]:
    first = made.tally(made.couple == 0)
    yield "chosen, A against B", first.shares[0], (1 - ALIKE) * truth.chosen[0]
    yield "chosen, A against B, of the decided", first.decided, truth.chosen[0]
    yield "both alike", first.shares[2], ALIKE
    yield "(reference) Clopper-Pearson, all independent", share(first.first, first.n), (1 - ALIKE) * truth.chosen[0]
    yield "stood first", made.sides.decided, truth.first_side
    pairs = list(zip(made.value.tolist(), made.again.tolist(), strict=True))
    yield "same again", consistency(pairs, made.judge.tolist()), truth.same
    comparisons = made.comparisons()
    for name, scale in (("Bradley-Terry", bradley_terry(comparisons)), ("Thurstone", thurstone(comparisons))):
        if isinstance(scale, Scale):
            yield f"{name}: place of A", scale.figures()[0], float(truth.scales[name][0])


def choice_models(made: MadeChoices) -> Iterator[Interval | Test]:
    for couple, name in ((0, "A against B"), (2, "B against C")):
        fitted = fit_preferences(made.preferences(couple))
        if isinstance(fitted, LogisticFit):
            preference, side = fitted.coefficients
            gap = PLACES[COUPLES[couple][0]] - PLACES[COUPLES[couple][1]]
            yield f"logistic mixed model: {name}", Figure(preference.value, *preference.interval()), gap
            yield "logistic mixed model: stood first", Figure(side.value, *side.interval()), PULL
            if gap == 0:
                yield "test: logistic mixed model", preference.p <= 0.05


def run_choices(design: ChoiceDesign, studies: int, fits: int) -> str:
    rng, tally, start, truth = np.random.default_rng(13), Tally(), time.perf_counter(), Truth(design)
    for number in range(studies):
        made = simulate_choices(design, rng)
        tally.note(shares_and_scales(made, truth))
        if number < fits:
            tally.note(choice_models(made))
    return "\n".join([f"{design.name} ({time.perf_counter() - start:.0f} s)", *tally.lines()])
