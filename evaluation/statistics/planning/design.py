"""A study as it is planned: its size, what is compared, the effect worth finding, how much judges and pairs vary."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import isfinite

from evaluation.statistics.costs.simulated import Spreads, TrueStudy
from evaluation.statistics.planning.scale import logits_of, points_of, share_of, thresholds_of

COST, MODELS, CHOICES = "cost", "models", "choices"
COMPARED = (COST, MODELS, CHOICES)
POINTS, LOGITS, SHARE = "points", "logits", "share"
UNITS = (POINTS, LOGITS, SHARE)
# Beyond these a simulated study takes seconds, not milliseconds.
MOST_JUDGES, MOST_SENTENCES = 200, 400
FEWEST_JUDGES, FEWEST_PAIRS = 2, 5
LARGEST_SPREAD, LARGEST_LOGITS = 5.0, 8.0
# Sizes as people read them.
SIZES = {
    "judges": "judges",
    "pairs": "sentence pairs",
    "matches": "sentences of each side per pair",
    "each": "sentences (or couples) for each judge",
    "scale": "points of the scale",
}


@dataclass(frozen=True)
class PlanProblem:
    """A value that cannot be planned with: its field, what is wrong, and what to do."""

    field: str
    message: str
    cure: str

    def __str__(self) -> str:
        return f"{self.message}. {self.cure}."


@dataclass(frozen=True)
class PlannedStudy:
    """`matches` per pair: a match is a sentence of either side (broken and clean; of one model and of the other).

    `each`: how many sentences a judge rates, or couples a judge decides (None: all). `effect` in `unit`: points of
    the scale, logits, or for choices the share of choices that the better sentence wins. `seconds` a rating takes.
    """

    compared: str = COST
    judges: int = 20
    pairs: int = 24
    matches: int = 1
    each: int | None = None
    effect: float = 0.5
    unit: str = POINTS
    scale: int = 5
    spreads: Spreads = field(default_factory=Spreads)
    dropout: float = 0.0
    seconds: float = 12.0

    @property
    def couples(self) -> int:
        return self.pairs * self.matches

    @property
    def sentences(self) -> int:
        return 2 * self.couples

    @property
    def tasks(self) -> int:
        """What there is to judge: sentences, or couples of them."""
        return self.couples if self.compared == CHOICES else self.sentences

    @property
    def tasks_each(self) -> int:
        return self.tasks if self.each is None else min(self.each, self.tasks)

    @property
    def minutes_each(self) -> float:
        """Of a judge who does not stop half-way."""
        return self.tasks_each * self.seconds / 60

    @property
    def minutes_in_all(self) -> float:
        return self.minutes_each * self.judges * (1 - self.dropout / 2)

    @property
    def true_study(self) -> TrueStudy:
        """What is simulated. Sides of a comparison of models are not matched, and their switch points not adjusted."""
        return TrueStudy(
            {"effect": self.logits},
            pairs=self.pairs,
            matches=self.matches,
            judges=self.judges,
            ratings_each=self.each,
            spreads=self._true_spreads,
            switch_cost=self._switch_cost,
            dropout=self.dropout,
            thresholds=thresholds_of(self.scale),
        )

    @property
    def logits(self) -> float:
        return self.effect if self.unit == LOGITS else logits_of(self.effect, self.in_unit, LARGEST_LOGITS)

    @property
    def truth(self) -> float:
        """The effect as the analysis will estimate it: a share of choices, otherwise points."""
        return self.in_unit(self.logits)

    def in_unit(self, logits: float) -> float:
        """So many logits as a share of choices, otherwise as points."""
        if self.compared == CHOICES:
            return share_of(logits, self.spreads)
        return points_of(logits, self._true_spreads, self.scale, self._switch_cost)

    @property
    def _true_spreads(self) -> Spreads:
        return self.spreads if self.compared == COST else replace(self.spreads, match=0.0)

    @property
    def _switch_cost(self) -> float:
        return TrueStudy.switch_cost if self.compared == COST else 0.0

    def problems(self) -> list[PlanProblem]:
        """Everything that is wrong with it, in the order of the fields."""
        found = [*self._wrong_sizes(), *self._wrong_spreads()]
        return found if found else self._wrong_effect()

    def _wrong_sizes(self) -> list[PlanProblem]:
        whole = [
            ("judges", self.judges, FEWEST_JUDGES, MOST_JUDGES),
            ("pairs", self.pairs, FEWEST_PAIRS, MOST_SENTENCES // 2),
            ("matches", self.matches, 1, 20),
            ("each", self.tasks_each, 2, self.tasks),
            ("scale", self.scale, 2, 11),
        ]
        found = [
            PlanProblem(
                name, f"{SIZES[name]}: {value} cannot be planned with", f"Give a whole number from {low} to {high}"
            )
            for name, value, low, high in whole
            if not low <= value <= high
        ]
        if self.compared not in COMPARED:
            found.insert(
                0, PlanProblem("compared", f"{self.compared!r} is unknown", f"Use one of {', '.join(COMPARED)}")
            )
        if self.sentences > MOST_SENTENCES and not found:
            cure = (
                f"Plan with at most {MOST_SENTENCES} sentences: fewer pairs, or fewer sentences of each side per pair"
            )
            found.append(PlanProblem("pairs", f"{self.sentences} sentences are too many to simulate", cure))
        if not 0 <= self.dropout < 1:
            found.append(
                PlanProblem(
                    "dropout",
                    f"{self.dropout:g} is no share of judges who stop half-way",
                    "Give a share from 0 to 0.99",
                )
            )
        if not 0 < self.seconds <= 3600:
            found.append(
                PlanProblem("seconds", f"a rating cannot take {self.seconds:g} seconds", "Give a time from 1 to 3600")
            )
        return found

    def _wrong_spreads(self) -> list[PlanProblem]:
        cure = f"Give a deviation in logits from 0 to {LARGEST_SPREAD:g}"
        return [
            PlanProblem(name, f"a spread of {value:g} ({name.replace('_', ' ')}) cannot be planned with", cure)
            for name, value in vars(self.spreads).items()
            if not 0 <= value <= LARGEST_SPREAD
        ]

    def _wrong_effect(self) -> list[PlanProblem]:
        allowed = (SHARE, LOGITS) if self.compared == CHOICES else (POINTS, LOGITS)
        if self.unit not in allowed:
            cure = f"Give it in {' or '.join(allowed)}"
            return [PlanProblem("unit", f"{self.unit!r} does not go with this comparison", cure)]
        least = 0.5 if self.unit == SHARE else 0.0
        most = LARGEST_LOGITS if self.unit == LOGITS else self.in_unit(LARGEST_LOGITS)
        if isfinite(self.effect) and least <= self.effect <= most:
            return []
        # Rounded down, so that the limit named is itself allowed.
        limit = int(most * 100) / 100
        cure = f"Between judges and sentences that vary so much it can be {least:g} to {limit:g} {self.unit}"
        return [PlanProblem("effect", f"an effect of {self.effect:g} {self.unit} cannot be", cure)]
