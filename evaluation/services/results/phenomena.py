"""Sentences with and without a phenomenon, within sentence pairs, adjusted for their switch points and their cell.

Such sentences differ in more than the phenomenon, and only some of that is known: the differences are exploratory, and
causal words belong to matched pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.services.results.contrasts import Score, Side, corrected, raw_score, z_score
from evaluation.services.results.rated_items import RatedItem, RatedItems
from evaluation.statistics.adjusted import adjusted_scores
from evaluation.statistics.figure import Figure, Floats
from evaluation.statistics.permutation import sign_flips

ALREADY_SAID = "within pairs, switch points and models already say which sentences have it"


@dataclass(frozen=True)
class PhenomenonCost:
    """Sentences with the phenomenon beside those without: negative differences are its cost."""

    phenomenon: str
    with_it: int
    without: int
    raw: Side
    z: Side


def phenomenon_costs(rated: RatedItems, rng: np.random.Generator) -> list[PhenomenonCost]:
    names = sorted({name for item in rated.items for name in item.phenomena})
    counts = [sum(name in item.phenomena for item in rated.items) for name in names]
    raw, z = (adjusted_sides(rated.items, names, score, rng) for score in (raw_score, z_score))
    return [
        PhenomenonCost(name, count, len(rated.items) - count, *sides)
        for name, count, *sides in zip(names, counts, raw, z, strict=True)
    ]


def adjusted_sides(
    items: Sequence[RatedItem], names: Sequence[str], score: Score, rng: np.random.Generator
) -> list[Side]:
    """One for each phenomenon, from the same sentences and the same other properties; corrected by Holm."""
    known = [item for item in items if item.pair is not None and score(item) is not None]
    if not known:
        return [Side(Figure.undefined(ALREADY_SAID), Figure.undefined(ALREADY_SAID)) for _name in names]
    pairs = np.unique([item.pair for item in known], return_inverse=True)[1]
    values = np.array([score(item) for item in known], dtype=np.float64)
    others = other_properties(known)

    def side(phenomenon: str) -> Side:
        having = np.array([float(phenomenon in item.phenomena) for item in known])
        scores, weights = adjusted_scores(values, having, pairs, others)
        if not scores.size:
            return Side(Figure.undefined(ALREADY_SAID), Figure.undefined(ALREADY_SAID))
        found = sign_flips(scores, weights, rng=rng)
        return Side(found.difference, found.p)

    return corrected([side(name) for name in names])


def other_properties(items: Sequence[RatedItem]) -> Floats:
    """Switch points, and one column for each cell."""
    cells = sorted({item.cell for item in items})
    columns = [[float(item.switch_points) for item in items]]
    columns += [[float(item.cell == cell) for item in items] for cell in cells[1:]]
    return np.array(columns, dtype=np.float64).T
