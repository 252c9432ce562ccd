"""Disjoint cells two by two, within sentence pairs, corrected by Holm.

A cell is the sentences that exactly these models generate, so that no sentence is on both sides. Declared contrasts
(what only one and only the other of two models generates) are one family; every two cells are another one, exploratory.

The unit is a sentence pair, because its versions share all their words: a condition's value there is the mean of its
sentences' means, and a difference is taken within the pair. Cliff's delta compares all sentence means, paired or not.
Raw scores and within-judge z-scores stand side by side: when they disagree, who judged what is the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from evaluation.models import Study
from evaluation.services.results.formatting import LEVEL
from evaluation.services.results.rated_items import RatedItems
from evaluation.statistics.figure import Figure, Floats, Ints
from evaluation.statistics.permutation import cliffs_delta, holm, sign_flips

MOST_CELLS = 12


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
    # The smallest p value that Holm's correction could leave it, whatever the ratings.
    least_p: float = 0.0
    # No sentence was drawn by chance, so that it holds for the rated ones.
    for_these_sentences: bool = False

    @property
    def out_of_reach(self) -> bool:
        """With so few pairs and so many tests no p value can stay below .05."""
        return self.raw.p.is_defined and self.least_p >= LEVEL


def contrasts(rated: RatedItems, rng: np.random.Generator, study: Study) -> list[Contrast]:
    """The declared ones, then every two cells; corrected in each family and for each way of scoring apart."""
    declared, cells = declared_contrasts(rated, rng, study), rated.cells
    exploratory = [(a, b, cells[a], cells[b]) for a, b in combinations(list(cells)[:MOST_CELLS], 2)]
    return [*declared, *_family(rated, exploratory, rng, declared=False)]


def declared_contrasts(rated: RatedItems, rng: np.random.Generator, study: Study) -> list[Contrast]:
    declared = [
        (only_words(a, b), only_words(b, a), _only(rated, a, b), _only(rated, b, a)) for a, b in declared_models(study)
    ]
    return _family(rated, declared, rng, declared=True)


def declared_models(study: Study) -> list[tuple[str, str]]:
    """The two models whose regions the study draws from, else every two of its models."""
    drawn = [(choice["first"], choice["second"]) for choice in study.choices if choice["way"] == "regions"]
    return drawn or list(combinations(study.models_chosen, 2))


def planned_models(study: Study) -> list[tuple[str, str]]:
    """The two models that the study was set up to compare: whose regions it draws from, else the only two there are."""
    drawn = any(choice["way"] == "regions" for choice in study.choices)
    return declared_models(study) if drawn or len(study.models_chosen) == 2 else []


def only_words(first: str, second: str) -> str:
    return f"{first} - {second}"


def _only(rated: RatedItems, first: str, second: str) -> Ints:
    """The places of the sentences in cells of models that only the first of two models generates."""
    different, codes = rated.memberships
    wanted = np.array([first in cell and second not in cell for cell in different], dtype=bool)
    return np.flatnonzero(wanted[codes])


# The names of two groups of sentences, and their places.
Groups = tuple[str, str, Ints, Ints]


def _family(rated: RatedItems, groups: Sequence[Groups], rng: np.random.Generator, *, declared: bool) -> list[Contrast]:
    made = [group for group in groups if group[2].size and group[3].size]
    raw, z = (
        corrected([side(scores, rated.pairs, here, there, rng) for _a, _b, here, there in made])
        for scores in (rated.means, rated.z_means)
    )
    # n pairs give 2 / 2^n at least; a contrast with many pairs can leave one with few a smaller correction.
    least = corrected([replace(one, p=Figure(2 / 2**one.p.n if one.p.is_defined else None)) for one in raw])
    return [
        Contrast(a, b, one, other, declared, smallest.p_holm or 0.0, for_these_sentences=not rated.has_drawn)
        for (a, b, *_), one, other, smallest in zip(made, raw, z, least, strict=True)
    ]


def side(scores: Floats, pairs: Ints, first: Ints, second: Ints, rng: np.random.Generator) -> Side:
    """The scores of two groups of sentences; those that are nan are left out."""
    here, there = (group[np.isfinite(scores[group])] for group in (first, second))
    found = sign_flips(paired_differences(scores, pairs, here, there), rng=rng)
    return Side(found.difference, found.p, delta=cliffs_delta(scores[here], scores[there]))


def corrected(sides: Sequence[Side]) -> list[Side]:
    """Holm's correction over the tests that could be made."""
    made = [(place, one.p.value) for place, one in enumerate(sides) if one.p.value is not None]
    adjusted = dict(zip((place for place, _ in made), holm([p for _, p in made]), strict=True))
    return [replace(one, p_holm=adjusted.get(place)) for place, one in enumerate(sides)]


def paired_differences(scores: Floats, pairs: Ints, first: Ints, second: Ints) -> Floats:
    """Per sentence pair with rated sentences of both, in the pairs' order, the difference of the means."""
    count = int(pairs.max(initial=0)) + 1
    means = []
    for group in (first, second):
        own = group[pairs[group] >= 0]
        sums, sizes = np.bincount(pairs[own], scores[own], count), np.bincount(pairs[own], minlength=count)
        means.append(np.divide(sums, sizes, out=np.full(count, np.nan), where=sizes > 0))
    differences = means[0] - means[1]
    return np.asarray(differences[np.isfinite(differences)])
