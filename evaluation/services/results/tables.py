"""The tables of a study, each criterion apart: per sentence, model, pair, phenomenon, judge and group of judges.

A row has a `Summary` for each criterion: mean, sigma, median and the like are its properties, defined in
`evaluation/statistics/summary.py`. What is summarised are counts per sentence or per judge (`scale_counts`), of the
ratings that count (`exclusions`). All tables add up the same counts, so they cannot disagree, and nothing is stored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from django.db.models import Case, F, QuerySet, TextField, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Concat

from evaluation.models import Criterion, Item, ItemKind, Pair, Participation, Study
from evaluation.services.results.cells import by_condition, cell_words, given, models_of_cell
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.fetching import JsonParts, fetched, fetched_in_groups, json_text
from evaluation.services.results.scale_counts import PointCounts, item_counts, judge_counts
from evaluation.services.results.selection import Selection
from evaluation.services.results.sensitivity import sensitivities
from evaluation.services.studies.questionnaire import group_labels, questions_of
from evaluation.statistics.figure import Figure, Ints
from evaluation.statistics.rating_table import labels_and_codes
from evaluation.statistics.summary import NO_RATINGS, Summary

View = Literal["cells", "generates"]
Summaries = dict[str, Summary]
# No list written as JSON begins with it.
CONDITION = "="


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

    def sentences(self) -> Iterator[SentenceRow]:
        """Every sentence that counts, one at a time: there may be very many."""
        items = Item.objects.sentences().filter(study=self.study).with_pair_names().order_by("number")
        for item in items.iterator(chunk_size=500):
            if item.pk not in self.exclusions.items:
                yield from self.sentence_rows([item], self.by_item)

    def by_label(self, labels: Labels) -> list[LabelRow]:
        """Add sentences up by label; a sentence with several labels counts for each of them."""
        left_out = np.isin(labels.ids, list(self.exclusions.items))
        sizes = np.bincount(labels.codes[~left_out], minlength=len(labels.order)).tolist()
        sums = {key: labelled(table, labels) for key, table in self.by_item.items()}
        means = {key: sentence_means(table, labels) for key, table in self.by_item.items()}
        return [
            LabelRow(
                label,
                sizes[place],
                {key: table.summary(place) for key, table in sums.items()},
                {key: figures[place] for key, figures in means.items()},
            )
            for place, label in enumerate(labels.order)
        ]

    def models(self, view: View = "cells") -> list[LabelRow]:
        """By cell, in which each sentence is once, or by model, with all sentences that it generates."""
        return self.by_label(self._cell_labels() if view == "cells" else self._model_labels())

    def _cell_labels(self) -> Labels:
        """Exactly which models generate a sentence; what stands for no others goes by its condition."""
        condition = Concat(Value(CONDITION), "condition", output_field=TextField())
        cell_or_condition = Case(When(by_condition(self.study), then=condition), default=json_text("memberships"))
        rated = self._results().exclude(condition="")
        labels = labels_in(rated, cell_or_condition, lambda found: [self._cell_label(found)])
        cells = [cell for cell in labels.order if models_of_cell(cell)]
        cells.sort(key=lambda cell: (cell.count(" & "), cell))
        return labels.in_order([*cells, *sorted(set(labels.order).difference(cells))])

    def _cell_label(self, found: str) -> str:
        if found.startswith(CONDITION):
            return found.removeprefix(CONDITION)
        return cell_words(json.loads(found), self.study.models_chosen)

    def _model_labels(self) -> Labels:
        """The chosen models, then others that generate sentences."""
        labels = labels_in(self._results(), json_text("memberships"), json.loads)
        chosen = self.study.models_chosen
        return labels.in_order([*chosen, *sorted(set(labels.order).difference(chosen))])

    def given_labels(self) -> Labels:
        """What was picked, matched or imported by its condition, with what was drawn as well: all of a source."""
        labels = labels_in(self._results().filter(given()), "condition", lambda condition: [condition])
        return labels.in_order(sorted(labels.order))

    def _results(self) -> QuerySet[Item]:
        """Without controls, which are no results."""
        return Item.objects.sentences().filter(study=self.study).exclude(kind=ItemKind.CONTROL)

    def pairs(self) -> list[LabelRow]:
        """By name: pairs that are called the same in two collections are one row."""
        items = Item.objects.sentences().filter(study=self.study, pair__isnull=False).order_by("pk")
        rows = fetched(items.values_list("pk", "pair_id"), 2)
        pairs = Pair.objects.filter(pk__in=items.order_by().values("pair_id")).order_by("collection_id", "pk")
        names = dict(pairs.values_list("pk", "external_id"))
        known, of_rows = labels_and_codes(rows[:, 1])
        labels = _labels(rows[:, 0], of_rows, known, lambda pair: [names[pair]])
        return self.by_label(labels.in_order(list(dict.fromkeys(names.values()))))

    def phenomena(self) -> list[LabelRow]:
        items = Item.objects.sentences().filter(study=self.study)
        measured = JsonParts("measures", "phenomena", "switch_points")
        labels = labels_in(items, measured, lambda text: json.loads(text)[0] or ())
        return self.by_label(labels.in_order(sorted(labels.order)))

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
        answers = labels_of(((pk, tuple(given)) for pk, given in labels.items()), lambda given: given)
        answers = answers.in_order(sorted(answers.order, key=lambda answer: (answer == "", answer)))
        sums = {key: labelled(table, answers) for key, table in self.by_judge.items()}
        return [
            GroupRow(
                answer,
                sum(answer in given for given in labels.values()),
                {key: table.summary(place) for key, table in sums.items()},
            )
            for place, answer in enumerate(answers.order)
        ]


@dataclass(frozen=True)
class Labels:
    """One entry for each label of each sentence (or judge): its primary key, and the label's place in `order`."""

    ids: Ints
    codes: Ints
    order: list[str]

    def in_order(self, order: list[str]) -> Labels:
        """The same with the labels in this order, which has them all."""
        places = {label: place for place, label in enumerate(order)}
        moved = np.array([places[label] for label in self.order], dtype=np.int64)
        return Labels(self.ids, moved[self.codes], order)


