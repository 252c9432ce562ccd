"""What a study found on one criterion, and by choices: agreement, means and verdicts in words, from the same services
as the pages that each of them has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluation.models import Criterion, Study
from evaluation.pictures import MeanRow
from evaluation.services.results.agreement import Agreement, agreement
from evaluation.services.results.choices import preferences
from evaluation.services.results.choices.made import Choices
from evaluation.services.results.comparison import Comparison, TwoModels, comparison
from evaluation.services.results.constraints import costs
from evaluation.services.results.constraints.as_json import with_figures
from evaluation.services.results.constraints.matches import paired_answers
from evaluation.services.results.constraints.material import Material, material_of
from evaluation.services.results.contrasts import declared_models
from evaluation.services.results.picture_data import PictureData
from evaluation.services.results.selection import Selection
from evaluation.services.results.study_summary.cautions import Caution, end_of_the_scale
from evaluation.services.results.tables import Labels, Tables, View
from evaluation.services.results.wording import (
    agreement_words,
    contrast_words,
    cost_words,
    difference_words,
    preference_words,
    verdict_words,
)
from evaluation.services.studies.sampling.condition_words import condition_words
from evaluation.statistics.figure import Figure
from evaluation.statistics.summary import Summary
from evaluation.statistics.two_models import UNKNOWN


@dataclass(frozen=True)
class Finding:
    """A verdict with its sentence of numbers, and the name of the page of results about it."""

    words: str
    page: str
    about: str = ""
    numbers: str = ""


@dataclass(frozen=True)
class Cost:
    """What breaking one constraint costs, in points; `matched`: from matched pairs, without a model."""

    theory: str
    constraint: str
    points: Figure
    matched: bool
    ratings: int = 0


@dataclass(frozen=True)
class CriterionFindings:
    key: str
    name: str
    limits: tuple[int, int]
    ratings: int
    rated: int
    overall: Summary
    agreement: Agreement
    comparison: Comparison
    costs: list[Cost]
    costs_are_current: bool
    # Per condition or model: the mean over its ratings with its interval.
    means: list[MeanRow]
    # "drawn": by condition; "generates": by all models that generate them.
    view: View
    verdicts: list[Finding]
    agreement_words: str
    cautions: list[Caution]


@dataclass(frozen=True)
class ChoiceFindings:
    name: str
    made: int
    preferences: list[preferences.Contrast]
    verdicts: list[Finding]
    # Same again, with the sides exchanged; and how often what stood first was chosen.
    consistency: Figure
    stood_first: Figure
    cautions: list[Caution] = field(default_factory=list)


def criterion_findings(study: Study, selection: Selection, criterion: Criterion) -> CriterionFindings:
    tables = Tables(study, selection)
    overall = _overall(tables, criterion)
    agreed, compared = agreement(study, selection, criterion), comparison(study, selection, criterion)
    fitted = costs.latest(study, criterion)
    found_costs = _costs(study, selection, criterion, fitted)
    view = view_of(tables)
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
        means=_means(study, selection, criterion, view),
        view=view,
        verdicts=[*_model_verdicts(study, compared), *_cost_verdicts(found_costs)],
        agreement_words=agreement_words(agreed),
        cautions=[*end_of_the_scale(criterion, overall), *_cautions(study, agreed, compared, fitted)],
    )


def _overall(tables: Tables, criterion: Criterion) -> Summary:
    """Over all ratings of the study's own sentences, as the tables add them up."""
    ids = tables.by_item[criterion.key].ids
    everything = Labels(ids, np.zeros_like(ids), [""])
    return tables.by_label(everything)[0].summaries[criterion.key]


# -- Means -----------------------------------------------------------------------------------------------------------


def view_of(tables: Tables) -> View:
    """By condition, unless that is one and the same for all sentences."""
    return "drawn" if len(tables.model_labels("drawn").order) > 1 or not tables.study.models_chosen else "generates"


def _means(study: Study, selection: Selection, criterion: Criterion, view: View) -> list[MeanRow]:
    """Of what has ratings: controls are no part of the results."""
    rows = PictureData(study, selection, criterion, threshold=criterion.middle, view=view).means
    known = [row for row in rows if row.figures[0].value is not None]
    return [MeanRow(condition_words(str(row.label)), row.figures[:1]) for row in known]


# -- Verdicts --------------------------------------------------------------------------------------------------------


def planned_pairs(study: Study, found: Comparison) -> list[TwoModels]:
    """The two models that the study was set up to compare; where nothing was planned, the only two there are."""
    drawn = any(choice["way"] == "regions" for choice in study.choices)
    planned = {frozenset(two) for two in declared_models(study)} if drawn or len(study.models_chosen) == 2 else set()
    return [two for two in found.pairs if frozenset((two.first, two.second)) in planned]


def _model_verdicts(study: Study, found: Comparison) -> Iterator[Finding]:
    """The planned comparison; else what can be said of any two models."""
    planned = planned_pairs(study, found)
    said = [two for two in found.pairs if two.difference.verdict != UNKNOWN]
    for two in planned or said:
        about = f"{two.first} / {two.second}"
        yield Finding(verdict_words(two), "results-comparison", about, difference_words(two))
    for contrast in found.declared if planned else []:
        yield Finding(contrast_words(contrast), "results-comparison")


def _cost_verdicts(found: list[Cost]) -> Iterator[Finding]:
    for one in found:
        words = cost_words(one.theory, one.constraint, one.points, matched=one.matched)
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
            yield Cost(theory["theory"], one["constraint"], points, matched=False, ratings=one["ratings"])


def _matched_costs(material: Material) -> Iterator[Cost]:
    for one in paired_answers(material):
        yield Cost(one.theory, one.constraint, one.answer.cost, matched=True)


# -- Cautions --------------------------------------------------------------------------------------------------------


def _cautions(
    study: Study, agreed: Agreement, compared: Comparison, fitted: Mapping[str, Any] | None
) -> Iterator[Caution]:
    missing = study.items.sentences().rated().count() - agreed.items
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
    found = preferences.contrasts(choices)
    return ChoiceFindings(
        name=str(choices.criterion),
        made=len(choices.made),
        preferences=found,
        verdicts=[Finding(preference_words(one), "results-choices") for one in found],
        consistency=preferences.all_consistency(choices),
        stood_first=preferences.sides(choices).decided,
    )
