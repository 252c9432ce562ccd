"""Freezing a study's plan before the first rating, with the time and a hash over all of it.

It is stored as `Study.preregistration`:

    {"frozen_at": "2026-11-17T09:30:00+00:00", "sha256": "…", "plan": {…}, "comparison_now": {…}}

``sha256`` is over ``plan`` alone (`plan.digest_of`). ``comparison_now`` is there only if another comparison was named
afterwards, which is a deviation.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from evaluation.models import AuditEntry, Study, User
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.generation import CORE_VERSION
from evaluation.services.reporting.plan import Plan, digest_of, in_words, plan_of
from evaluation.services.studies.locks import lock_against_answers
from evaluation.services.studies.states import has_answers

EXPECTATIONS = ("higher", "lower", "different", "equivalent")
LONGEST_HYPOTHESIS = 5_000
MOST_JUDGES = 100_000
# How the log names what takes ratings away; a withdrawal says how many sentences had been rated.
WITHDRAWN = ("participation.withdrawn", "rating.taken_back")


@dataclass(frozen=True)
class Comparison:
    """What the study is for: how the first condition is expected to be rated beside the second, on one criterion."""

    criterion: str
    first: str
    second: str
    expected: str = "different"


@dataclass(frozen=True)
class Preregistration:
    """A frozen plan."""

    study: Study
    frozen_at: datetime
    sha256: str
    plan: Plan

    @property
    def is_intact(self) -> bool:
        """Whether the stored plan is still the one that was hashed."""
        return digest_of(self.plan) == self.sha256

    @property
    def words(self) -> list[tuple[str, list[str]]]:
        return in_words(self.plan)

    def as_json(self) -> dict[str, Any]:
        return {"frozen_at": self.frozen_at.isoformat(), "sha256": self.sha256, "plan": self.plan}

    def json_text(self) -> str:
        return json.dumps(self.as_json(), ensure_ascii=False, indent=2, sort_keys=True) + "\n"

    def text(self) -> str:
        """To be read, and to be deposited elsewhere."""
        lines = [
            f"Preregistration of “{self.plan['name']}” ({self.plan['study']})",
            f"Frozen before the first rating, on {self.frozen_at:%Y-%m-%d at %H:%M:%S} UTC",
            f"By CSwitch {self.plan['core_version']}",
            f"SHA-256 of the plan: {self.sha256}",
        ]
        for heading, said in self.words:
            lines += ["", heading, *(f"- {line}" for line in said)]
        return "\n".join(lines) + "\n"


def preregistration_of(study: Study) -> Preregistration | None:
    stored = study.preregistration
    if not stored:
        return None
    return Preregistration(study, datetime.fromisoformat(stored["frozen_at"]), stored["sha256"], stored["plan"])


def planned_comparison(study: Study) -> Comparison | None:
    """The comparison that the study is for: the one named last, else the frozen one; None without a frozen plan."""
    stored = study.preregistration
    return Comparison(**(stored.get("comparison_now") or stored["plan"]["comparison"])) if stored else None


def conditions_of(study: Study) -> list[str]:
    """What can be compared: what the sentences were drawn for, and the models."""
    rated = study.items.rated().exclude(condition="").order_by().values_list("condition", flat=True).distinct()
    return list(dict.fromkeys([*study.models_chosen, *sorted(rated)]))


def freeze(*, study: Study, actor: User, comparison: Comparison, target_judges: int, hypothesis: str = "") -> None:
    """Freeze the plan as it is now; until the first rating ever it may be frozen anew: the log keeps both hashes."""
    with transaction.atomic():
        current = lock_against_answers(study)
        if was_ever_rated(current):
            raise Refused(_("Sentences of this study have been rated, so its plan can no longer be frozen."))
        if current.drawn_at is None or not current.items.exists():
            raise Refused(_("The sentences have not been drawn yet. Draw them first: they are part of the plan."))
        if not 1 <= target_judges <= MOST_JUDGES:
            raise Refused(_("Write how many judges are planned, from 1 to %d.") % MOST_JUDGES, field="target_judges")
        words = hypothesis.replace("\0", "").strip()
        if len(words) > LONGEST_HYPOTHESIS:
            raise Refused(_("Write at most %d characters.") % LONGEST_HYPOTHESIS, field="hypothesis")
        plan = plan_of(current) | {
            "study": current.slug,
            "name": current.name,
            "core_version": CORE_VERSION,
            "hypothesis": words,
            "comparison": asdict(checked(current, comparison)),
            "target_judges": target_judges,
        }
        frozen_at = timezone.now().replace(microsecond=0)
        stored = {"frozen_at": frozen_at.isoformat(), "sha256": digest_of(plan), "plan": plan}
        _save(current, study, stored)
        audit.record(actor, "study.preregistered", study, slug=study.slug, sha256=stored["sha256"])


def was_ever_rated(study: Study) -> bool:
    """Whether a rating was given at any time, even if its judge has withdrawn it since."""
    if has_answers(study) or study.ratings.exists():
        return True
    entries = AuditEntry.objects.filter(action__in=WITHDRAWN, details__slug=study.slug, at__gte=study.created_at)
    return any(entry.details.get("rated", 1) for entry in entries)


def change_comparison(*, study: Study, actor: User, comparison: Comparison) -> None:
    """Name another comparison than the frozen one; the plan stays, and the summary says that they differ."""
    with transaction.atomic():
        current = lock_against_answers(study)
        if not current.preregistration:
            raise Refused(_("No plan of this study has been frozen."))
        named = asdict(checked(current, comparison))
        stored = {name: value for name, value in current.preregistration.items() if name != "comparison_now"}
        if named != stored["plan"]["comparison"]:
            stored["comparison_now"] = named
        _save(current, study, stored)
        audit.record(actor, "study.comparison_changed", study, slug=study.slug, **named)


def checked(study: Study, comparison: Comparison) -> Comparison:
    if not study.criteria.asked().filter(key=comparison.criterion).exists():
        raise Refused(_("Choose a criterion of the study."), field="criterion")
    known = conditions_of(study)
    for name in ("first", "second"):
        if getattr(comparison, name) not in known:
            raise Refused(_("Choose one of: %s.") % (", ".join(known) or "–"), field=name)
    if comparison.first == comparison.second:
        raise Refused(_("Choose two different ones to compare."), field="second")
    if comparison.expected not in EXPECTATIONS:
        raise Refused(_("Choose one of: %s.") % ", ".join(EXPECTATIONS), field="expected")
    return comparison


def _save(current: Study, study: Study, stored: dict[str, Any]) -> None:
    current.preregistration = stored
    current.save(update_fields=["preregistration", "changed_at"])
    study.preregistration = stored
