"""Comparing models, the paper's section 2.4: what they generate beside what judges said of it.

Two models are empirically equivalent if judges accept as many sentences of A - B as of B - A. Rated are samples of
both, each sentence with a known probability of having been drawn, so what is reported is an estimate for the whole
sets with its interval. Sentences that were picked by hand or imported stand for nothing but themselves: they are
counted, and no estimate is built on them. An acceptable sentence is one whose mean is at or above the threshold; the
uncertainty of those means themselves is that of the mixed model, not of these intervals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from evaluation.models import Criterion, Study
from evaluation.services.results.contrasts import Contrast, PhenomenonCost, contrasts, phenomenon_costs
from evaluation.services.results.rated_items import RatedItem, RatedItems, rated_items
from evaluation.services.results.selection import Selection
from evaluation.services.results.set_sizes import SetSizes, set_sizes
from evaluation.statistics.equal_counts import equal_counts_test
from evaluation.statistics.figure import Figure
from evaluation.statistics.proportions import (
    NOTHING_RATED,
    Sample,
    acceptable_count,
    acceptable_share,
    clopper_pearson,
    completeness,
    difference,
    fisher_exact,
    wilson,
)

THRESHOLD = 3.0
BY_HAND = "its rated sentences were picked by hand, so nothing follows for the whole set"
NOT_COUNTED = "the sets have not been counted yet"


@dataclass(frozen=True)
class Region:
    """The sentences of one model that the other does not generate: how many, how many rated, how many accepted."""

    name: str
    size: int | None
    rated: int
    accepted: int
    share: Figure
    wilson: tuple[float, float] | None
    estimate: Figure


@dataclass(frozen=True)
class TwoModels:
    """A - B beside B - A. `verdict` is "alike", "more_first", "more_second" or "unknown"."""

    first: str
    second: str
    shared: int | None
    only_first: Region
    only_second: Region
    difference: Figure
    same_count: Figure
    same_share: Figure
    verdict: str

    @property
    def regions(self) -> tuple[Region, Region]:
        return self.only_first, self.only_second


@dataclass(frozen=True)
class ModelQuality:
    model: str
    size: int | None
    rated: int
    accepted: int
    soundness: Figure
    # Over the acceptable rated sentences as they are, and with each weighing one over its chance of being drawn.
    completeness: Figure
    completeness_weighted: Figure


@dataclass(frozen=True)
class Comparison:
    threshold: float
    rated: int
    accepted: int
    sizes: SetSizes | None
    models: list[ModelQuality]
    pairs: list[TwoModels]
    contrasts: list[Contrast]
    phenomena: list[PhenomenonCost]
    by_hand: bool


def comparison(study: Study, selection: Selection, criterion: Criterion, threshold: float = THRESHOLD) -> Comparison:
    rated, sizes = rated_items(study, selection, criterion), set_sizes(study)
    models = list(study.models_chosen)
    rng = np.random.default_rng(abs(study.seed))
    return Comparison(
        threshold=threshold,
        rated=len(rated.items),
        accepted=sum(item.mean >= threshold for item in rated.items),
        sizes=sizes,
        models=[_quality(model, rated, sizes, threshold) for model in models],
        pairs=[_two(a, b, rated, sizes, threshold) for a, b in combinations(models, 2)],
        contrasts=contrasts(rated, rng),
        phenomena=phenomenon_costs(rated, rng),
        by_hand=any(item.probability is None for item in rated.items),
    )


def _drawn(items: Iterable[RatedItem]) -> list[RatedItem]:
    return [item for item in items if item.probability is not None]


def _sample(items: Sequence[RatedItem], size: int, threshold: float) -> Sample:
    probabilities = [item.probability for item in items if item.probability is not None]
    return Sample(size, [item.mean >= threshold for item in items], probabilities)


def _quality(model: str, rated: RatedItems, sizes: SetSizes | None, threshold: float) -> ModelQuality:
    items = [item for item in rated.items if model in item.memberships]
    known = sizes is not None and model in sizes.models
    size = sizes.size(model) if sizes is not None and known else None
    return ModelQuality(
        model=model,
        size=size,
        rated=len(items),
        accepted=sum(item.mean >= threshold for item in items),
        soundness=_estimate(items, size, threshold, acceptable_share),
        completeness=_completeness(model, rated.items, threshold, weighted=False),
        completeness_weighted=_completeness(model, rated.items, threshold, weighted=True),
    )


def _completeness(model: str, items: Sequence[RatedItem], threshold: float, *, weighted: bool) -> Figure:
    """The share of the acceptable sentences, of any source, that the model generates.

    Weighted it estimates the share among all sentences that could have been drawn; where few stand for very many, as
    controls do, its interval is wide. What was not drawn by chance stands for itself.
    """
    accepted = [item for item in items if item.mean >= threshold]
    weights = np.array([1 / item.probability if weighted and item.probability else 1.0 for item in accepted])
    return completeness([model in item.memberships for item in accepted], weights)


def _estimate(
    items: Sequence[RatedItem], size: int | None, threshold: float, estimator: Callable[[Sample], Figure]
) -> Figure:
    """What the drawn sentences among `items` say about a set of `size`, or why nothing can be said."""
    drawn = _drawn(items)
    if size is None:
        return Figure.undefined(NOT_COUNTED)
    if size and not drawn:
        return Figure.undefined(BY_HAND if items else NOTHING_RATED, n=len(items))
    return estimator(_sample(drawn, size, threshold))


def _region(first: str, second: str, rated: RatedItems, sizes: SetSizes | None, threshold: float) -> Region:
    items = _members(rated, first, second)
    known = sizes is not None and {first, second} <= set(sizes.models)
    size = sizes.only(first, second) if sizes is not None and known else None
    accepted, n = sum(item.mean >= threshold for item in items), len(items)
    exact = Figure(accepted / n, *clopper_pearson(accepted, n), n=n) if n else Figure.undefined(NOTHING_RATED)
    return Region(
        name=f"{first} - {second}",
        size=size,
        rated=n,
        accepted=accepted,
        share=exact,
        wilson=wilson(accepted, n) if n else None,
        estimate=_estimate(items, size, threshold, acceptable_count),
    )


def _two(first: str, second: str, rated: RatedItems, sizes: SetSizes | None, threshold: float) -> TwoModels:
    here, there = (_region(a, b, rated, sizes, threshold) for a, b in ((first, second), (second, first)))
    gap = difference(here.estimate, there.estimate)
    samples = [
        _sample(_drawn(_members(rated, a, b)), region.size or 0, threshold)
        for region, a, b in ((here, first, second), (there, second, first))
    ]
    return TwoModels(
        first=first,
        second=second,
        shared=sizes.both(first, second) if sizes is not None and here.size is not None else None,
        only_first=here,
        only_second=there,
        difference=gap,
        same_count=equal_counts_test(*samples) if gap.is_defined else Figure.undefined(gap.reason),
        same_share=_fisher(here, there),
        verdict=_verdict(gap),
    )


def _members(rated: RatedItems, first: str, second: str) -> list[RatedItem]:
    return [item for item in rated.items if first in item.memberships and second not in item.memberships]


def _fisher(here: Region, there: Region) -> Figure:
    """Over everything rated, drawn or not: it compares the rated sentences only."""
    samples = [Sample(r.rated, [True] * r.accepted + [False] * (r.rated - r.accepted)) for r in (here, there)]
    return fisher_exact(*samples)


def _verdict(gap: Figure) -> str:
    if gap.low is None or gap.high is None:
        return "unknown"
    if gap.low > 0:
        return "more_first"
    return "more_second" if gap.high < 0 else "alike"
