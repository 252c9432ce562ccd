"""The whole datasheet of a study: what it knows itself, over which goes what people have answered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import translation

from evaluation.models import Study
from evaluation.services.reporting.datasheet.entries import Entry, Origin
from evaluation.services.reporting.datasheet.form_file import form_json
from evaluation.services.reporting.datasheet.of_criteria import criterion_entries, criterion_name
from evaluation.services.reporting.datasheet.of_the_study import study_entries
from evaluation.services.reporting.datasheet.people import people_entries


@dataclass(frozen=True)
class Datasheet:
    """All answers in the order of the form, and the names of the criteria."""

    entries: list[Entry]
    criteria: list[str]

    @property
    def blank(self) -> list[Entry]:
        """What is left for people."""
        return [entry for entry in self.entries if entry.is_blank]

    @property
    def presumed(self) -> list[Entry]:
        """What the site has presumed, and people should look at."""
        return [entry for entry in self.entries if entry.origin == Origin.PRESUMED and not entry.is_blank]

    def json_text(self) -> str:
        return json.dumps(form_json(self.entries, self.criteria), ensure_ascii=False, indent=2) + "\n"


def datasheet_of(study: Study, *, suggestions: Mapping[str, Any] | None = None) -> Datasheet:
    """In English, as exports are. ``suggestions`` fill what nobody has answered, such as the name of who asks."""
    with translation.override("en"):
        criteria = list(study.criteria.asked())
        known = [*study_entries(study), *(entry for each in criteria for entry in criterion_entries(study, each))]
        answers = {**(suggestions or {}), **study.datasheet}
        found = {(entry.key, entry.criterion): entry for entry in known}
        for entry in people_entries(study, answers):
            if not entry.is_blank or (entry.key, entry.criterion) not in found:
                found[entry.key, entry.criterion] = entry
        names = [criterion_name(criterion) for criterion in criteria]
    ordered = sorted(found.values(), key=lambda entry: (_place(entry), entry.number))
    return Datasheet(_by_criterion(ordered, names), names)


def _place(entry: Entry) -> list[int]:
    return [int(part) for part in entry.number.split(".")]


def _by_criterion(entries: list[Entry], names: list[str]) -> list[Entry]:
    """Part 4 criterion by criterion, between the parts before and after."""
    before = [entry for entry in entries if _place(entry)[0] < 4]
    after = [entry for entry in entries if _place(entry)[0] > 4]
    of_each = [entry for name in names for entry in entries if entry.criterion == name]
    return [*before, *of_each, *after]
