"""The paired answer of matched pairs, beside the model: one row per theory and constraint with a match."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.services.results.constraints.material import Material
from evaluation.statistics.costs.paired import PairedCost, paired_cost


@dataclass(frozen=True)
class MatchedConstraint:
    theory: str
    constraint: str
    answer: PairedCost


def paired_answers(material: Material) -> list[MatchedConstraint]:
    """In the order of the study's theories and their constraints."""
    found, rng = material.matches(), np.random.default_rng(abs(material.study.seed))
    return [
        MatchedConstraint(theory, constraint, paired_cost(found[theory, constraint], rng=rng))
        for theory, constraints in material.theories.items()
        for constraint in constraints
        if (theory, constraint) in found
    ]
