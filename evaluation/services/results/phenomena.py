"""Sentences with and without a phenomenon, within sentence pairs, adjusted for their switch points and their cell.

Such sentences differ in more than the phenomenon, and only some of that is known: the differences are exploratory, and
causal words belong to matched pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np

from evaluation.services.results.contrasts import Side, corrected
from evaluation.services.results.rated_items import ItemFacts, RatedItems, codes_of
from evaluation.statistics.adjusted import adjusted_scores, right_angles
from evaluation.statistics.figure import Figure, Floats
from evaluation.statistics.permutation import sign_flips

ALREADY_SAID = "within pairs, switch points and models already say which sentences have it"


@dataclass(frozen=True)
class PhenomenonContrast:
    """Sentences with the phenomenon beside those without; negative: those with it are rated lower."""

    phenomenon: str
    with_it: int
    without: int
    raw: Side
    z: Side


def phenomenon_contrasts(
    rated: RatedItems, rng: np.random.Generator, limits: tuple[float, float]
) -> list[PhenomenonContrast]:
    """`limits`: the ends of the scale, which no difference goes beyond."""
    names = list(rated.phenomena)
    counts = [int(having.sum()) for having in rated.phenomena.values()]
    raw = adjusted_sides(rated, rated.means, rng, limits[1] - limits[0])
    z = adjusted_sides(rated, rated.z_means, rng, rated.z_width(*limits))
    return [
        PhenomenonContrast(name, count, len(rated.items) - count, *sides)
        for name, count, *sides in zip(names, counts, raw, z, strict=True)
    ]


def adjusted_sides(rated: RatedItems, scores: Floats, rng: np.random.Generator, width: float) -> list[Side]:
    """One for each phenomenon, from the same sentences and the same other properties; corrected by Holm."""
    known = (rated.pairs >= 0) & np.isfinite(scores)
    if not known.any():
        return [Side(Figure.undefined(ALREADY_SAID), Figure.undefined(ALREADY_SAID)) for _name in rated.phenomena]
    pairs = rated.pairs[known]
    others = right_angles(other_properties(list(compress(rated.items, known))), pairs)

    def side(having: Floats) -> Side:
        own = adjusted_scores(scores[known], having[known], pairs, others)
        if not own.scores.size:
            return Side(Figure.undefined(ALREADY_SAID), Figure.undefined(ALREADY_SAID))
        found = sign_flips(*own, rng=rng).within(width)
        return Side(found.difference, found.p)

    return corrected([side(having) for having in rated.phenomena.values()])


def other_properties(items: Sequence[ItemFacts]) -> Floats:
    """Switch points, and one column for each cell but the first."""
    cells = sorted({item.cell for item in items})
    codes = codes_of((item.cell for item in items), cells)
    switch_points = np.array([item.switch_points for item in items], dtype=np.float64)
    return np.column_stack([switch_points, codes[:, None] == np.arange(1, len(cells))])
