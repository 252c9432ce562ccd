"""Comparing models, the paper's section 2.4: what they generate beside what judges said of it.

A judgement accepts a sentence if it is at or above the criterion's cut, which is set before opening. A model's
soundness is the share of judgements about its sentences that accept, its completeness the share of all accepted that
it generates; two models are compared by what only one of them generates and judges accept. All are estimates for the
whole sets, with intervals for other sentences and other judges (`evaluation.statistics.stratified`, docs/methods.md).
Sentences that were picked by hand or imported are counted, and no estimate is built on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from evaluation.models import Criterion, Study
from evaluation.services.results.contrasts import MOST_CELLS, Contrast, contrasts, declared_contrasts
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.phenomena import PhenomenonContrast, phenomenon_contrasts
from evaluation.services.results.rated_items import ItemFacts, RatedItems, item_facts, rated_among
from evaluation.services.results.rating_arrays import ratings_left, ratings_of
from evaluation.services.results.sampled_sets import SampledSets, Wanted, can_be_drawn
from evaluation.services.results.selection import Selection
from evaluation.services.results.set_sizes import Cell, SetSizes, set_sizes
from evaluation.statistics.completeness import completeness
from evaluation.statistics.figure import Figure
from evaluation.statistics.rating_table import Ratings
from evaluation.statistics.stratified import NOTHING_RATED, mean, share
from evaluation.statistics.two_models import ModelDifference, model_difference, unknown_difference

BY_HAND = "rated sentences were not drawn at random, so nothing follows for the whole set"
NOT_COUNTED = "the sets have not been counted yet"
NO_CUT = "no cut was set for this criterion"
NOT_DRAWN_FROM = "some of these sentences could not be drawn in this study, so nothing follows for the whole set"
NOT_ALL_DRAWN_FROM = "some of what the models generate could not be drawn in this study"


@dataclass(frozen=True)
class SetPart:
    """The sentences of one model that the other does not generate: how many, how many rated, how many accepted."""

    name: str
    size: int | None
    rated: int
    share: Figure
    estimate: Figure


@dataclass(frozen=True)
class Verdict:
    """What is concluded about two models."""

    first: str
    second: str
    difference: ModelDifference

    @property
    def more(self) -> str:
        """The model with more accepted sentences of its own."""
        return self.first if self.difference.direction >= 0 else self.second


@dataclass(frozen=True)
class TwoModels(Verdict):
    """A - B beside B - A."""

    shared: int | None
    only_first: SetPart
    only_second: SetPart

    @property
    def parts(self) -> tuple[SetPart, SetPart]:
        return self.only_first, self.only_second


@dataclass(frozen=True)
class ModelQuality:
    model: str
    size: int | None
    rated: int
    soundness: Figure
    # The same with each pair weighing alike, and the mean score.
    soundness_of_pairs: Figure
    mean: Figure
    completeness: Figure


@dataclass(frozen=True)
class Unrestricted:
    """What would be concluded if nobody and nothing were left out, by a rule or by hand."""

    judges: int
    judgements: int
    models: list[ModelQuality]
    pairs: list[TwoModels]


@dataclass(frozen=True)
class Comparison:
    """`controls`: some were drawn, so completeness is relative to them too, not only to the union of the models."""

    cut: int | None
    margin: float
    rated: int
    judges: int
    judgements: int
    accepted: int | None
    counted: bool
    models: list[ModelQuality]
    pairs: list[TwoModels]
    contrasts: list[Contrast]
    phenomena: list[PhenomenonContrast]
    by_hand: bool
    controls: bool
    # Judges whose scores do not vary have no z-scores.
    without_variation: int
    # Cells beyond those of which every two are compared.
    cells_left_out: int = 0
    # The same with nobody and nothing left out; None where nothing is.
    without_exclusions: Unrestricted | None = None

    @property
    def models_with_and_without(self) -> list[tuple[ModelQuality, ModelQuality]]:
        """As counted, and with nobody and nothing left out; none where that is the same."""
        every = self.without_exclusions
        return list(zip(self.models, every.models, strict=True)) if every else []

    @property
    def pairs_with_and_without(self) -> list[tuple[TwoModels, TwoModels]]:
        every = self.without_exclusions
        return list(zip(self.pairs, every.pairs, strict=True)) if every else []

    @property
    def declared(self) -> list[Contrast]:
        return [contrast for contrast in self.contrasts if contrast.declared]

    @property
    def exploratory(self) -> list[Contrast]:
        return [contrast for contrast in self.contrasts if not contrast.declared]


@dataclass(frozen=True)
class Verdicts:
    """Of a comparison what a summary says, in the same numbers."""

    cut: int | None
    counted: bool
    pairs: list[Verdict]
    declared: list[Contrast]
    # Each model's mean score.
    means: list[tuple[str, Figure]]


@dataclass(frozen=True)
class ComparedStudy:
    """What a comparison needs of a study whatever the criterion, read once for all of them."""

    study: Study
    selection: Selection

    @cached_property
    def exclusions(self) -> Exclusions:
        return Exclusions(self.study, self.selection)

    @cached_property
    def facts(self) -> list[ItemFacts]:
        return item_facts(self.study)

    @cached_property
    def _facts_of(self) -> dict[int, ItemFacts]:
        """By primary key."""
        return {item.pk: item for item in self.facts}

    @cached_property
    def sizes(self) -> SetSizes | None:
        return set_sizes(self.study)

    def with_and_without(self, criterion: Criterion) -> tuple[RatedItems, Unrestricted | None]:
        """What counts and, where anything is left out, what would be concluded of everything.

        Ratings are read once, and the arrays of everything are gone before those of what counts are made.
        """
        if not self.exclusions.leaves_out_anything:
            read = ratings_of(self.study, self.selection, criterion, exclusions=self.exclusions)
            return rated_among(self.facts, read), None
        every = ratings_of(self.study, self.selection.without_exclusions(), criterion)
        unrestricted = self._unrestricted(every, criterion)
        return rated_among(self.facts, ratings_left(every, self.exclusions)), unrestricted

    def verdicts(self, criterion: Criterion, ratings: Ratings) -> Verdicts:
        """`ratings`: those that count. The large tables of each step are gone before the next."""
        return Verdicts(
            cut=criterion.cut,
            counted=self.sizes is not None,
            pairs=self._qualities(ratings, criterion).verdicts(self.study),
            declared=declared_contrasts(rated_among(self.facts, ratings), _rng(self.study), self.study),
            means=self.means(criterion, ratings),
        )

    def means(self, criterion: Criterion, ratings: Ratings) -> list[tuple[str, Figure]]:
        """Each model's mean score."""
        return self._qualities(ratings, criterion).means(self.study)

    def _unrestricted(self, every: Ratings, criterion: Criterion) -> Unrestricted:
        return Unrestricted(every.judge_count, len(every), *self.of_models(every, criterion))

    def of_models(self, ratings: Ratings, criterion: Criterion) -> tuple[list[ModelQuality], list[TwoModels]]:
        """Each model, and every two. Of the large tables that they come from, that of means is gone before the next."""
        means = dict(self.means(criterion, ratings))
        quality = self._qualities(ratings, criterion)
        return quality.models(self.study, means), quality.pairs(self.study)

    def _qualities(self, ratings: Ratings, criterion: Criterion) -> _Qualities:
        return _Qualities(
            ratings, self._facts_of, self.sizes, criterion, self.study.margin / 100, can_be_drawn(self.study)
        )


