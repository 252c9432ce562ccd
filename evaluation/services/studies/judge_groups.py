"""Judges in groups: by their answer to a question, by bands of a number, or named by hand.

A study may declare its groups (`Study.judge_groups`) while it is a draft. Groups made later are exploratory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from evaluation.models import Participation, Study, User
from evaluation.services.errors import Refused
from evaluation.services.studies.editing import editing
from evaluation.services.studies.questionnaire import group_labels, questions_of

MOST_BANDS = 6
CHOSEN, OTHERS = "chosen", "others"


@dataclass(frozen=True)
class JudgeGroups:
    """Nothing: all together. `edges`: where the next band of a number begins. `judges`: pseudonyms of one group."""

    question: str = ""
    edges: tuple[int, ...] = ()
    judges: tuple[str, ...] = ()

    @classmethod
    def read(cls, study: Study, given: Mapping[str, Any]) -> JudgeGroups:
        """From a form or the API: `question`, `bands` ("30, 50") and `judges` ("J01, J02")."""
        question, edges = str(given.get("question") or ""), _edges(given.get("bands"))
        judges = _names(given.get("judges"))
        if judges:
            return cls(judges=_known_judges(study, judges))
        known = {each.key: each for each in questions_of(study)}
        if question and question not in known:
            raise Refused(_("The study's questions are: %s.") % (", ".join(known) or "–"), field="question")
        if edges and (not question or known[question].kind != "number"):
            raise Refused(_("Bands are for a question that asks for a number."), field="bands")
        return cls(question, edges)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> JudgeGroups:
        return cls(stored.get("question", ""), tuple(stored.get("edges", ())), tuple(stored.get("judges", ())))

    def as_json(self) -> dict[str, Any]:
        return {"question": self.question, "edges": list(self.edges), "judges": list(self.judges)}

    def __bool__(self) -> bool:
        return bool(self.question or self.judges)

    def is_declared(self, study: Study) -> bool:
        """Whether the study was opened with just these groups."""
        return bool(self) and self == declared_groups(study)

    @property
    def words(self) -> str:
        if self.judges:
            return _("chosen by hand: %s") % ", ".join(self.judges)
        return f"{self.question} ({', '.join(map(str, self.edges))})" if self.edges else self.question

    def of(self, study: Study) -> dict[int, str]:
        """Per judge the name of their group; "" without an answer."""
        rows = Participation.objects.filter(study=study).order_by("pk").values_list("pk", "pseudonym", "answers")
        if self.judges:
            return {pk: CHOSEN if name in self.judges else OTHERS for pk, name, _answers in rows}
        asked = next((each for each in questions_of(study) if each.key == self.question), None)
        if asked is None:
            return {pk: "" for pk, _name, _answers in rows}
        if self.edges:
            return {pk: band(answers.get(self.question), self.edges) for pk, _name, answers in rows}
        return {pk: " & ".join(group_labels(asked, answers.get(asked.key), "en")) for pk, _name, answers in rows}


def declared_groups(study: Study) -> JudgeGroups:
    return JudgeGroups.from_json(study.judge_groups)


def declare_groups(*, study: Study, actor: User, revision: int, given: Mapping[str, Any]) -> None:
    """Say before opening how judges will be grouped; nothing given: not at all."""
    with editing(study=study, actor=actor, revision=revision, step="questions", structural=True) as current:
        groups = JudgeGroups.read(current, given)
        current.judge_groups = groups.as_json() if groups else {}


def band(answer: Any, edges: Sequence[int]) -> str:
    """
    >>> band(29, [30, 50]), band(30, [30, 50]), band(77, [30, 50]), band(None, [30])
    ('below 30', '30 to 49', '50 or more', '')
    """
    try:
        number = int(answer)
    except (TypeError, ValueError):
        return ""
    if number < edges[0]:
        return f"below {edges[0]}"
    later = [edge for edge in edges if edge > number]
    first = max(edge for edge in edges if edge <= number)
    return f"{first} to {later[0] - 1}" if later else f"{first} or more"


def _edges(given: Any) -> tuple[int, ...]:
    try:
        edges = tuple(sorted({int(one) for one in _names(given)}))
    except ValueError:
        edges = (0,) * (MOST_BANDS + 1)
    if len(edges) > MOST_BANDS or any(abs(edge) > 1_000_000 for edge in edges):
        words = _("Write where bands begin as at most %d whole numbers, such as 30, 50.")
        raise Refused(words % MOST_BANDS, field="bands")
    return edges


def _names(given: Any) -> list[str]:
    parts = given if isinstance(given, list | tuple) else str(given or "").replace(",", " ").split()
    return [str(part) for part in parts if str(part)]


def _known_judges(study: Study, names: Sequence[str]) -> tuple[str, ...]:
    known = set(Participation.objects.filter(study=study).values_list("pseudonym", flat=True))
    unknown = [name for name in names if name not in known]
    if unknown:
        raise Refused(_("The study has no judge %s.") % ", ".join(unknown[:5]), field="judges")
    return tuple(dict.fromkeys(names))
