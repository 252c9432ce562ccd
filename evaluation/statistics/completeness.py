"""Completeness: of all that judges accept, the share that a model generates.

"All" is the union of the sets whose sizes are known: what the compared models generate, and controls where some were
drawn. The share is a ratio of two totals of `stratified`, R = accepted(M) / accepted(all); its variance is that of the
linear total accepted(M) - R * accepted(all), its interval Wilson's at the effective size.

Controls stand for very many sentences: where none of n outside the model was accepted, all that is known is that at
most 1 - .025^(1/n) of them are, which bounds completeness from below and gives no estimate.
"""

from __future__ import annotations

import numpy as np

from evaluation.statistics.figure import Figure
from evaluation.statistics.strata import Region
from evaluation.statistics.stratified import (
    ONE_JUDGE,
    Judged,
    degenerate_bounds,
    judges_of,
    quantile,
    variance,
    why_unknown,
    wilson,
)
from evaluation.statistics.two_models import together

NOTHING_ACCEPTED = "no judgement accepted any of the sentences"
BOUNDS_ONLY = "no rated sentence outside it was accepted: a bound only"
NOTHING_OUTSIDE = "it generates all sentences that any of them generates"


def completeness(judged: Judged, inside: Region, outside: Region, level: float = 0.95) -> Figure:
    """Of a model's region and of what lies outside it, which share no sentence."""
    if not outside.size:
        return Figure(1.0, 1.0, 1.0, n=inside.rated, reason=NOTHING_OUTSIDE)
    reason = (inside.size and why_unknown(inside)) or why_unknown(outside)
    if reason:
        return Figure.undefined(str(reason))
    accepted = [judged.total(region.weights) for region in (inside, outside)]
    rated = inside.rated + outside.rated
    if sum(accepted) <= 0:
        return Figure.undefined(NOTHING_ACCEPTED, n=rated)
    if accepted[1] <= 0:
        most = outside.size * degenerate_bounds(0.0, outside.rated, level)[1]
        return Figure(None, accepted[0] / (accepted[0] + most), 1.0, rated, BOUNDS_ONLY)
    return _estimated(judged, inside, outside, accepted, level)


def _estimated(judged: Judged, inside: Region, outside: Region, accepted: list[float], level: float) -> Figure:
    value, rated = accepted[0] / sum(accepted), inside.rated + outside.rated
    if judges_of(judged, outside) < 2:
        return Figure(value, n=rated, reason=ONE_JUDGE)
    if value <= 0:
        most = inside.size * degenerate_bounds(0.0, max(inside.rated, 1), level)[1]
        return Figure(0.0, 0.0, most / (most + accepted[1]), n=rated)
    weights = ((1 - value) * inside.weights - value * outside.weights) / sum(accepted)
    found = variance(judged, np.asarray(weights), together([inside, outside]))
    return Figure(value, *wilson(value, found.total, quantile(found.freedom, level)), n=rated)
