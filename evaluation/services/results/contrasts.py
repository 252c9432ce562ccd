"""Disjoint cells two by two, within sentence pairs, corrected by Holm.

A cell is the sentences that exactly these models generate, so that no sentence is on both sides. Declared contrasts
(what only one and only the other of two models generates) are one family; every two cells are another one, exploratory.

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

from evaluation.models import Study
from evaluation.services.results.rated_items import RatedItem, RatedItems
from evaluation.statistics.figure import Figure
from evaluation.statistics.permutation import cliffs_delta, holm, sign_flips

MOST_CELLS = 12
LEVEL = 0.05
Score = Callable[[RatedItem], float | None]


@dataclass(frozen=True)
class Side:
    """One way of scoring: the mean difference within pairs with its interval, p, Holm's p, and Cliff's delta if any."""

    difference: Figure
    p: Figure
    p_holm: float | None = None
    delta: Figure | None = None


@dataclass(frozen=True)
class Contrast:
    first: str
    second: str
    raw: Side
    z: Side
    declared: bool

    @property
    def out_of_reach(self) -> bool:
        """With so few pairs and so many tests no p value can stay below .05: n pairs give 2 / 2^n at least."""
        return bool(self.raw.p.n) and self.family * 2 / 2**self.raw.p.n > LEVEL

    family: int = 1


def raw_score(item: RatedItem) -> float | None:
    return item.mean


def z_score(item: RatedItem) -> float | None:
    return item.z


def contrasts(rated: RatedItems, rng: np.random.Generator, study: Study) -> list[Contrast]:
    """The declared ones, then every two cells; corrected in each family and for each way of scoring apart."""
    declared = [
        (only_words(a, b), only_words(b, a), _only(rated.items, a, b), _only(rated.items, b, a))
        for a, b in declared_models(study)
    ]
    cells = rated.cells
    exploratory = [(a, b, cells[a], cells[b]) for a, b in combinations(list(cells)[:MOST_CELLS], 2)]
    return [*_family(declared, rng, declared=True), *_family(exploratory, rng, declared=False)]


def declared_models(study: Study) -> list[tuple[str, str]]:
    """The two models whose regions the study draws from, else every two of its models."""
    drawn = [(choice["first"], choice["second"]) for choice in study.choices if choice["way"] == "regions"]
    return drawn or list(combinations(study.models_chosen, 2))


def only_words(first: str, second: str) -> str:
    return f"{first} - {second}"


def _only(items: Iterable[RatedItem], first: str, second: str) -> list[RatedItem]:
    return [item for item in items if first in item.memberships and second not in item.memberships]


Groups = tuple[str, str, list[RatedItem], list[RatedItem]]


def _family(groups: Sequence[Groups], rng: np.random.Generator, *, declared: bool) -> list[Contrast]:
    made = [group for group in groups if group[2] and group[3]]
    raw = corrected([side(here, there, raw_score, rng) for _a, _b, here, there in made])
    z = corrected([side(here, there, z_score, rng) for _a, _b, here, there in made])
    family = sum(one.p.is_defined for one in raw)
    return [Contrast(a, b, one, other, declared, family) for (a, b, *_), one, other in zip(made, raw, z, strict=True)]


def side(first: Sequence[RatedItem], second: Sequence[RatedItem], score: Score, rng: np.random.Generator) -> Side:
    found = sign_flips(paired_differences(first, second, score), rng=rng)
    here, there = ([value for item in group if (value := score(item)) is not None] for group in (first, second))
    return Side(found.difference, found.p, delta=cliffs_delta(here, there))


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
