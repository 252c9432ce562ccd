"""What a study's pictures are drawn from: the ratings of one criterion that count, a page of sentences and judges."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property

import numpy as np
from django.core.paginator import Page, Paginator
from django.db.models import TextField
from django.db.models.functions import Cast, Substr
from django.utils import timezone

from evaluation.models import Criterion, Design, Item, ItemKind, Participation, Rating, Study
from evaluation.pictures import AgreementRow
from evaluation.services.results.comparison import ComparedStudy
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.fetching import texts_in_groups
from evaluation.services.results.means import Means, means_of
from evaluation.services.results.rating_arrays import ratings_of
from evaluation.services.results.selection import Selection
from evaluation.services.results.sentence_page import SentencePage, SentenceQuery, sentence_page
from evaluation.services.results.tables import LabelRow, Tables, View
from evaluation.statistics.judge_consistency import against_the_rest
from evaluation.statistics.pairwise import pairwise
from evaluation.statistics.rating_table import Ratings

# More would not be readable in one picture; the page leads to the rest.
SENTENCES_AT_ONCE, JUDGES_AT_ONCE = 30, 40


@dataclass(frozen=True)
class PictureData:
    """Computed once, however many widths are drawn. `by_mean`: the sentences with the highest means first."""

    study: Study
    selection: Selection
    criterion: Criterion
    threshold: float
    view: View = "cells"
    by_mean: bool = False
    sentence_page: int = 1
    judge_page: int = 1

    @property
    def name(self) -> str:
        return str(self.criterion)

    @cached_property
    def exclusions(self) -> Exclusions:
        return Exclusions(self.study, self.selection)

    @cached_property
    def sentences(self) -> SentencePage:
        sort = "mean" if self.by_mean else "number"
        query = SentenceQuery(sort, descending=self.by_mean, criterion=self.criterion.key, page=self.sentence_page)
        return sentence_page(self.study, self.selection, query, size=SENTENCES_AT_ONCE)

    @cached_property
    def models(self) -> list[LabelRow]:
        return Tables(self.study, self.selection).models(self.view)

    @cached_property
    def means(self) -> Means:
        models = ComparedStudy(self.study, self.selection).means(self.criterion, self.ratings)
        return means_of(models, self.ratings, Tables(self.study, self.selection).given_labels(), self.criterion)

    @cached_property
    def ratings(self) -> Ratings:
        return ratings_of(self.study, self.selection, self.criterion, exclusions=self.exclusions)

    @cached_property
    def judges(self) -> Page[int]:
        """The places, in `ratings`, of the judges who are shown: all who have rated and count, a page at a time."""
        return Paginator(range(self.ratings.judge_count), JUDGES_AT_ONCE).get_page(self.judge_page)

    @cached_property
    def pseudonyms(self) -> list[str]:
        """Of the judges who are shown."""
        labels = [self.ratings.judge_labels[place] for place in self.judges]
        names = dict(Participation.objects.filter(pk__in=labels).values_list("pk", "pseudonym"))
        return [names[judge] for judge in labels]

    @cached_property
    def days(self) -> list[tuple[date, int]]:
        """All ratings of the study's own sentences by day, whatever counts: progress is about work done."""
        # Less the others, which are few: asking each rating for its sentence would take longer than counting.
        others = Item.objects.filter(study=self.study).exclude(kind=ItemKind.STUDY).order_by()
        own = Rating.objects.filter(study=self.study, criterion=self.criterion).order_by()
        own = own.exclude(item__in=others.values("pk"))
        # By minute in UTC, as both databases write times: SQLite would ask Python for the day of every rating. They are
        # counted here, for SQLite would sort them all in memory.
        minute = Substr(Cast("first_given_at", TextField()), 1, 16)
        minutes: Counter[str] = Counter()
        for texts in texts_in_groups(own, "item_id", minute):
            minutes.update(texts)
        days: Counter[date] = Counter()
        for text, number in minutes.items():
            days[timezone.localdate(datetime.fromisoformat(text).replace(tzinfo=UTC))] += number
        return sorted(days.items())

    @cached_property
    def ratings_needed(self) -> int | None:
        """How many ratings of one criterion the design asks for; None where it asks for no number of judges."""
        if self.study.design == Design.EVERYONE:
            return None
        return (
            Item.objects.sentences().filter(study=self.study, kind=ItemKind.STUDY).count() * self.study.judges_per_item
        )

    @cached_property
    def agreement(self) -> list[AgreementRow]:
        """Of the judges who are shown, each with all others."""
        between, beside = pairwise(self.ratings), against_the_rest(self.ratings)
        return [
            AgreementRow(name, beside[place].correlation, between.pooled_kappa(place), beside[place].bias)
            for place, name in zip(self.judges, self.pseudonyms, strict=True)
        ]

    @cached_property
    def scores(self) -> dict[tuple[int, int], int]:
        """What the judges who are shown gave the sentences that are shown, by item and the judge's place."""
        ratings = self.ratings
        items = np.isin(ratings.item_labels, [row.item_id for row in self.sentences.rows])
        shown = items[ratings.items] & np.isin(ratings.judges, list(self.judges))
        found = zip(ratings.items[shown], ratings.judges[shown], ratings.values[shown], strict=True)
        return {(ratings.item_labels[item], int(judge)): int(value) for item, judge, value in found}
