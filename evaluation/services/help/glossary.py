"""The words of the glossary, for pages that explain a word where it is first used."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from evaluation.services.help.documents import document

# An entry: its names, then a colon, then what it says.
ENTRY = re.compile(r"^(?P<names>[^:]{1,80}): (?P<text>.+)$", re.DOTALL)


@dataclass(frozen=True)
class Term:
    """A word, other forms of it included, and what it means."""

    names: tuple[str, ...]
    text: str
    anchor: str

    @property
    def address(self) -> str:
        return f"/help/glossary/#{self.anchor}"


@cache
def terms() -> tuple[Term, ...]:
    """Every entry of the glossary, in its order."""
    glossary = document("glossary")
    passages = [passage for section in glossary.sections for passage in section.passages] if glossary else []
    found = ((ENTRY.match(passage.text), passage.anchor) for passage in passages)
    return tuple(
        Term(tuple(name.strip() for name in entry["names"].split(",")), entry["text"], anchor)
        for entry, anchor in found
        if entry
    )
