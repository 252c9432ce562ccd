"""Conditions two by two, and what each phenomenon costs: paired by sentence pair, corrected for their number.

The unit is a sentence pair, because its versions share all their words: a condition's value there is the mean of its
sentences' means, and a difference is taken within the pair. Cliff's delta compares all sentence means, paired or not.
Raw scores and within-judge z-scores stand side by side: when they disagree, who judged what is the reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import fmean

import numpy as np

from evaluation.services.results.rated_items import RatedItem, RatedItems
from evaluation.statistics.bootstrap import resampled_weights
from evaluation.statistics.figure import Figure
from evaluation.statistics.permutation import NO_PAIRS, cliffs_delta, holm, paired_permutation

MOST_CONDITIONS = 12
DRAWS = 2_000
Score = Callable[[RatedItem], float | None]


@dataclass(frozen=True)
class Side:
    """One way of scoring: the mean difference within pairs with its interval, p, Holm's p, and Cliff's delta."""

    difference: Figure
    p: Figure
    p_holm: float | None
    delta: Figure


@dataclass(frozen=True)
class Contrast:
    first: str
    second: str
    raw: Side
    z: Side


@dataclass(frozen=True)
class PhenomenonCost:
    """Sentences with the phenomenon beside those without: negative differences are its cost."""

    phenomenon: str
    with_it: int
    without: int
    raw: Side
    z: Side


def raw_score(item: RatedItem) -> float | None:
    return item.mean


def z_score(item: RatedItem) -> float | None:
    return item.z


def contrasts(rated: RatedItems, rng: np.random.Generator) -> list[Contrast]:
    """Every two conditions, p-values corrected over all of them, for each way of scoring apart."""
    names = rated.conditions[:MOST_CONDITIONS]
    groups = {name: rated.of_condition(name) for name in names}
    couples = list(combinations(names, 2))
    raw = corrected([side(groups[a], groups[b], raw_score, rng) for a, b in couples])
    z = corrected([side(groups[a], groups[b], z_score, rng) for a, b in couples])
    return [Contrast(a, b, *sides) for (a, b), *sides in zip(couples, raw, z, strict=True)]


def phenomenon_costs(rated: RatedItems, rng: np.random.Generator) -> list[PhenomenonCost]:
    names = sorted({name for item in rated.items for name in item.phenomena})
    split = [_split(rated.items, name) for name in names]
    raw = corrected([side(having, lacking, raw_score, rng) for having, lacking in split])
    z = corrected([side(having, lacking, z_score, rng) for having, lacking in split])
    return [
        PhenomenonCost(name, len(having), len(lacking), *sides)
        for name, (having, lacking), *sides in zip(names, split, raw, z, strict=True)
    ]


def _split(items: Iterable[RatedItem], phenomenon: str) -> tuple[list[RatedItem], list[RatedItem]]:
    having: list[RatedItem] = []
    lacking: list[RatedItem] = []
    for item in items:
        (having if phenomenon in item.phenomena else lacking).append(item)
    return having, lacking


def side(first: Sequence[RatedItem], second: Sequence[RatedItem], score: Score, rng: np.random.Generator) -> Side:
    gaps = paired_differences(first, second, score)
    here, there = ([value for item in group if (value := score(item)) is not None] for group in (first, second))
    return Side(
        difference=_mean_difference(gaps, rng),
        p=paired_permutation(gaps, rng=rng),
        p_holm=None,
        delta=cliffs_delta(here, there),
    )


def corrected(sides: Sequence[Side]) -> list[Side]:
    """Holm's correction over the tests that could be made."""
    made = [(place, one.p.value) for place, one in enumerate(sides) if one.p.value is not None]
    adjusted = dict(zip((place for place, _ in made), holm([p for _, p in made]), strict=True))
    return [replace(one, p_holm=adjusted.get(place)) for place, one in enumerate(sides)]


def paired_differences(first: Sequence[RatedItem], second: Sequence[RatedItem], score: Score) -> list[float]:
    """Per sentence pair with rated sentences of both, the difference of the means."""
    here, there = _by_pair(first, score), _by_pair(second, score)
    return [fmean(here[pair]) - fmean(there[pair]) for pair in sorted(here.keys() & there.keys())]


def _by_pair(items: Sequence[RatedItem], score: Score) -> dict[int, list[float]]:
    scores: dict[int, list[float]] = defaultdict(list)
    for item in items:
        value = score(item)
        if item.pair is not None and value is not None:
            scores[item.pair].append(value)
    return scores


def _mean_difference(gaps: Sequence[float], rng: np.random.Generator) -> Figure:
    """The mean over pairs, with a bootstrap interval over pairs."""
    if not gaps:
        return Figure.undefined(NO_PAIRS)
    values = np.array(gaps)
    figure = Figure(float(values.mean()), n=len(gaps))
    if len(gaps) == 1:
        return figure
    return figure.with_interval(resampled_weights(len(gaps), DRAWS, rng) @ values / len(gaps))
