"""Completeness: of all that judges accept, the share that a model generates.

"All" is the union of the sets whose sizes are known: what the compared models generate, and controls where some were
drawn. The share is a ratio of two totals of `stratified`, R = accepted(M) / accepted(all); its variance is that of the
linear total accepted(M) - R * accepted(all), its interval Wilson's at the effective size.

Controls stand for very many sentences: where none of n in a cell outside the model was accepted, all that is known is
that at most 1 - .025^(1/n) of them are. If that may be more than what was accepted outside, it bounds completeness and
gives no estimate.
"""

from __future__ import annotations

import numpy as np

from evaluation.statistics.figure import Figure
from evaluation.statistics.strata import Region
from evaluation.statistics.stratified import (
    ONE_JUDGE,
    ONE_SENTENCE,
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
BOUNDS_ONLY = "no rated sentence was accepted of most that lie outside it: bounds only"
NOTHING_OUTSIDE = "it generates all sentences that any of them generates"
NOTHING_INSIDE = "it generates no sentence"


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
    if not inside.size:
        return Figure(0.0, 0.0, 0.0, n=rated, reason=NOTHING_INSIDE)
    if any(region.rated and judges_of(judged, region) < 2 for region in (inside, outside)):
        return _without_interval(accepted, rated, ONE_JUDGE)
    most = _most_unseen(judged, outside, level)
    if most > accepted[1]:
        low, high = accepted[0] / (sum(accepted) + most), _most_inside(inside, accepted, level)
        return Figure(None, low, high, rated, BOUNDS_ONLY)
    if any(region.rated == 1 < region.size for region in (inside, outside)):
        return _without_interval(accepted, rated, ONE_SENTENCE)
    return _estimated(judged, inside, outside, accepted, level)


def _most_unseen(judged: Judged, outside: Region, level: float) -> float:
    """How many may be accepted at most of the cells outside in which none of the rated ones was."""
    cells = np.bincount(outside.cells, outside.weights * judged.item_means)
    unseen = np.where(outside.inside & (cells[outside.cells] <= 0), outside.weights, 0.0)
    return float(unseen.sum()) * degenerate_bounds(0.0, unseen, level)[1] if unseen.any() else 0.0


def _most_inside(inside: Region, accepted: list[float], level: float) -> float:
    """Completeness, were nothing accepted of the cells outside that have none; an inside that has none by its bound."""
    most = accepted[0]
    if most <= 0 and inside.rated:
        most = inside.size * degenerate_bounds(0.0, inside.weights, level)[1]
    return most / (most + accepted[1])


def _without_interval(accepted: list[float], rated: int, reason: str) -> Figure:
    """An estimate, or none if all that was accepted lies inside, which says nothing of what may lie outside."""
    return Figure(accepted[0] / sum(accepted) if accepted[1] > 0 else None, n=rated, reason=reason)


def _estimated(judged: Judged, inside: Region, outside: Region, accepted: list[float], level: float) -> Figure:
    value, rated = accepted[0] / sum(accepted), inside.rated + outside.rated
    if value <= 0:
        return Figure(0.0, 0.0, _most_inside(inside, accepted, level), n=rated)
    weights = ((1 - value) * inside.weights - value * outside.weights) / sum(accepted)
    found = variance(judged, np.asarray(weights), together([inside, outside]))
    return Figure(value, *wilson(value, found.total, quantile(found.freedom, level)), n=rated)
