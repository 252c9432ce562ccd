"""The tables of a study, each criterion apart: per sentence, model, pair, phenomenon, judge and group of judges.

A row has a `Summary` for each criterion: mean, sigma, median and the like are its properties, defined in
`evaluation/statistics/summary.py`. What is summarised are counts per sentence or per judge (`scale_counts`), of the
ratings that count (`exclusions`). All tables add up the same counts, so they cannot disagree, and nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from evaluation.models import Criterion, Item, Participation, Study
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.scale_counts import PointCounts, item_counts, judge_counts
from evaluation.services.results.selection import Selection
from evaluation.services.results.sensitivity import sensitivities
from evaluation.services.studies.questionnaire import group_labels, questions_of
from evaluation.statistics.figure import Figure
from evaluation.statistics.summary import NO_RATINGS, Summary

View = Literal["drawn", "generates"]
Summaries = dict[str, Summary]


@dataclass(frozen=True, slots=True)
class SentenceRow:
    item_id: int
    number: int
    text: str
    tokens: list[list[str | None]]
    pair: str
    condition: str
    source: str
    memberships: list[str]
    measures: dict[str, Any]
    summaries: Summaries
    # The language whose words are slanted; empty for a sentence that belongs to no pair.
    second_language: str = ""


@dataclass(frozen=True, slots=True)
class LabelRow:
    """A model, region, source, pair or phenomenon: over all its ratings (`summaries`), and its sentences' means."""

    label: str
    sentences: int
    summaries: Summaries
    sentence_means: dict[str, Figure]


@dataclass(frozen=True, slots=True)
class JudgeRow:
    participation_id: int
    pseudonym: str
    state: str
    reason_left_out: str
    summaries: Summaries
    # How well the judge tells good from bad, per criterion; empty where no control was rated.
    d_prime: Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class GroupRow:
    """The judges who gave one answer to a question."""

    answer: str
    judges: int
    summaries: Summaries


