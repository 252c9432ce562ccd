"""What became different from the frozen plan, found by comparing the plan with the study as it is now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from evaluation.models import Item, Participation, Place, Study, StudyState
from evaluation.services.reporting.plan import (
    WORDS,
    Plan,
    comparison_in_words,
    criterion_in_words,
    design_value,
    groups_in_words,
    plan_of,
    value_in_words,
)
from evaluation.services.reporting.preregistration import preregistration_of
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.selection import Selection

REASONS_SHOWN = 5


@dataclass(frozen=True)
class Deviation:
    """What was planned and what is, each in words."""

    what: str
    planned: str
    now: str

    def as_json(self) -> dict[str, str]:
        return {"what": self.what, "planned": self.planned, "now": self.now}


def deviations(study: Study, *, with_reasons: bool = True) -> list[Deviation]:
    """Nothing without a frozen plan, and nothing where all went as planned.

    Reasons for leaving something out are free texts and may speak of judges, so readers do not get them.
    """
    frozen = preregistration_of(study)
    if frozen is None:
        return []
    now = plan_of(study)
    found = [
        *_judges(study, frozen.plan),
        *_criteria(frozen.plan, now),
        *_sentences(frozen.plan["sentences"], now["sentences"]),
        *_parts("Design", frozen.plan["design"], now["design"]),
        *_parts("Asked before rating", _asked(frozen.plan), _asked(now)),
        *_groups(frozen.plan, now),
        *_rules(frozen.plan, now),
        *_by_hand(study, with_reasons=with_reasons),
        *_comparison(study, frozen.plan),
    ]
    if not frozen.is_intact:
        found.append(Deviation("The plan itself", frozen.sha256, "does not have this hash any more"))
    return found


def _judges(study: Study, plan: Plan) -> Iterator[Deviation]:
    """More than planned at any time, fewer once no more can come."""
    target, left_out = plan["target_judges"], Exclusions(study, Selection.of(study)).judges
    came = set(study.ratings.order_by().values_list("participation_id", flat=True).distinct())
    count = len(came - left_out.keys())
    if count > target or (count < target and study.state == StudyState.CLOSED):
        more = f"{count - target} more" if count > target else f"{target - count} fewer"
        yield Deviation("Number of judges", str(target), f"{count} ({more}); judges left out are not counted")


def _criteria(plan: Plan, now: Plan) -> Iterator[Deviation]:
    before, after = ({one["key"]: one for one in each["criteria"]} for each in (plan, now))
    for key in [*before, *(key for key in after if key not in before)]:
        if before.get(key) != after.get(key):
            said = [criterion_in_words(one[key]) if key in one else "not asked" for one in (before, after)]
            yield Deviation(f"Criterion {key}", *said)


def _sentences(plan: Plan, now: Plan) -> Iterator[Deviation]:
    if plan["sha256"] != now["sha256"]:
        yield Deviation("Sentences", _counted(plan), f"{_counted(now)}; their texts or conditions differ")
    same = {name for name in plan if name not in ("sha256", "kinds", "conditions")}
    yield from _parts("Sentences", {name: plan[name] for name in same}, {name: now.get(name) for name in same})


def _counted(sentences: Mapping[str, Any]) -> str:
    return value_in_words(sentences["kinds"])


def _parts(heading: str, plan: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Deviation]:
    for name in sorted(plan):
        if plan[name] != now.get(name):
            words = f"{heading}: {WORDS.get(name, name)}"
            yield Deviation(words, design_value(name, plan[name]), design_value(name, now.get(name)))


def _asked(plan: Plan) -> dict[str, Any]:
    return {"questions": plan["questions"], "who may take part": plan["eligibility"]}


def _groups(plan: Plan, now: Plan) -> Iterator[Deviation]:
    planned = plan["groups"] if "groups" in plan else now["groups"]
    if planned != now["groups"]:
        yield Deviation("Groups of judges", groups_in_words(planned), groups_in_words(now["groups"]))


def _rules(plan: Plan, now: Plan) -> Iterator[Deviation]:
    """Rule by rule, in the words of the page of what counts."""
    before, after = (Selection.from_json(each["exclusion_rules"]).describe() for each in (plan, now))
    for planned, said in zip(before, after, strict=True):
        if planned != said:
            yield Deviation("Which ratings count", planned, said)


def _by_hand(study: Study, *, with_reasons: bool) -> Iterator[Deviation]:
    """Left out one by one, which no rule said beforehand."""
    found = {
        "Judges left out by hand": Participation.objects.filter(study=study),
        "Sentences left out by hand": Item.objects.filter(study=study),
        "Answers left out by hand": Place.objects.filter(participation__study=study),
    }
    for what, rows in found.items():
        reasons = list(rows.exclude(excluded_at=None).order_by("pk").values_list("exclusion_reason", flat=True))
        if reasons:
            shown = "; ".join(dict.fromkeys(reasons[:REASONS_SHOWN]))
            yield Deviation(what, "none", f"{len(reasons)}: {shown}" if with_reasons else str(len(reasons)))


def _comparison(study: Study, plan: Plan) -> Iterator[Deviation]:
    now = (study.preregistration or {}).get("comparison_now")
    if now:
        yield Deviation("Comparison", comparison_in_words(plan["comparison"]), comparison_in_words(now))
