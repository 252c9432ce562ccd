"""What the rating page sends, checked against the study's scales."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from evaluation.models import CannotJudge, Criterion
from evaluation.services.errors import Refused
from evaluation.services.rating.places import StudyFacts
from evaluation.services.rating.recording import Answer

LONGEST_COMMENT = 2_000
SCREENS = frozenset({"small", "medium", "large"})
WHOLE = re.compile(r"-?[0-9]{1,4}")
MILLISECONDS = re.compile(r"[0-9]{1,15}")


def read_deed(facts: StudyFacts, sent: QueryDict) -> str:
    """What was pressed. Whoever goes on with a reason and no score says that the sentence can't be judged."""
    deed = sent.get("do", "next")
    is_scored = any(sent.get(f"score-{criterion.key}") for criterion in facts.criteria)
    return "cannot" if deed == "next" and sent.get("reason") and not is_scored else deed


def read_answer(facts: StudyFacts, sent: QueryDict, *, deed: str, language: str) -> Answer:
    """``deed`` is what was pressed: ``next`` wants all criteria, ``cannot`` a reason, ``save`` takes what is there."""
    reason = read_reason(sent) if deed == "cannot" else ""
    values = {} if reason else read_values(facts, sent, is_complete=deed == "next")
    return Answer(
        values=values,
        cannot_judge=reason,
        comment=read_comment(sent) if facts.study.comments else None,
        is_final=deed != "save",
        language=language,
        **read_measures(sent),
    )


def read_values(facts: StudyFacts, sent: QueryDict, *, is_complete: bool) -> dict[int, int]:
    values = {}
    for criterion in facts.criteria:
        written = sent.get(f"score-{criterion.key}", "")
        if written:
            values[criterion.pk] = read_value(criterion, written)
        elif is_complete:
            raise Refused(
                _("Please choose a point, or say below that you can't judge this sentence."), field=criterion.key
            )
    return values


def read_value(criterion: Criterion, written: str) -> int:
    value = point_of(criterion, written)
    if value is None:
        raise Refused(
            _("This scale goes from %(low)d to %(high)d.") % {"low": criterion.low, "high": criterion.high},
            field=criterion.key,
        )
    return value


def point_of(criterion: Criterion, written: str) -> int | None:
    """The point of the scale that was written, if it is one."""
    return int(written) if WHOLE.fullmatch(written) and int(written) in criterion.points else None


def read_reason(sent: QueryDict) -> str:
    reason = sent.get("reason", "")
    if reason not in CannotJudge.values:
        raise Refused(_("Please choose the reason why you can't judge this sentence."), field="reason")
    return reason


def read_comment(sent: QueryDict) -> str | None:
    written = sent.get("comment")
    if written is None:
        return None
    # Browsers send line ends as two characters.
    comment = written.replace("\r\n", "\n").strip()
    if len(comment) > LONGEST_COMMENT:
        raise Refused(
            _("A comment can have %(most)d characters; yours has %(length)d. Please shorten it.")
            % {"most": LONGEST_COMMENT, "length": len(comment)},
            field="comment",
        )
    return comment.replace("\0", "")


def read_measures(sent: QueryDict) -> dict[str, Any]:
    """Measured quietly: whatever is odd is left out, for no judge can put it right."""
    shown, duration = sent.get("shown", ""), sent.get("duration", "")
    screen = sent.get("screen", "")
    return {
        "shown_at": datetime.fromtimestamp(int(shown) / 1000, UTC) if re.fullmatch(r"[0-9]{13}", shown) else None,
        "duration_ms": int(duration) if MILLISECONDS.fullmatch(duration) else None,
        "screen": screen if screen in SCREENS else "",
    }
