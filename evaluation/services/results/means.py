"""The mean scores that a summary, a text or a picture names, and for whom their intervals are.

A model's mean is that of its whole set: its rated sentences that were drawn by chance, each weighed by how many it
stands for, with an interval for other sentences and other judges. Sentences that were picked, matched or imported stand
for no others: their mean is over these sentences, with an interval for other judges of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from django.utils.translation import gettext as _

from evaluation.models import Criterion
from evaluation.pictures import MeanRow
from evaluation.services.results.tables import Labels
from evaluation.services.studies.sampling.condition_words import condition_words
from evaluation.statistics.figure import Figure
from evaluation.statistics.rating_table import Ratings
from evaluation.statistics.strata import completely_rated
from evaluation.statistics.stratified import Judged, mean


@dataclass(frozen=True)
class Means:
    models: list[MeanRow]
    # Of sentences that stand for no others, by what they were chosen as.
    given: list[MeanRow]

    @property
    def rows(self) -> list[MeanRow]:
        """All in one picture, so that what stands for no others must be told from a model of the same name."""
        if not self.models:
            return self.given
        of_these = [MeanRow(_("%s (these sentences)") % row.label, row.figures) for row in self.given]
        return [*self.models, *of_these]

    @property
    def for_whom(self) -> str:
        said = []
        if self.models:
            said.append(_("A model's mean is for all its sentences, each rated one weighed by how many it stands for."))
        if has_interval(self.models):
            said.append(_("Its interval is for other sentences of these pairs and other judges like these."))
        if self.given:
            said.append(
                _("What was picked, matched or imported stands for no other sentences: the mean is over these.")
            )
        if has_interval(self.given):
            said.append(_("The interval of these is for other judges of them."))
        return " ".join(said)


def has_interval(rows: Iterable[MeanRow]) -> bool:
    """With one judge none has."""
    return any(figure.bounds for row in rows for figure in row.figures)


def series_of(rows: Iterable[MeanRow]) -> list[str]:
    """What the legend of their picture says."""
    return [_("mean, with its 95 % interval") if has_interval(rows) else _("mean")]


def means_of(models: Iterable[tuple[str, Figure]], ratings: Ratings, given: Labels, criterion: Criterion) -> Means:
    """From the means of models (`ComparedStudy`) and the conditions of what stands for no others (`Tables`)."""
    limits = criterion.low, criterion.high
    of_these = ((condition_words(label), mean_of_these(own, limits)) for label, own in by_label(ratings, given))
    return Means(list(_rows(models)), list(_rows(of_these)))


def _rows(found: Iterable[tuple[str, Figure]]) -> Iterator[MeanRow]:
    """Of what has ratings."""
    return (MeanRow(name, [figure]) for name, figure in found if figure.value is not None)


def mean_of_these(ratings: Ratings, limits: tuple[float, float]) -> Figure:
    """Over these sentences' means; the interval is for other judges."""
    return mean(Judged(ratings, ratings.points), completely_rated(ratings.item_count), limits)


def by_label(ratings: Ratings, labels: Labels) -> Iterator[tuple[str, Ratings]]:
    """The ratings of the sentences with each label."""
    for place, label in enumerate(labels.order):
        items = np.isin(ratings.item_labels, labels.ids[labels.codes == place])
        yield label, ratings.among(items[ratings.items])
