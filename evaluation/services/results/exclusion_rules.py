"""The rules about single answers: which ones a selection leaves out, whoever gave them and whatever the sentence.

Each rule is stated once, as a test of one field of the answer's place. The database is asked with it (`AnswerRule.q`),
and a place that is in memory already is tested with it (`AnswerRule.leaves_out`), so the two cannot disagree.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.models import Q
from django.utils.translation import gettext as _

from evaluation.models import PlaceState
from evaluation.services.results.selection import Selection

# Another judge has the seat: what was answered there, before or after, is one judgement more than was asked for.
# Whether it was answered at all makes no difference: a place without an answer has no ratings to leave out.
GIVEN_AWAY = (PlaceState.RELEASED, PlaceState.SURPLUS)


class AnsweredPlace(Protocol):
    """What the rules read of an answer: a `Place`, or a row with fields of the same names."""

    @property
    def participation_id(self) -> int: ...
    @property
    def item_id(self) -> int: ...
    @property
    def is_repeat(self) -> bool: ...
    @property
    def state(self) -> str: ...
    @property
    def excluded_at(self) -> Any: ...
    @property
    def exclusion_reason(self) -> str: ...


def _is_null(wanted: Any, value: Any) -> bool:
    return (value is None) is wanted


# What Django's lookups mean in Python: whether they hold for what a rule compares with, and the value of a place.
LOOKUPS: dict[str, Callable[[Any, Any], bool]] = {
    "exact": operator.eq,
    "in": operator.contains,
    "isnull": _is_null,
}


@dataclass(frozen=True, slots=True)
class AnswerRule:
    """Leave out answers whose place's `field` compares with `value` as the `lookup` says.

    `reason` is given for one answer, `summary` for all that the rule leaves out together. A rule without them gives
    the reason that was written down with the place.
    """

    name: str
    field: str
    lookup: str
    value: Any
    reason: str = ""
    summary: str = ""

    @property
    def q(self) -> Q:
        return Q(**{f"{self.field}__{self.lookup}": self.value})

    def leaves_out(self, answer: AnsweredPlace) -> bool:
        return LOOKUPS[self.lookup](self.value, getattr(answer, self.field))

    def reason_for(self, answer: AnsweredPlace) -> str:
        return self.reason or answer.exclusion_reason


def answer_rules(selection: Selection) -> list[AnswerRule]:
    """The rules that are in force. Where several leave an answer out, the first gives the reason."""
    given_away = _("the place was given to another judge")
    rules = []
    if not selection.repeats:
        words = _("a second answer"), _("second answers to a repeated sentence")
        rules.append(AnswerRule("repeats", "is_repeat", "exact", True, *words))
    if not selection.surplus:
        rules.append(AnswerRule("surplus", "state", "in", GIVEN_AWAY, given_away, given_away))
    if selection.by_hand:
        rules.append(AnswerRule("by_hand", "excluded_at", "isnull", False))
    return rules
