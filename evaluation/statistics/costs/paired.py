"""The answer of matched pairs without a model: a sentence that breaks one constraint beside its nearest clean partner.

The unit is the sentence pair: differences are averaged within it, and intervals invert the sign-flip test over pairs,
so they are for these judges. Whether the partner is preferred is asked only of judges who rated both; ties are halves.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.statistics.figure import Figure
from evaluation.statistics.permutation import sign_flips

NO_MATCHES = "no match of it has ratings of both sentences"
NOBODY_RATED_BOTH = "no judge rated both sentences of a match"


@dataclass(frozen=True)
class RatedMatch:
    """A violator and its partner: what each judge gave them, and their measures."""

    pair: Hashable
    violator: Mapping[int, float]
    partner: Mapping[int, float]
    violator_measures: Mapping[str, float]
    partner_measures: Mapping[str, float]

    @property
    def is_rated(self) -> bool:
        return bool(self.violator) and bool(self.partner)

    @property
    def difference(self) -> float:
        """How much better the partner is rated, over all judges of either."""
        return float(np.mean(list(self.partner.values())) - np.mean(list(self.violator.values())))


@dataclass(frozen=True)
class MeasureDifference:
    measure: str
    violators: float
    partners: float


@dataclass(frozen=True)
class PairedCost:
    """In points: partner less violator, over sentence pairs; the share of judges' choices for the partner."""

    cost: Figure
    p: Figure
    preferred: Figure
    matches: int
    pairs: int
    judges_of_both: int
    measures: list[MeasureDifference]


def paired_cost(matches: Sequence[RatedMatch], *, rng: np.random.Generator) -> PairedCost:
    rated = [one for one in matches if one.is_rated]
    if not rated:
        return unknown_cost(NO_MATCHES)
    flips = sign_flips(_pair_means([(one.pair, one.difference) for one in rated]), rng=rng)
    of_both = [(one, judge) for one in rated for judge in one.violator if judge in one.partner]
    return PairedCost(
        cost=flips.difference,
        p=flips.p,
        preferred=_preferred([(one.pair, _choice(one, judge)) for one, judge in of_both], rng),
        matches=len(rated),
        pairs=len({one.pair for one in rated}),
        judges_of_both=len({judge for _match, judge in of_both}),
        measures=_measures(rated),
    )


def unknown_cost(reason: str) -> PairedCost:
    unknown = Figure.undefined(reason)
    return PairedCost(unknown, unknown, unknown, 0, 0, 0, [])


def _pair_means(rows: Sequence[tuple[Hashable, float]]) -> list[float]:
    by_pair: dict[Hashable, list[float]] = {}
    for pair, value in rows:
        by_pair.setdefault(pair, []).append(value)
    return [float(np.mean(values)) for values in by_pair.values()]


def _choice(match: RatedMatch, judge: int) -> float:
    return (float(np.sign(match.partner[judge] - match.violator[judge])) + 1) / 2


def _preferred(choices: Sequence[tuple[Hashable, float]], rng: np.random.Generator) -> Figure:
    if not choices:
        return Figure.undefined(NOBODY_RATED_BOTH)
    found = sign_flips([value - 0.5 for value in _pair_means(choices)], rng=rng).difference
    ends = [None if one is None else min(1.0, max(0.0, one + 0.5)) for one in (found.value, found.low, found.high)]
    return Figure(ends[0], ends[1], ends[2], len(choices), found.reason)


def _measures(matches: Sequence[RatedMatch]) -> list[MeasureDifference]:
    """Every measure that all members have; the mean of each side."""
    names = dict.fromkeys(name for one in matches for name in one.violator_measures)
    sides = [[one.violator_measures for one in matches], [one.partner_measures for one in matches]]
    return [
        MeasureDifference(name, *(float(np.mean([each[name] for each in side])) for side in sides))
        for name in names
        if all(name in each for side in sides for each in side)
    ]
