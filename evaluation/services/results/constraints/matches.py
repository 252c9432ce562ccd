"""The paired answer of matched pairs, beside the model: one row per theory and constraint that matches were wanted of.

The tests of one theory's constraints are one family, corrected by Holm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from evaluation.models import Study
from evaluation.services.generation import theories
from evaluation.services.results.constraints.material import Material
from evaluation.services.studies.sampling.matched import cells_wanted
from evaluation.services.studies.sampling.methods import SamplingMethod
from evaluation.statistics.costs.paired import NO_MATCHES, PairedCost, paired_cost, unknown_cost
from evaluation.statistics.permutation import holm

NONE_DRAWN = "no match of it could be drawn from these pairs"


@dataclass(frozen=True)
class MatchedConstraint:
    theory: str
    constraint: str
    answer: PairedCost
    # Corrected for the constraints of the theory.
    p_holm: float | None = None


def paired_answers(material: Material) -> list[MatchedConstraint]:
    """In the order of the study's theories and their constraints; one without a match has the reason."""
    study, found = material.study, material.matches()
    rng, missing = np.random.default_rng(abs(study.seed)), set(wanted(study)).difference(found)
    drawn = _drawn(study) if missing else set()
    answers: list[MatchedConstraint] = []
    for theory, constraints in theories(study.models_chosen).items():
        own = []
        for name in constraints:
            if (theory, name) in found:
                own.append(MatchedConstraint(theory, name, paired_cost(found[theory, name], rng=rng)))
            elif (theory, name) in missing:
                reason = NO_MATCHES if (theory, name) in drawn else NONE_DRAWN
                own.append(MatchedConstraint(theory, name, unknown_cost(reason)))
        answers += _corrected(own)
    return answers


def wanted(study: Study) -> Iterator[tuple[str, str]]:
    """The theories and constraints that the study wanted matches of."""
    for choice in study.choices:
        if choice["way"] == SamplingMethod.MATCHED:
            yield from cells_wanted(study, choice)


def _drawn(study: Study) -> set[tuple[str, str]]:
    """Those that it has matches of, rated or not."""
    of_matches = study.items.filter(match__isnull=False).order_by()
    return set(of_matches.values_list("match__theory", "match__constraint").distinct())


def _corrected(own: list[MatchedConstraint]) -> list[MatchedConstraint]:
    tested = [one.answer.p.value for one in own if one.answer.p.value is not None]
    adjusted = iter(holm(tested))
    return [one if one.answer.p.value is None else replace(one, p_holm=next(adjusted)) for one in own]
