"""Writing a study's rows, in the order in which they were stored."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Any

from django.db.models import CharField, DateTimeField, QuerySet
from django.db.models.functions import Cast

from evaluation.models import Criterion, Item, MarkedWord, Pair, Participation, Place, Rating, RatingChange, Study
from evaluation.services.exports.study_data import StudyData
from evaluation.services.exports.study_rows.computed import computed_rows
from evaluation.services.exports.study_rows.fields import FORMAT, as_row, kept_fields, plain
from evaluation.services.exports.study_rows.many_rows import in_json, many_lines, unchanged
from evaluation.services.exports.study_rows.moments import iso_text
from evaluation.services.generation import CORE_VERSION
from evaluation.services.reporting.told_answers import BAND_YEARS, is_age
from evaluation.services.results.rating_arrays import last_change
from evaluation.services.results.set_sizes import pairs_of
from evaluation.services.studies.questionnaire import questions_of

FOLDER = "study"
STUDY_FILE = f"{FOLDER}/study.json"
CHUNK = 500
# Few, for a line about a pair or about what was computed may be long.
LINES = 20
Row = dict[str, Any]


def row_files(data: StudyData) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Name and content of each file."""
    rows = StudyRows(data)
    yield STUDY_FILE, iter([json.dumps(rows.head(), ensure_ascii=False, indent=2, sort_keys=True).encode() + b"\n"])
    for name, found in rows.files():
        yield f"{FOLDER}/{name}.jsonl", found


def lines(rows: Iterator[Row]) -> Iterator[bytes]:
    while part := list(islice(rows, LINES)):
        yield "".join([f"{in_json(row)}\n" for row in part]).encode()


class StudyRows:
    """The rows of one study, which name each other by what people see."""

    def __init__(self, data: StudyData) -> None:
        self.data = data
        self.study = data.study

    def files(self) -> Iterator[tuple[str, Iterator[bytes]]]:
        yield "pairs", lines(self.pair_rows())
        yield "items", lines(self.item_rows())
        yield "judges", lines(self.judge_rows())
        yield "places", self.place_lines()
        yield "ratings", self.rating_lines()
        yield "computed", lines(computed_rows(self.study, self.pair_numbers))

    def head(self) -> Row:
        study = as_row(Study, vars(self.study))
        changed = last_change(self.study)
        return {
            "format": FORMAT,
            "core_version": CORE_VERSION,
            "slug": self.study.slug,
            "changed_at": plain(changed),
            "study": study | ({"choices": self.choices()} if "choices" in study else {}),
            "criteria": [as_row(Criterion, row) for row in _values(self.study.criteria.order_by("pk"), Criterion)],
            "collections": self.collections,
        }

    def choices(self) -> list[Row]:
        """How sentences were chosen; those picked by hand or brought in name their pair by its place in its file."""
        return [with_pairs(choice, self.pair_numbers) for choice in self.study.choices]

    @cached_property
    def pairs(self) -> QuerySet[Pair]:
        """Those chosen, and those of the sentences."""
        return pairs_of(self.study)

    @cached_property
    def pair_numbers(self) -> dict[int, int]:
        return {pk: number for number, pk in enumerate(self.pairs.values_list("pk", flat=True), start=1)}

    @cached_property
    def collections(self) -> list[str]:
        # Not as a set of the pairs' query, whose order would join it.
        found = Pair.objects.filter(pk__in=list(self.pair_numbers)).order_by("collection_id")
        return list(dict.fromkeys(found.values_list("collection__name", flat=True)))

    def pair_rows(self) -> Iterator[Row]:
        chosen = set(self.study.pairs.values_list("pk", flat=True))
        collections = {name: number for number, name in enumerate(self.collections, start=1)}
        for pair in _values(self.pairs, Pair, "pk", "collection__name"):
            row = as_row(Pair, pair)
            yield row | {"collection": collections[pair["collection__name"]], "chosen": pair["pk"] in chosen}

    def item_rows(self) -> Iterator[Row]:
        numbers = dict(self.study.items.values_list("pk", "number"))
        found = _values(Item.objects.filter(study=self.study).order_by("pk"), Item, "pair_id", "first_id", "second_id")
        for item in found:
            row = as_row(Item, item)
            if item["pair_id"]:
                row["pair"] = self.pair_numbers[item["pair_id"]]
            if item["first_id"]:
                row |= {"first": numbers[item["first_id"]], "second": numbers[item["second_id"]]}
            yield row

    def judge_rows(self) -> Iterator[Row]:
        groups = same_people(self.study)
        ages = [question.key for question in questions_of(self.study) if is_age(question)]
        found = _values(Participation.objects.filter(study=self.study).order_by("pk"), Participation)
        for judge in found:
            row = as_row(Participation, judge | {"answers": in_bands(judge["answers"], ages)})
            same = groups.get(judge["pseudonym"])
            yield row | {"same_person": same} if same else row

    def place_lines(self) -> Iterator[bytes]:
        marks: dict[int, list[list[Any]]] = defaultdict(list)
        marked = MarkedWord.objects.filter(place__participation__study=self.study).order_by("pk")
        for number, token, reason in marked.values_list("place_id", "token", "reason"):
            marks[number].append([token, reason])
        found = Place.objects.filter(participation__study=self.study).order_by("pk")
        return many_lines(
            found,
            Place,
            {
                "judge": ("participation_id", self._pseudonym),
                "item": ("item_id", lambda pk: self.data.items[pk].number),
            }
            | ({"marks": ("pk", marks.get)} if marks else {}),
        )

    def rating_lines(self) -> Iterator[bytes]:
        earlier: dict[int, list[list[Any]]] = defaultdict(list)
        changed = RatingChange.objects.filter(rating__study=self.study).order_by("pk")
        for number, value, at in changed.values_list("rating_id", "value", "given_at"):
            earlier[number].append([value, plain(at)])
        criteria = dict(self.study.criteria.values_list("pk", "key"))
        return many_lines(
            Rating.objects.filter(study=self.study).order_by("pk"),
            Rating,
            {
                "judge": ("participation_id", self._pseudonym),
                "order": ("place__order", unchanged),
                "criterion": ("criterion_id", criteria.__getitem__),
            }
            | ({"changes": ("pk", earlier.get)} if earlier else {}),
        )

    def _pseudonym(self, participation: int) -> str:
        return self.data.judges[participation].pseudonym


