"""Sources beside theories: what each theory generates of a source, what the rest breaks, and how all are rated.

A source is where sentences came from (a language model, a corpus, people); a theory's own sentences are those drawn for
it. Each row says of how many sentences it speaks, so that shares of different sources are on the same scale.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from evaluation.models import Item, Study
from evaluation.services.results.selection import Selection
from evaluation.services.results.tables import LabelRow, Tables
from evaluation.statistics.figure import Figure

NOT_READ_YET = "not read yet"
NO_SENTENCE = "no sentence of it can be read"


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
    def unread_share(self) -> float:
        return 1 - self.read / self.sentences if self.sentences else 0.0

    @property
    def why_unread(self) -> list[tuple[str, int]]:
        """A list, because templates look for `items` among a counter's keys."""
        return self.reasons.most_common()

    def first_rules(self, model: str) -> list[tuple[str, int]]:
        return self.rules.get(model, Counter()).most_common()


def source_rows(study: Study, selection: Selection) -> list[SourceRow]:
    """Sources first, then what was drawn; sentences that the selection leaves out do not count."""
    tables = Tables(study, selection)
    found: dict[str, SourceRow] = {}
    names: dict[int, tuple[str]] = {}
    for pk, condition, source, memberships, key, measures in _facts(study):
        name = source or condition
        if name and pk not in tables.exclusions.items:
            names[pk] = (name,)
            row = found.setdefault(name, SourceRow(name, bool(source)))
            _count(row, study.models_chosen, memberships, key, measures.get("reading"))
    for rated in tables.by_label(names, list(found)):
        found[rated.label].ratings = rated
    return sorted(found.values(), key=lambda row: (not row.is_from_elsewhere, _place(study, row.name), row.name))


def _facts(study: Study) -> Iterable[tuple[Any, ...]]:
    names = ("pk", "condition", "source", "memberships", "sentence_key", "measures")
    return Item.objects.sentences().filter(study=study).order_by().values_list(*names).iterator(chunk_size=2_000)


def _place(study: Study, name: str) -> int:
    chosen: list[str] = study.models_chosen
    return chosen.index(name) if name in chosen else len(chosen)


def _count(
    row: SourceRow, models: Iterable[str], memberships: list[str], key: str, reading: dict[str, Any] | None
) -> None:
    row.sentences += 1
    if reading is None and not key and row.is_from_elsewhere:
        row.reasons[NOT_READ_YET] += 1
        return
    if reading is not None and not reading.get("read_as"):
        row.reasons[reading["reason"]] += 1
        return
    differs = bool(reading and reading["differences"])
    row.exact, row.approximate = row.exact + (not differs), row.approximate + differs
    row.generated.update(reading["models"] if reading else memberships)
    for model in models:
        rule = (reading or {}).get("rules", {}).get(model)
        if rule:
            row.rules.setdefault(model, Counter())[rule] += 1
