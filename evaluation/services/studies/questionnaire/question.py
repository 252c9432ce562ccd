"""A question to a judge: its kind, its words per interface language, and when it is asked.

``Study.questions`` keeps questions as JSON (``Question.as_json``), in the order asked. An entry that is just a name, as
studies had before they could ask questions of their own, is the ready-made question of that name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

# {"en": {"text": "How old are you?", "help": "In years.", "options": {"yes": "…"}, "labels": {"1": "…"}}, "hi": {…}}
Texts = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Question:
    """``kind`` says which of the other fields mean something; `kinds` has what each kind does with them."""

    key: str
    kind: str
    texts: Texts = field(default_factory=dict)
    required: bool = True
    # A number's least and greatest value; the first and last point of a Likert item.
    low: int = 0
    high: int = 0
    # The keys of the answers that can be chosen; their words are in the texts.
    options: tuple[str, ...] = ()
    # Languages: how many at most, whether age and proficiency are asked too, and whether about those of the study.
    most: int = 1
    details: bool = False
    of_study: bool = False
    # A vocabulary check: its language, words of it, and words that only look like it.
    language: str = ""
    words: tuple[str, ...] = ()
    nonwords: tuple[str, ...] = ()
    # Asked only if this rule (as in `rules`) holds for an earlier answer; empty: always.
    condition: Mapping[str, Any] = field(default_factory=dict)
    # Whose questions these are modelled on.
    source: str = ""

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Question:
        known = {each.name for each in fields(cls)}
        given: dict[str, Any] = {}
        for name in known & stored.keys():
            given[name] = tuple(stored[name]) if isinstance(stored[name], list) else stored[name]
        return cls(**given)

    def as_json(self) -> dict[str, Any]:
        """Only what is not as it would be anyway."""
        plain = Question(self.key, self.kind)
        every = {each.name: getattr(self, each.name) for each in fields(self)}
        kept = {name: value for name, value in every.items() if value != getattr(plain, name)}
        listed = {name: list(value) if isinstance(value, tuple) else value for name, value in kept.items()}
        return {"key": self.key, "kind": self.kind} | listed

    @property
    def points(self) -> range:
        return range(self.low, self.high + 1)

    def text(self, language: str, which: str = "text") -> str:
        return str(self._words(which, language) or "")

    def option_text(self, option: str, language: str) -> str:
        return str(self._part("options", option, language) or option)

    def label(self, point: int, language: str) -> str:
        return str(self._part("labels", str(point), language) or "")

    def _words(self, which: str, language: str) -> Any:
        """In this language, else in English, else in any."""
        candidates = (self.texts.get(language), self.texts.get("en"), *self.texts.values())
        return next((texts[which] for texts in candidates if texts and texts.get(which)), None)

    def _part(self, which: str, name: str, language: str) -> Any:
        candidates = (self.texts.get(language), self.texts.get("en"), *self.texts.values())
        found = (texts.get(which, {}).get(name) for texts in candidates if texts)
        return next((words for words in found if words), None)
