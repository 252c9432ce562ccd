"""What a study found on one criterion, and by choices: agreement, means and verdicts in words, from the same services
as the pages that each of them has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluation.models import Criterion, Study
from evaluation.services.results.agreement import AgreementInShort, agreement_in_short
from evaluation.services.results.choices import preferences
from evaluation.services.results.choices.made import Choices
from evaluation.services.results.choices.opposed import taking_part
from evaluation.services.results.comparison import ComparedStudy, Verdict, Verdicts
from evaluation.services.results.constraints import costs
from evaluation.services.results.constraints.as_json import with_figures
from evaluation.services.results.constraints.matches import paired_answers
from evaluation.services.results.constraints.material import Material, material_of
from evaluation.services.results.contrasts import planned_models
from evaluation.services.results.few_judges import about_agreement, about_choices
from evaluation.services.results.means import Means, means_of
from evaluation.services.results.rating_arrays import ratings_of
from evaluation.services.results.scale_counts import item_counts
from evaluation.services.results.selection import Selection
from evaluation.services.results.study_summary.cautions import Caution, end_of_the_scale
from evaluation.services.results.tables import Labels, Tables
from evaluation.services.results.wording import (
    agreement_words,
    contrast_words,
    cost_words,
    difference_words,
    preference_words,
    uncorrected_words,
    verdict_words,
)
from evaluation.statistics.figure import Figure
from evaluation.statistics.rating_table import Ratings
from evaluation.statistics.summary import Summary
from evaluation.statistics.two_models import UNKNOWN

COMPARISON = "results-comparison"
Two = TypeVar("Two", bound=Verdict)


@dataclass(frozen=True)
class Finding:
    """A verdict with its sentence of numbers, and the name of the page of results about it."""

    words: str
    page: str
    about: str = ""
    numbers: str = ""
    # Nobody planned it before the ratings.
    exploratory: bool = False


@dataclass(frozen=True)
class Cost:
    """What breaking one constraint costs, in points; `matched`: from matched pairs, without a model."""

    theory: str
    constraint: str
    points: Figure
    matched: bool
    ratings: int = 0
    p_holm: float | None = None


@dataclass(frozen=True)
class CriterionFindings:
    key: str
    name: str
    limits: tuple[int, int]
    ratings: int
    rated: int
    overall: Summary
    agreement: AgreementInShort
    comparison: Verdicts
    costs: list[Cost]
    costs_are_current: bool
    means: Means
    verdicts: list[Finding]
    agreement_words: str
    cautions: list[Caution]


@dataclass(frozen=True)
class ChoiceFindings:
    name: str
    made: int
    preferences: list[preferences.Contrast]
    verdicts: list[Finding]
    # How many choices take part in no contrast and why; empty: all do.
    left_out: str
    # Same again, with the sides exchanged; and how often what stood first was chosen.
    consistency: Figure
    stood_first: Figure
    cautions: list[Caution] = field(default_factory=list)


@dataclass(frozen=True)
class SharedFindings(ComparedStudy):
    """What the findings of several criteria share."""

    @cached_property
    def given(self) -> Labels:
        """What stands for no others."""
        return Tables(self.study, self.selection).given_labels()


def criterion_findings(
    study: Study, selection: Selection, criterion: Criterion, of_study: SharedFindings | None = None
) -> CriterionFindings:
    """The ratings are read once for all figures."""
    of_study = of_study or SharedFindings(study, selection)
    ratings = ratings_of(study, selection, criterion, exclusions=of_study.exclusions)
    compared, agreed = of_study.verdicts(criterion, ratings), agreement_in_short(study, ratings)
    overall = _overall(of_study, criterion, ratings)
    fitted = costs.latest(study, criterion)
    found_costs = _costs(study, selection, criterion, fitted)
    verdicts = [*_model_verdicts(study, compared), *_cost_verdicts(found_costs)]
    return CriterionFindings(
        key=criterion.key,
        name=str(criterion),
        limits=(criterion.low, criterion.high),
        ratings=agreed.ratings,
        rated=agreed.items,
        overall=overall,
        agreement=agreed,
        comparison=compared,
        costs=found_costs,
        costs_are_current=fitted is None or bool(fitted["is_current"]),
        means=means_of(compared.means, ratings, of_study.given, criterion),
        verdicts=sorted(verdicts, key=lambda one: one.exploratory),
        agreement_words=agreement_words(agreed),
        cautions=[*end_of_the_scale(criterion, overall), *_cautions(study, ratings, compared, fitted)],
    )


def _overall(of_study: SharedFindings, criterion: Criterion, ratings: Ratings) -> Summary:
    """Over all ratings of the study's own sentences, as the tables add them up; `ratings` have no second answers."""
    if not of_study.selection.repeats:
        sizes = np.bincount(ratings.given).tolist()
        return Summary.from_counts(dict(zip(ratings.points.astype(np.int64).tolist(), sizes, strict=True)))
    counts = item_counts(of_study.study, [criterion], of_study.exclusions)[criterion.key]
    return counts.grouped(np.zeros_like(counts.ids), 1).summary(0)


