"""The form of the judge's page, read and checked against the study's scales."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from evaluation.models import CannotJudge, Criterion
from evaluation.services.errors import Refused
from evaluation.services.rating.answer import Answer
from evaluation.services.rating.places import Choice, StudyFacts
from evaluation.services.support.minus import with_minus

LONGEST_COMMENT = 2_000
# On one scale in one answer, more than anybody makes between two of them.
MOST_CHOICES = 100
SCREENS = frozenset({"small", "medium", "large"})
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,4}")
MILLISECONDS = re.compile(r"[0-9]{1,15}")


def read_action(facts: StudyFacts, sent: QueryDict) -> str:
    """Which button was pressed. To go on with a reason and no score says that the sentence can't be judged."""
    action = sent.get("do", "next")
    is_scored = any(sent.get(f"score-{criterion.key}") for criterion in facts.criteria)
    return "cannot" if action == "next" and sent.get("reason") and not is_scored else action


def read_answer(facts: StudyFacts, sent: QueryDict, *, action: str, language: str) -> Answer:
    """The answer to store. ``next`` needs a point for each criterion, ``cannot`` a reason, ``save`` neither."""
    reason = read_reason(sent) if action == "cannot" else ""
    values = {} if reason else read_values(facts, sent, is_complete=action == "next")
    return Answer(
        values=values,
        choices=read_choices(facts, sent, values, reason),
        cannot_judge=reason,
        comment=read_comment(sent) if facts.study.comments else None,
        is_final=action != "save",
        language=language,
        **read_measures(sent),
    )


def read_values(facts: StudyFacts, sent: QueryDict, *, is_complete: bool) -> dict[int, int]:
    values = {}
    for criterion in facts.criteria:
        score = read_score(criterion, sent)
        if score:
            values[criterion.pk] = read_value(criterion, score)
        elif is_complete:
            raise Refused(_what_is_missing(criterion), field=criterion.key)
    return values


def read_choices(
    facts: StudyFacts, sent: QueryDict, values: Mapping[int, int], reason: str
) -> dict[int, tuple[Choice, ...]]:
    """Every point chosen since the answer before, where the last one is the value. What is impossible is left out."""
    choices = {}
    for criterion in facts.criteria:
        sent_choices = sent.getlist(f"given-{criterion.key}")
        made = [choice for each in sent_choices if (choice := read_choice(criterion, each)) is not None]
        given = [next(same) for _value, same in groupby(made, lambda choice: choice.value)][-MOST_CHOICES:]
        if given and (reason or given[-1].value == values.get(criterion.pk)):
            choices[criterion.pk] = tuple(given)
    return choices


def read_choice(criterion: Criterion, given: str) -> Choice | None:
    """``4:2500``: point 4, chosen 2.5 s after the sentence was shown."""
    score, _colon, after = given.partition(":")
    value = point_of(criterion, score)
    return Choice(value, int(after)) if value is not None and MILLISECONDS.fullmatch(after) else None


def read_score(criterion: Criterion, sent: QueryDict) -> str:
    """What was sent for this criterion; a page sends it once, so two different answers are none."""
    scores = {score for score in sent.getlist(f"score-{criterion.key}") if score}
    if len(scores) > 1:
        raise Refused(_("Two different answers arrived. Please choose one."), field=criterion.key)
    return next(iter(scores), "")


def _what_is_missing(criterion: Criterion) -> str:
    if criterion.is_choice:
        return _("Please choose one of the two sentences, or say below that you can't choose.")
    if criterion.is_about_couples:
        return _("Please choose a point.")
    return _("Please choose a point, or say below that you can't judge this sentence.")


def read_value(criterion: Criterion, score: str) -> int:
    value = point_of(criterion, score)
    if value is None and criterion.is_choice:
        raise Refused(_what_is_missing(criterion), field=criterion.key)
    if value is None:
        message = _("This scale goes from %(low)d to %(high)d.")
        raise Refused(with_minus(message % {"low": criterion.low, "high": criterion.high}), field=criterion.key)
    return value


def point_of(criterion: Criterion, score: str) -> int | None:
    """The point of the scale; None if the score sent is not one of its points."""
    return int(score) if WHOLE_NUMBER.fullmatch(score) and int(score) in criterion.points else None


def read_reason(sent: QueryDict) -> str:
    reason = sent.get("reason", "")
    if reason not in CannotJudge.values:
        raise Refused(_("Please choose the reason why you can't judge this sentence."), field="reason")
    return reason


def read_comment(sent: QueryDict) -> str | None:
    text = sent.get("comment")
    if text is None:
        return None
    # Browsers send line ends as two characters.
    comment = text.replace("\r\n", "\n").strip()
    if len(comment) > LONGEST_COMMENT:
        raise Refused(
            _("A comment can have %(most)d characters; yours has %(length)d. Please shorten it.")
            % {"most": LONGEST_COMMENT, "length": len(comment)},
            field="comment",
        )
    return comment.replace("\0", "")


def read_measures(sent: QueryDict) -> dict[str, Any]:
    """What the browser measured. Impossible values are left out without a word: no judge could correct them."""
    shown, duration = sent.get("shown", ""), sent.get("duration", "")
    screen, script = sent.get("screen", ""), sent.get("script", "")
    return {
        "shown_at": datetime.fromtimestamp(int(shown) / 1000, UTC) if re.fullmatch(r"[0-9]{13}", shown) else None,
        "duration_ms": int(duration) if MILLISECONDS.fullmatch(duration) else None,
        "screen": screen if screen in SCREENS else "",
        "script": script,
    }
