"""The datasheet as the form's own tool loads it: an object for every field, as the form keeps them in the browser.

A text is ``{"data": {"": text}}``; an option has the key of its question with its place behind it, and true in the
place of the text; words for an option are in ``…-other_text``. In the part about criteria the name of the criterion
stands where "" stands elsewhere, and the list of criteria has a control of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from evaluation.services.reporting.datasheet.entries import Entry

PREFIX = "heds-"
CRITERIA = f"{PREFIX}criteria-criterion"


def form_json(entries: Iterable[Entry], criteria: Iterable[str]) -> dict[str, Any]:
    fields: dict[str, Any] = {CRITERIA: {"data": {}, "control": {}, "text": {}}}
    for place, name in enumerate(criteria):
        fields[CRITERIA]["control"][name] = place == 0
    for entry in entries:
        if entry.is_blank:
            continue
        key = PREFIX + entry.key
        if not entry.options:
            _field(fields, key, entry.number)["data"][entry.criterion] = entry.text
            continue
        for place, words in zip(entry.options, entry.option_words, strict=True):
            option = _field(fields, f"{key}-{place}", entry.number)
            option["data"][entry.criterion] = True
            option.setdefault("text", {})[entry.criterion] = words
        if entry.text:
            _field(fields, f"{key}-other_text", entry.number)["data"][entry.criterion] = entry.text
    return dict(sorted(fields.items()))


def _field(fields: dict[str, Any], key: str, number: str) -> Any:
    return fields.setdefault(key, {"data": {}, "control": {}, "number": number})