def labels_in(items: QuerySet[Item], given: str | Combinable, read: Callable[[Any], Iterable[str]]) -> Labels:
    """From what is given of sentences, once for all that have the same; the database puts these together."""
    kinds, sizes, ids = fetched_in_groups(items, given, F("pk"))
    of_rows = np.repeat(np.arange(len(kinds)), sizes)
    # In one order, whatever order the database has: sums of fractions depend on it.
    order = np.argsort(ids)
    return _labels(ids[order], of_rows[order], kinds, read)


def labels_of(rows: Iterable[tuple[int, Any]], read: Callable[[Any], Iterable[str]]) -> Labels:
    """From rows of a primary key and something that labels are read from, once for all rows that have the same."""
    rows = list(rows)
    kinds: dict[Any, int] = {}
    of_rows = np.fromiter((kinds.setdefault(given, len(kinds)) for _pk, given in rows), np.int64, len(rows))
    return _labels(np.fromiter((pk for pk, _given in rows), np.int64, len(rows)), of_rows, kinds, read)


def _labels(ids: Ints, of_rows: Ints, kinds: Iterable[Any], read: Callable[[Any], Iterable[str]]) -> Labels:
    """`of_rows`: the place of each row's kind."""
    order: dict[str, int] = {}
    codes = [[order.setdefault(label, len(order)) for label in read(given)] for given in kinds]
    sizes = np.array([len(own) for own in codes], dtype=np.int64)
    flat, starts = np.array([code for own in codes for code in own], dtype=np.int64), np.cumsum(sizes) - sizes
    # Every row has the codes of its kind, one after the other.
    many = sizes[of_rows]
    within = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many)
    return Labels(np.repeat(ids, many), flat[np.repeat(starts[of_rows], many) + within], list(order))


def labelled(table: PointCounts, labels: Labels) -> PointCounts:
    """The table's rows added up by label."""
    rows, codes = _coded(table, labels)
    return PointCounts(table.ids[rows], table.points, table.counts[rows]).grouped(codes, len(labels.order))


def sentence_means(table: PointCounts, labels: Labels) -> list[Figure]:
    """Per label the mean of its rated sentences' means; n is the number of those sentences."""
    rows, codes = _coded(table, labels)
    kept = table.n[rows] > 0
    rows, codes = rows[kept], codes[kept]
    totals = np.bincount(codes, table.mean[rows], len(labels.order))
    sizes = np.bincount(codes, minlength=len(labels.order))
    return [
        Figure(float(total / size), n=int(size)) if size else Figure.undefined(NO_RATINGS)
        for total, size in zip(totals, sizes, strict=True)
    ]


def _coded(table: PointCounts, labels: Labels) -> tuple[Ints, Ints]:
    """One entry per row of the table and label of it: the row, and the label's place."""
    rows = np.searchsorted(table.ids, labels.ids)
    known = rows < table.ids.size
    known[known] = table.ids[rows[known]] == labels.ids[known]
    return rows[known], labels.codes[known]
