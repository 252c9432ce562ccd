"""A whole plan as plain values: what the command line, the page and the API show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any

from evaluation.statistics.costs.simulated import Spreads
from evaluation.statistics.planning.design import CHOICES, PlannedStudy, PlanProblem
from evaluation.statistics.planning.power import Curve, Power, curve, judge_designs, pair_designs, power
from evaluation.statistics.planning.words import enough_sentence, for_whom_sentence, plan_sentence, task_word

STUDIES, CURVE_STUDIES = 1000, 200


@dataclass(frozen=True)
class PlanRequest:
    """A design, from how many simulated studies, and how many for each point of the curves (0: no curves)."""

    design: PlannedStudy
    studies: int = STUDIES
    curve_studies: int = CURVE_STUDIES
    seed: int = 1

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> PlanRequest:
        """From what `as_json` gives."""
        given = dict(fields)
        own = {name: given.pop(name) for name in ("studies", "curve_studies", "seed") if name in given}
        spreads = Spreads(**given.pop("spreads", {}))
        return cls(PlannedStudy(**given, spreads=spreads), **own)

    def as_json(self) -> dict[str, Any]:
        own = {"studies": self.studies, "curve_studies": self.curve_studies, "seed": self.seed}
        return asdict(self.design) | own

    def problems(self) -> list[PlanProblem]:
        found = self.design.problems()
        for name, value, least in (("studies", self.studies, 10), ("curve_studies", self.curve_studies, 0)):
            if not least <= value <= 10_000:
                found.append(PlanProblem(name, f"{name} is {value}", f"Give a whole number from {least} to 10000"))
        if self.seed < 0:
            found.append(PlanProblem("seed", f"seed is {self.seed}", "Give a whole number from 0"))
        return found

    @property
    def simulations(self) -> int:
        """How often `advance` is called."""
        others = [one for one in judge_designs(self.design) + pair_designs(self.design) if one != self.design]
        return self.studies + len(others) * self.curve_studies


@dataclass(frozen=True)
class Plan:
    """The answer for the design itself, and its curves over judges and over sentences."""

    request: PlanRequest
    power: Power
    curves: list[Curve] = field(default_factory=list)

    @property
    def sentence(self) -> str:
        return plan_sentence(self.power)

    def as_json(self) -> dict[str, Any]:
        design, found = self.request.design, self.power
        return {
            "sentence": self.sentence,
            "for_whom": for_whom_sentence(found),
            "these_judges": found.these_judges.value,
            "design": self.request.as_json(),
            "sentences": design.sentences,
            "tasks": design.tasks,
            "tasks_each": design.tasks_each,
            "task_word": task_word(design),
            "logits": round(design.logits, 4),
            "truth": round(found.truth, 4),
            "in_shares": design.compared == CHOICES,
            "power": found.found.value,
            "power_error": found.found.error,
            "width": found.width if isfinite(found.width) else None,
            "width_in_logits": found.width_in_logits,
            "coverage": found.covered.value,
            "coverage_error": found.covered.error,
            "sign_errors": found.sign_errors.value,
            "failed": found.failed,
            "minutes_each": design.minutes_each,
            "minutes_in_all": design.minutes_in_all,
            "curves": [
                {
                    "over": one.over,
                    "sizes": one.sizes,
                    "power": [share.value for share in one.found],
                    "error": [share.error for share in one.found],
                    "these_judges": [share.value for share in one.these_judges],
                    "enough": enough_sentence(one),
                }
                for one in self.curves
            ],
        }


def planned(request: PlanRequest, advance: Callable[[], object] = lambda: None) -> Plan:
    """Simulate it all; `advance` is called after each study and may raise to stop."""
    design, seed = request.design, request.seed
    found = power(design, studies=request.studies, seed=seed, advance=advance)
    curves = []
    if request.curve_studies:
        for over, designs in (("judges", judge_designs(design)), (task_word(design), pair_designs(design))):
            curves.append(curve(designs, over, studies=request.curve_studies, seed=seed, known=found, advance=advance))
    return Plan(request, found, curves)