def comparison(study: Study, selection: Selection, criterion: Criterion) -> Comparison:
    compared = ComparedStudy(study, selection)
    return comparison_of(compared, criterion, *compared.with_and_without(criterion))


def comparison_of(
    compared: ComparedStudy, criterion: Criterion, rated: RatedItems, unrestricted: Unrestricted | None
) -> Comparison:
    study, sizes = compared.study, compared.sizes
    models, pairs = compared.of_models(rated.ratings, criterion)
    rng = _rng(study)
    return Comparison(
        cut=criterion.cut,
        margin=study.margin / 100,
        rated=len(rated.items),
        judges=rated.ratings.judge_count,
        judgements=len(rated.ratings),
        accepted=None if criterion.cut is None else rated.ratings.at_least(criterion.cut),
        counted=sizes is not None,
        models=models,
        pairs=pairs,
        contrasts=contrasts(rated, rng, study),
        phenomena=phenomenon_contrasts(rated, rng, (criterion.low, criterion.high)),
        by_hand=any(item.probability is None for item in rated.items),
        controls=sizes is not None and any(not cell for _pair, cell in sizes.cells),
        without_variation=rated.without_variation,
        cells_left_out=max(0, len(rated.cells) - MOST_CELLS),
        without_exclusions=unrestricted,
    )


def _rng(study: Study) -> np.random.Generator:
    return np.random.default_rng(abs(study.seed))


