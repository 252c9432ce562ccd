"""The study's pictures: what `evaluation.pictures` draws, filled with what counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

import numpy as np
from django.db.models import Count
from django.db.models.functions import TruncDate
from django.utils.translation import gettext as _

from evaluation import pictures
from evaluation.models import Criterion, Design, Item, ItemKind, Participation, Rating, Study
from evaluation.services.results.agreement import draws_for
from evaluation.services.results.counting import Counting
from evaluation.services.results.data import ratings_of
from evaluation.services.results.rated_items import RatedItems, rated_items
from evaluation.services.results.selection import Selection
from evaluation.services.results.sentences import Wanted, sentence_page
from evaluation.services.results.tables import ModelRow, SentenceRow, Tables
from evaluation.statistics.bootstrap import mean_interval
from evaluation.statistics.figure import Figure
from evaluation.statistics.judges import against_the_rest
from evaluation.statistics.pairwise import pairwise
from evaluation.statistics.ratings import Ratings

MOST_SENTENCES, MOST_JUDGES = 30, 40


@dataclass(frozen=True)
class Sheet:
    """What every picture is drawn from, asked for once however many widths are drawn."""

    study: Study
    selection: Selection
    criterion: Criterion
    threshold: float

    @property
    def name(self) -> str:
        return str(self.criterion)

    @cached_property
    def counting(self) -> Counting:
        return Counting(self.study, self.selection)

    @cached_property
    def sentences(self) -> list[SentenceRow]:
        return sentence_page(self.study, self.selection, Wanted(), size=MOST_SENTENCES).rows

    @cached_property
    def models(self) -> list[ModelRow]:
        return Tables(self.study, self.selection).models("drawn")

    @cached_property
    def means(self) -> list[pictures.MeanRow]:
        rated = rated_items(self.study, self.selection, self.criterion)
        return [pictures.MeanRow(name, model_means(rated, name, seed=self.study.seed)) for name in rated.conditions]

    @cached_property
    def ratings(self) -> Ratings:
        return ratings_of(self.study, self.selection, self.criterion, counting=self.counting)

    @cached_property
    def judges(self) -> dict[int, str]:
        """The pseudonyms of those who have rated and count, by participation."""
        names = dict(Participation.objects.filter(study=self.study).order_by("pk").values_list("pk", "pseudonym"))
        return {judge: names[judge] for judge in self.ratings.judge_labels}

    @cached_property
    def days(self) -> list[tuple[date, int]]:
        """All ratings of the study's own sentences by day, whatever counts: progress is about work done."""
        rows = (
            Rating.objects.filter(study=self.study, criterion=self.criterion, item__kind=ItemKind.STUDY)
            .order_by()
            .values_list(TruncDate("first_given_at"))
            .annotate(number=Count("pk"))
        )
        return sorted((day, number) for day, number in rows)

    @cached_property
    def ratings_needed(self) -> int | None:
        """How many ratings of one criterion the design asks for; None where it asks for no number of judges."""
        if self.study.design == Design.EVERYONE:
            return None
        return Item.objects.filter(study=self.study, kind=ItemKind.STUDY).count() * self.study.judges_per_item


def tokens_label(tokens: Sequence[Sequence[str | None]], second_language: str) -> list[tuple[str, bool]]:
    """The words, each with whether it is of the second language."""
    return [(str(word), bool(language) and language == second_language) for word, language in tokens]


def sentences_picture(sheet: Sheet, width: int) -> str:
    points = sheet.criterion.points
    rows = []
    for row in sheet.sentences:
        summary = row.summaries[sheet.criterion.key]
        label = tokens_label(row.tokens, row.second_language)
        rows.append(pictures.BarRow(label, summary.distribution(points), summary.mean.value))
    title = _("%s per sentence") % sheet.name
    return pictures.bars_picture(rows, points, sheet.threshold, width=width, title=title)


def models_picture(sheet: Sheet, width: int) -> str:
    points = sheet.criterion.points
    rows = []
    for row in sheet.models:
        summary = row.summaries[sheet.criterion.key]
        rows.append(pictures.BarRow(row.model, summary.distribution(points), summary.mean.value))
    title = _("%s per model") % sheet.name
    return pictures.bars_picture(rows, points, sheet.threshold, width=width, title=title)


def means_picture(sheet: Sheet, width: int) -> str:
    series = [_("over its ratings"), _("over its sentences' means")]
    span = (float(sheet.criterion.low), float(sheet.criterion.high))
    return pictures.means_picture(sheet.means, series, span, width=width, title=_("Mean %s per model") % sheet.name)


def model_means(rated: RatedItems, condition: str, *, seed: int) -> list[Figure]:
    """A condition's mean over its ratings and over its sentences' means, each with its crossed bootstrap interval."""
    ratings = ratings_among(rated.ratings, {item.pk for item in rated.of_condition(condition)})
    draws = draws_for(len(ratings))
    return [
        mean_interval(ratings, rng=np.random.default_rng(abs(seed)), draws=draws, by_item=by_item)
        for by_item in (False, True)
    ]


def ratings_among(ratings: Ratings, items: set[int]) -> Ratings:
    """The ratings of these items only."""
    wanted = np.array([label in items for label in ratings.item_labels])
    kept = wanted[ratings.items]
    item_codes, item_places = np.unique(ratings.items[kept], return_inverse=True)
    judge_codes, judge_places = np.unique(ratings.judges[kept], return_inverse=True)
    return Ratings(
        item_places.astype(np.int64),
        judge_places.astype(np.int64),
        ratings.values[kept],
        [ratings.item_labels[code] for code in item_codes],
        [ratings.judge_labels[code] for code in judge_codes],
    )


def heat_picture(sheet: Sheet, width: int) -> str:
    judges = dict(list(sheet.judges.items())[:MOST_JUDGES])
    ratings = sheet.ratings
    items = (ratings.item_labels[place] for place in ratings.items)
    givers = (ratings.judge_labels[place] for place in ratings.judges)
    cells = {(item, judge): int(value) for item, judge, value in zip(items, givers, ratings.values, strict=True)}
    return pictures.heat_picture(
        [tokens_label(row.tokens, row.second_language) for row in sheet.sentences],
        list(judges.values()),
        [[cells.get((row.item_id, judge)) for judge in judges] for row in sheet.sentences],
        (sheet.criterion.low, sheet.criterion.high),
        width=width,
        title=_("%s: judges by sentences") % sheet.name,
    )


def agreement_picture(sheet: Sheet, width: int) -> str:
    between, beside = pairwise(sheet.ratings), against_the_rest(sheet.ratings)
    rows = [
        pictures.AgreementRow(name, beside[place].correlation, between.mean_kappa(place), beside[place].bias)
        for place, name in enumerate(sheet.judges.values())
    ]
    title = _("%s: agreement per judge") % sheet.name
    return pictures.agreement_picture(rows[:MOST_JUDGES], width=width, title=title)


def progress_picture(sheet: Sheet, width: int) -> str:
    title = _("%s: ratings over time") % sheet.name
    return pictures.progress_picture(sheet.days, sheet.ratings_needed, width=width, title=title)


PICTURES: dict[str, Callable[[Sheet, int], str]] = {
    "sentences": sentences_picture,
    "models": models_picture,
    "means": means_picture,
    "judges-by-sentences": heat_picture,
    "agreement": agreement_picture,
    "progress": progress_picture,
}