class Tables:
    """All tables of one study under one selection; what they share is asked for once."""

    def __init__(self, study: Study, selection: Selection) -> None:
        self.study, self.selection = study, selection
        self.exclusions = Exclusions(study, selection)

    @cached_property
    def criteria(self) -> list[Criterion]:
        return list(self.study.criteria.scales())

    @cached_property
    def by_item(self) -> dict[str, PointCounts]:
        return item_counts(self.study, self.criteria, self.exclusions)

    @cached_property
    def by_judge(self) -> dict[str, PointCounts]:
        return judge_counts(self.study, self.criteria, self.exclusions)

    def sentence_rows(self, items: Iterable[Item], counts: dict[str, PointCounts]) -> list[SentenceRow]:
        """Rows for `items` (with their pairs), from counts that cover them."""
        return [
            SentenceRow(
                item_id=item.pk,
                number=item.number,
                text=item.text,
                tokens=item.tokens,
                pair=item.pair.external_id if item.pair else "",
                condition=item.condition,
                source=item.source,
                memberships=item.memberships,
                measures=item.measures,
                summaries={key: table.summary(item.pk) for key, table in counts.items()},
                second_language=item.pair.l2_lang if item.pair else "",
            )
            for item in items
        ]

    def sentences(self) -> list[SentenceRow]:
        items = Item.objects.sentences().filter(study=self.study).select_related("pair").order_by("number")
        return self.sentence_rows((item for item in items if item.pk not in self.exclusions.items), self.by_item)

    def by_label(self, labels: Mapping[int, Sequence[str]], order: Sequence[str]) -> list[LabelRow]:
        """Add sentences up by label; a sentence with several labels counts for each of them."""
        sizes = dict.fromkeys(order, 0)
        for item, given in labels.items():
            if item not in self.exclusions.items:
                for label in given:
                    sizes[label] += 1
        sums = {key: labelled(table, labels, order) for key, table in self.by_item.items()}
        means = {key: sentence_means(table, labels, order) for key, table in self.by_item.items()}
        return [
            LabelRow(
                label,
                sizes[label],
                {key: table.summary(place) for key, table in sums.items()},
                {key: figures[place] for key, figures in means.items()},
            )
            for place, label in enumerate(order)
        ]

    def models(self, view: View = "drawn") -> list[LabelRow]:
        labels = self._model_labels(view)
        return self.by_label(labels, self._order(labels, view))

    def model_order(self, view: View = "drawn") -> list[str]:
        """The names of the rows that `models` gives."""
        return self._order(self._model_labels(view), view)

    def _model_labels(self, view: View) -> Mapping[int, Sequence[str]]:
        return self._conditions() if view == "drawn" else self._memberships()

    def _order(self, labels: Mapping[int, Sequence[str]], view: View) -> list[str]:
        found = {label for given in labels.values() for label in given}
        chosen = [name for name in self.study.models_chosen if name in found or view == "generates"]
        return [*chosen, *sorted(found.difference(chosen))]

    def _conditions(self) -> Mapping[int, Sequence[str]]:
        rows = Item.objects.sentences().filter(study=self.study).order_by().values_list("pk", "condition")
        return {pk: (condition,) for pk, condition in rows.iterator(chunk_size=10_000) if condition}

    def _memberships(self) -> Mapping[int, Sequence[str]]:
        rows = Item.objects.sentences().filter(study=self.study).order_by().values_list("pk", "memberships")
        return dict(rows.iterator(chunk_size=10_000))

    def pairs(self) -> list[LabelRow]:
        rows = (
            Item.objects.sentences()
            .filter(study=self.study, pair__isnull=False)
            .order_by("pair__collection_id", "pair_id")
        )
        labels = {pk: (pair,) for pk, pair in rows.values_list("pk", "pair__external_id")}
        return self.by_label(labels, list(dict.fromkeys(pair for (pair,) in labels.values())))

    def phenomena(self) -> list[LabelRow]:
        rows = Item.objects.sentences().filter(study=self.study).order_by().values_list("pk", "measures")
        labels = {pk: measures.get("phenomena", ()) for pk, measures in rows}
        return self.by_label(labels, sorted({label for given in labels.values() for label in given}))

    def judges(self) -> list[JudgeRow]:
        """Every judge of the study; one who is left out has the reason and no numbers."""
        rows = Participation.objects.filter(study=self.study).order_by("pk").values_list("pk", "pseudonym", "state")
        told_apart = sensitivities(self.study, self.criteria)
        return [
            JudgeRow(
                pk,
                pseudonym,
                state,
                self.exclusions.judges.get(pk, ""),
                {key: table.summary(pk) for key, table in self.by_judge.items()},
                told_apart.get(pk, {}),
            )
            for pk, pseudonym, state in rows
        ]

    def groups(self, question: str) -> list[GroupRow]:
        """Judges who gave the same answer, added up; those without an answer last. Who gave several is in several."""
        asked = next((each for each in questions_of(self.study) if each.key == question), None)
        rows = Participation.objects.filter(study=self.study).order_by("pk").values_list("pk", "answers")
        labels = {
            pk: (group_labels(asked, given.get(question), "en") if asked else []) or [""]
            for pk, given in rows
            if pk not in self.exclusions.judges
        }
        found = {label for given in labels.values() for label in given}
        order = sorted(found, key=lambda answer: (answer == "", answer))
        sums = {key: labelled(table, labels, order) for key, table in self.by_judge.items()}
        return [
            GroupRow(
                answer,
                sum(answer in given for given in labels.values()),
                {key: table.summary(place) for key, table in sums.items()},
            )
            for place, answer in enumerate(order)
        ]


def labelled(table: PointCounts, labels: Mapping[int, Sequence[str]], order: Sequence[str]) -> PointCounts:
    """The table's rows added up by label."""
    rows, codes = _coded(table, labels, order)
    return PointCounts(table.ids[rows], table.points, table.counts[rows]).grouped(codes, len(order))


def sentence_means(table: PointCounts, labels: Mapping[int, Sequence[str]], order: Sequence[str]) -> list[Figure]:
    """Per label the mean of its rated sentences' means; n is the number of those sentences."""
    rows, codes = _coded(table, labels, order)
    kept = table.n[rows] > 0
    rows, codes = rows[kept], codes[kept]
    totals = np.bincount(codes, table.mean[rows], len(order))
    sizes = np.bincount(codes, minlength=len(order))
    return [
        Figure(float(total / size), n=int(size)) if size else Figure.undefined(NO_RATINGS)
        for total, size in zip(totals, sizes, strict=True)
    ]


def _coded(table: PointCounts, labels: Mapping[int, Sequence[str]], order: Sequence[str]) -> tuple[Any, Any]:
    """One entry per row of the table and label of it: the row, and the label's place in `order`."""
    places = {label: place for place, label in enumerate(order)}
    rows: list[int] = []
    codes: list[int] = []
    for row, group in enumerate(table.ids.tolist()):
        for label in labels.get(group, ()):
            rows.append(row)
            codes.append(places[label])
    return np.array(rows, dtype=np.int64), np.array(codes, dtype=np.int64)