def _values(rows: QuerySet[Any], model: Any, *more: str) -> Iterator[Row]:
    """The kept columns of each row; moments as the database writes them, which saves parsing them a million times."""
    fields = kept_fields(model)
    moments = {name: f"{name}_text" for name, field in fields.items() if isinstance(field, DateTimeField)}
    found = rows.annotate(**{text: Cast(name, CharField()) for name, text in moments.items()})
    columns = [name for name in fields if name not in moments]
    for row in found.values(*columns, *moments.values(), *more).iterator(chunk_size=CHUNK):
        for name, text in moments.items():
            row[name] = iso_text(row[text])
        yield row


def with_pairs(choice: Mapping[str, Any], names: Mapping[Any, Any]) -> Row:
    """A way of choosing sentences with another name for each pair in it."""
    if "sentences" not in choice:
        return dict(choice)
    sentences = [dict(one) | {"pair": names.get(one.get("pair"))} for one in choice["sentences"]]
    return dict(choice) | {"sentences": sentences}


def in_bands(answers: Mapping[str, Any], ages: list[str]) -> Row:
    """Answers with ages rounded down to the beginning of their band, as precise as the table of judges is."""
    banded = {key: answers[key] - answers[key] % BAND_YEARS for key in ages if isinstance(answers.get(key), int)}
    return dict(answers) | banded


def same_people(study: Study) -> dict[str, str]:
    """Judges who came with one participant id: each with the first of them, by pseudonym; the ids themselves stay."""
    found = Participation.objects.filter(study=study).exclude(external_id="").order_by("is_double", "pk")
    groups: dict[str, list[str]] = defaultdict(list)
    for external_id, pseudonym in found.values_list("external_id", "pseudonym"):
        groups[external_id].append(pseudonym)
    return {name: group[0] for group in groups.values() if len(group) > 1 for name in group}
