"""What if a constraint were dropped: the theory's soundness and completeness as the fitted costs estimate them.

Every broken set has its own share of accepting judgements, from the fitted model over its rated sentences; how many
sentences have it is counted exactly. Dropping c adds the sentences that break c alone. An ambiguous sentence has the
broken set that is accepted most. Completeness is relative to all sentences of the theory's universe with a known share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.statistics.costs.data import CLEAN, Broken
from evaluation.statistics.costs.fitting import CostFit
from evaluation.statistics.costs.points import ScaleMeans, figure_of
from evaluation.statistics.figure import Figure, Floats

NO_SHARE = "no rated sentence has this broken set"
NOT_FITTED = "the model could not be fitted"


@dataclass(frozen=True)
class WhatIf:
    """`dropped`: "" for the theory as it is. `unknown`: sentences of the universe whose broken sets nobody rated."""

    dropped: str
    sentences: int
    soundness: Figure
    completeness: Figure
    unknown: int


def what_if(found: CostFit, counts: Mapping[tuple[Broken, ...], int], cut: float) -> list[WhatIf]:
    """`counts`: how many sentences of the study's pairs have which broken sets."""
    shares = _shares(found, cut)
    unknown = sum(count for family, count in counts.items() if not any(one in shares for one in family))
    return [_row(dropped, counts, shares, unknown) for dropped in ("", *found.data.constraints)]


def _shares(found: CostFit, cut: float) -> dict[Broken, Floats]:
    """Per broken set the share of accepting judgements, at the estimates and at draws around them."""
    if found.fitted is None or found.design is None:
        return {}
    data, freedom = found.data, float(max(1, np.unique(found.data.judges).size - 1))
    means = ScaleMeans(found.fitted, freedom)
    shares = {}
    for broken in (CLEAN, *data.broken_sets):
        items = np.unique(data.items[data.has_set(broken)])
        if items.size:
            shares[broken] = means.accepted(found.design.rows(items, data.groups[0], [broken] * items.size), cut)
    return shares


def _row(
    dropped: str, counts: Mapping[tuple[Broken, ...], int], shares: Mapping[Broken, Floats], unknown: int
) -> WhatIf:
    allowed = {CLEAN, frozenset({dropped})} if dropped else {CLEAN}
    generated = {family: n for family, n in counts.items() if any(one in allowed for one in family)}
    size = sum(generated.values())
    accepted, known = _accepted(generated, shares)
    every, _ = _accepted(counts, shares)
    unrated = {family for family in generated if len(family) == 1 and family[0] not in shares}
    if accepted is None or every is None or not known or unrated:
        reason = Figure.undefined(NO_SHARE if shares else NOT_FITTED)
        return WhatIf(dropped, size, reason, reason, unknown)
    return WhatIf(dropped, size, figure_of(accepted / known), figure_of(accepted / every), unknown)


def _accepted(counts: Mapping[tuple[Broken, ...], int], shares: Mapping[Broken, Floats]) -> tuple[Floats | None, int]:
    """The accepted sentences among those with a known share, and how many those are."""
    rows: list[Floats] = []
    known = 0
    for family, count in counts.items():
        of_family: Sequence[Floats] = [shares[one] for one in family if one in shares]
        if of_family:
            rows.append(count * max(of_family, key=lambda one: float(one[0])))
            known += count
    return (np.sum(rows, axis=0) if rows else None), known