class _Qualities:
    """Figures about models, each with the reason where there is none."""

    def __init__(
        self,
        ratings: Ratings,
        facts: Mapping[int, ItemFacts],
        sizes: SetSizes | None,
        criterion: Criterion,
        margin: float,
        drawable: Wanted,
    ) -> None:
        self.sizes, self.margin = sizes, margin
        self.drawable = drawable
        self.limits = criterion.low, criterion.high
        self.rated_in_cells = Counter(facts[pk].memberships for pk in ratings.item_labels)
        self.sizes_of_cells: Counter[Cell] = Counter()
        for (_pair, cell), size in sizes.cells.items() if sizes is not None else ():
            self.sizes_of_cells[cell] += size
        self.sets = SampledSets(ratings, facts, sizes, criterion.cut) if sizes is not None else None

    def models(self, study: Study, means: Mapping[str, Figure]) -> list[ModelQuality]:
        return [self.of(model, means[model]) for model in study.models_chosen]

    def pairs(self, study: Study) -> list[TwoModels]:
        return [self.two(a, b) for a, b in combinations(study.models_chosen, 2)]

    def of(self, model: str, mean_score: Figure) -> ModelQuality:
        def generates(cell: Cell) -> bool:
            return model in cell

        return ModelQuality(
            model=model,
            size=self._size(generates, model),
            rated=self._rated(generates),
            soundness=self._share(generates, model),
            soundness_of_pairs=self._share(generates, model, equal_pairs=True),
            mean=mean_score,
            completeness=self._completeness(generates, model),
        )

    def two(self, first: str, second: str) -> TwoModels:
        parts = [self._part(a, b) for a, b in ((first, second), (second, first))]
        known = self.sizes is not None and parts[0].size is not None
        return TwoModels(
            first=first,
            second=second,
            shared=self.sizes.both(first, second) if known and self.sizes is not None else None,
            only_first=parts[0],
            only_second=parts[1],
            difference=self._difference(first, second),
        )

    def verdicts(self, study: Study) -> list[Verdict]:
        """Of every two models."""
        return [Verdict(a, b, self._difference(a, b)) for a, b in combinations(study.models_chosen, 2)]

    def _part(self, first: str, second: str) -> SetPart:
        def wanted(cell: Cell) -> bool:
            return first in cell and second not in cell

        size, figure = self._size(wanted, first, second), self._share(wanted, first, second)
        return SetPart(
            name=f"{first} - {second}",
            size=size,
            rated=self._rated(wanted),
            share=figure,
            estimate=_scaled(figure, size),
        )

    def _rated(self, wanted: Wanted) -> int:
        return sum(number for cell, number in self.rated_in_cells.items() if wanted(cell))

    def _size(self, wanted: Wanted, *models: str) -> int | None:
        if self.sizes is None or not set(models) <= set(self.sizes.models):
            return None
        return sum(size for cell, size in self.sizes_of_cells.items() if wanted(cell))

    def _why_unknown(self, wanted: Wanted, *models: str, needs_cut: bool = True) -> str:
        if self.sets is None or not set(models) <= set(self.sets.sizes.models):
            return NOT_COUNTED
        if needs_cut and self.sets.accepted is None:
            return NO_CUT
        if not any(wanted(cell) for cell in self.sets.rated_cells):
            return BY_HAND if self._rated(wanted) else "" if self._size(wanted, *models) == 0 else NOTHING_RATED
        return "" if self._all_drawable(wanted) else NOT_DRAWN_FROM

    def _all_drawable(self, wanted: Wanted) -> bool:
        return all(self.drawable(cell) for cell, size in self.sizes_of_cells.items() if size and wanted(cell))

    def _share(self, wanted: Wanted, *models: str, equal_pairs: bool = False) -> Figure:
        reason = self._why_unknown(wanted, *models)
        if reason or self.sets is None or self.sets.accepted is None:
            return Figure.undefined(reason)
        found = self.sets.equal_pairs(wanted) if equal_pairs else self.sets.region(wanted)
        return share(self.sets.accepted, found)

    def means(self, study: Study) -> list[tuple[str, Figure]]:
        return [(model, self._mean(model)) for model in study.models_chosen]

    def _mean(self, model: str) -> Figure:
        def wanted(cell: Cell) -> bool:
            return model in cell

        reason = self._why_unknown(wanted, model, needs_cut=False)
        if reason or self.sets is None:
            return Figure.undefined(reason)
        return mean(self.sets.scores, self.sets.region(wanted), self.limits)

    def _completeness(self, wanted: Wanted, model: str) -> Figure:
        reason = self._why_unknown(wanted, model)
        if reason or self.sets is None or self.sets.accepted is None:
            return Figure.undefined(reason)
        if not self._all_drawable(lambda _cell: True):
            return Figure.undefined(NOT_ALL_DRAWN_FROM)
        outside = self.sets.region(lambda cell: not wanted(cell))
        return completeness(self.sets.accepted, self.sets.region(wanted), outside)

    def _difference(self, first: str, second: str) -> ModelDifference:
        reason = self._why_unknown(lambda cell: first in cell or second in cell, first, second)
        if reason or self.sets is None or self.sets.accepted is None:
            return unknown_difference(reason, self.margin)
        sets, accepted = self.sets, self.sets.accepted
        return model_difference(
            accepted,
            sets.region(lambda cell: first in cell and second not in cell),
            sets.region(lambda cell: second in cell and first not in cell),
            sets.region(lambda cell: first in cell and second in cell),
            margin=self.margin,
        )


def _scaled(figure: Figure, size: int | None) -> Figure:
    """A share of a set as a number of its sentences."""
    if size == 0:
        return Figure(0.0, 0.0, 0.0)
    if figure.value is None or size is None:
        return figure
    low, high = (None if bound is None else bound * size for bound in (figure.low, figure.high))
    return Figure(figure.value * size, low, high, figure.n, figure.reason)
