"""What every table of an export reads about a study, fetched once: criteria, sentences, judges, what counts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Value
from django.db.models.functions import Coalesce

from evaluation.models import Criterion, Item, Participation, Study
from evaluation.services.exports.cells import iso
from evaluation.services.generation import CORE_VERSION
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.rating_arrays import last_change
from evaluation.services.results.selection import Selection

# So many rows of the database are in memory at a time.
CHUNK = 500


class ItemFacts(NamedTuple):
    """What the table of ratings says of a sentence; the fields are the columns that are read."""

    number: int
    kind: str
    pair_name: str
    condition: str
    source: str
    # None: a sentence.
    first_id: int | None
    memberships: tuple[str, ...]


class JudgeFacts(NamedTuple):
    pseudonym: str
    list_number: int | None


@dataclass(frozen=True)
class StudyData:
    """One study as one export sees it: under one selection, with or without the judges' identities."""

    study: Study
    selection: Selection
    identities: bool = False

    @cached_property
    def criteria(self) -> list[Criterion]:
        return list(self.study.criteria.scales())

    @cached_property
    def scale_limits(self) -> dict[str, int | None]:
        """The lowest and highest value of any criterion, as the limits of a column."""
        return {
            "minimum": min((criterion.low for criterion in self.criteria), default=None),
            "maximum": max((criterion.high for criterion in self.criteria), default=None),
        }

    @cached_property
    def items(self) -> dict[int, ItemFacts]:
        """What many have in common, such as their pair and their models, is in memory once."""
        named = Item.objects.annotate(pair_name=Coalesce("pair__external_id", Value("")))
        found = named.filter(study=self.study).order_by("number").values_list("pk", *ItemFacts._fields)
        once: dict[Any, Any] = {}
        return {
            pk: ItemFacts(*(once.setdefault(fact, fact) for fact in (*facts, tuple(memberships))))
            for pk, *facts, memberships in found.iterator(chunk_size=CHUNK)
        }

    @cached_property
    def judges(self) -> dict[int, JudgeFacts]:
        found = Participation.objects.filter(study=self.study).order_by("pk")
        rows = found.values_list("pk", *JudgeFacts._fields).iterator()
        return {pk: JudgeFacts(*facts) for pk, *facts in rows}

    @cached_property
    def exclusions(self) -> Exclusions:
        return Exclusions(self.study, self.selection)

    @cached_property
    def changed_at(self) -> datetime:
        """The only date an export carries: of the last change to the data, not of the export."""
        return last_change(self.study) or self.study.created_at

    @cached_property
    def signature(self) -> str:
        """Everything that a number of this export depends on, in one line."""
        chosen = json.dumps(self.selection.as_json(), sort_keys=True, separators=(",", ":"))
        return (
            f"cswitch={CORE_VERSION};study={self.study.slug};seed={self.study.seed};data={iso(self.changed_at)};"
            f"selection={chosen}"
        )