# -- Verdicts --------------------------------------------------------------------------------------------------------


def planned_pairs(study: Study, pairs: Iterable[Two]) -> list[Two]:
    planned = {frozenset(two) for two in planned_models(study)}
    return [two for two in pairs if frozenset((two.first, two.second)) in planned]


def _model_verdicts(study: Study, found: Verdicts) -> Iterator[Finding]:
    """The planned comparison; where none was planned, what can be said of any two models, as exploratory."""
    planned = planned_pairs(study, found.pairs)
    said = planned or [two for two in found.pairs if two.difference.verdict != UNKNOWN]
    for two in said:
        about = f"{two.first} / {two.second}"
        yield Finding(verdict_words(two), COMPARISON, about, difference_words(two), exploratory=not planned)
    if len(said) > 1:
        yield Finding(uncorrected_words(len(said)), COMPARISON, exploratory=not planned)
    for contrast in found.declared if planned else []:
        yield Finding(contrast_words(contrast), COMPARISON)


def _cost_verdicts(found: list[Cost]) -> Iterator[Finding]:
    for one in found:
        words = cost_words(one.theory, one.constraint, one.points, matched=one.matched, p_holm=one.p_holm)
        yield Finding(words, "results-constraints")


def _costs(study: Study, selection: Selection, criterion: Criterion, fitted: Mapping[str, Any] | None) -> list[Cost]:
    """Of the constraints that sentences were drawn to break: as fitted, else from matched pairs."""
    wanted = {
        (theory, name)
        for choice in study.choices
        if choice["way"] == "matched"
        for theory, names in choice["constraints"].items()
        for name in names
    }
    if not wanted:
        return []
    found = _fitted_costs(fitted) if fitted else _matched_costs(material_of(study, selection, criterion))
    return [one for one in found if (one.theory, one.constraint) in wanted]


def _fitted_costs(fitted: Mapping[str, Any]) -> Iterator[Cost]:
    for theory in with_figures(fitted["theories"]):
        for one in theory["costs"]:
            points = one["points"]
            if points.value is None and one["reason"]:
                points = Figure.undefined(one["reason"])
            yield Cost(
                theory["theory"], one["constraint"], points, matched=False, ratings=one["ratings"], p_holm=one["p_holm"]
            )


def _matched_costs(material: Material) -> Iterator[Cost]:
    for one in paired_answers(material):
        yield Cost(one.theory, one.constraint, one.answer.cost, matched=True)


# -- Cautions --------------------------------------------------------------------------------------------------------


def _cautions(
    study: Study, ratings: Ratings, compared: Verdicts, fitted: Mapping[str, Any] | None
) -> Iterator[Caution]:
    if words := about_agreement(ratings.judge_count):
        yield Caution(words, "results-agreement", "agreement")
    missing = study.items.sentences().rated().count() - ratings.item_count
    if missing > 0:
        words = ngettext("%d sentence has no rating that counts.", "%d sentences have no rating that counts.", missing)
        yield Caution(words % missing, "results-sentences", "unrated")
    if not compared.counted:
        words = _("How many sentences the models generate has not been counted yet.")
        yield Caution(words, "results-comparison", "not_counted")
    if fitted and not fitted["is_current"]:
        words = _("The data have changed since the costs were fitted.")
        yield Caution(words, "results-constraints", "old_costs")


# -- Choices ---------------------------------------------------------------------------------------------------------


def choice_findings(study: Study, selection: Selection) -> ChoiceFindings:
    choices = Choices(study, selection)
    found, words = preferences.contrasts(choices), about_choices(len({choice.judge for choice in choices.made}))
    return ChoiceFindings(
        name=str(choices.criterion),
        made=len(choices.made),
        preferences=found,
        verdicts=[Finding(preference_words(one), "results-choices") for one in found],
        left_out=taking_part(choices).words,
        consistency=preferences.all_consistency(choices),
        stood_first=preferences.sides(choices).decided,
        cautions=[Caution(words, "results-choices", "few_judges")] if words else [],
    )
