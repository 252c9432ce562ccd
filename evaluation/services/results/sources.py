"""Sources beside theories: what each theory generates of a source, what the rest breaks, and how all are rated.

A source is where sentences came from (a language model, a corpus, people); a theory's own sentences are those drawn for
it. Each row says of how many sentences it speaks, so that shares of different sources are on the same scale.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from evaluation.models import Item, Study
from evaluation.services.results.fetching import JsonParts, json_text, raw_rows
from evaluation.services.results.selection import Selection
from evaluation.services.results.tables import LabelRow, Tables, labels_of
from evaluation.statistics.figure import Figure

NOT_READ_YET = "not read yet"
NO_SENTENCE = "no sentence of it can be read"
# The members of a sentence's measures that say how it was read, and for which models.
READING = ("reading", "reading.of")


@dataclass
class SourceRow:
    """One source, or one condition that sentences were drawn for."""

    name: str
    is_from_elsewhere: bool
    sentences: int = 0
    # In the pair's own words; in words that differ.
    exact: int = 0
    approximate: int = 0
    # Why the others cannot be read, and how often.
    reasons: Counter[str] = field(default_factory=Counter)
    # How many of those read each theory generates, and the first rule that the others break, by theory.
    generated: Counter[str] = field(default_factory=Counter)
    rules: dict[str, Counter[str]] = field(default_factory=dict)
    ratings: LabelRow = field(default_factory=lambda: LabelRow("", 0, {}, {}))

    @property
    def read(self) -> int:
        return self.exact + self.approximate

    def share(self, model: str) -> Figure:
        """The share of the sentences that can be read which the theory generates."""
        if not self.read:
            return Figure.undefined(NO_SENTENCE)
        return Figure(self.generated[model] / self.read, n=self.read)

    @property
    def waiting(self) -> int:
        """Those that nobody has tried to read yet."""
        return self.reasons[NOT_READ_YET]

    @property
    def unreadable_share(self) -> Figure:
        """Of those that were tried."""
        tried = self.sentences - self.waiting
        return Figure(1 - self.read / tried, n=tried) if tried else Figure.undefined(NOT_READ_YET)

    @property
    def why_unread(self) -> list[tuple[str, int]]:
        """A list, because templates look for `items` among a counter's keys."""
        return self.reasons.most_common()

    @property
    def why_unreadable(self) -> list[tuple[str, int]]:
        return [(reason, count) for reason, count in self.why_unread if reason != NOT_READ_YET]

    def first_rules(self, model: str) -> list[tuple[str, int]]:
        return self.rules.get(model, Counter()).most_common()


class _Fact(NamedTuple):
    """What is counted of a sentence, as the database writes it: thousands of drawn sentences have the same."""

    name: str
    source: str
    memberships: str
    has_key: bool
    reading: str

    def read(self) -> tuple[list[str], dict[str, Any] | None]:
        """The models that generate it, and how it was read if it is from elsewhere."""
        return json.loads(self.memberships), json.loads(self.reading)[0]


def source_rows(study: Study, selection: Selection) -> list[SourceRow]:
    """Sources first, then what was drawn; sentences that the selection leaves out do not count."""
    tables = Tables(study, selection)
    found: dict[str, SourceRow] = {}
    facts = [(pk, fact) for pk, fact in _facts(study) if fact.name and pk not in tables.exclusions.items]
    for fact, count in Counter(fact for _pk, fact in facts).items():
        row = found.setdefault(fact.name, SourceRow(fact.name, bool(fact.source)))
        _count(row, study.models_chosen, fact, count)
    for rated in tables.by_label(labels_of(((pk, fact.name) for pk, fact in facts), lambda name: [name])):
        found[rated.label].ratings = rated
    return sorted(found.values(), key=lambda row: (not row.is_from_elsewhere, _place(study, row.name), row.name))


def _facts(study: Study) -> list[tuple[int, _Fact]]:
    fields = ("pk", "condition", "source", json_text("memberships"), "sentence_key", JsonParts("measures", *READING))
    rows = raw_rows(Item.objects.sentences().filter(study=study).order_by().values_list(*fields))
    return [
        (pk, _Fact(source or condition, source, memberships, bool(key), reading))
        for pk, condition, source, memberships, key, reading in rows
    ]


def _place(study: Study, name: str) -> int:
    chosen: list[str] = study.models_chosen
    return chosen.index(name) if name in chosen else len(chosen)


def _count(row: SourceRow, models: Iterable[str], fact: _Fact, count: int) -> None:
    """Count so many sentences that are alike in this."""
    row.sentences += count
    memberships, reading = fact.read()
    if reading is None and not fact.has_key and row.is_from_elsewhere:
        row.reasons[NOT_READ_YET] += count
        return
    if reading is not None and not reading.get("read_as"):
        row.reasons[reading["reason"]] += count
        return
    differs = bool(reading and reading["differences"])
    row.exact, row.approximate = row.exact + (not differs) * count, row.approximate + differs * count
    for model in reading["models"] if reading else memberships:
        row.generated[model] += count
    for model in models:
        rule = (reading or {}).get("rules", {}).get(model)
        if rule:
            row.rules.setdefault(model, Counter())[rule] += count
