"""Setting the criteria of a study, with their scales."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from evaluation.models import Criterion, Study, User
from evaluation.models.criterion import FEWEST_POINTS, MOST_POINTS
from evaluation.services.errors import Refused
from evaluation.services.studies.editing import editing

MOST_CRITERIA = 20
LEAST_VALUE, GREATEST_VALUE = -1_000, 1_000


@dataclass(frozen=True)
class CriterionSpec:
    """A scale as a form sends it. ``key`` is empty for a new one; texts are as `Criterion.texts` stores them."""

    texts: dict[str, dict[str, Any]]
    low: int = 0
    high: int = 5
    key: str = ""

    @property
    def name(self) -> str:
        names = (texts.get("name", "") for texts in (self.texts.get("en", {}), *self.texts.values()))
        return next((name for name in names if name), "")


def set_criteria(*, study: Study, actor: User, revision: int, criteria: Sequence[CriterionSpec]) -> None:
    """Replace the study's scales by these, in this order."""
    if not 1 <= len(criteria) <= MOST_CRITERIA:
        raise Refused(_("A study has 1 to %d criteria.") % MOST_CRITERIA, field="criteria")
    for number, spec in enumerate(criteria):
        _check(spec, f"criteria-{number}")
    with editing(study=study, actor=actor, revision=revision, step="criteria", structural=True) as current:
        current.criteria.all().delete()
        taken: set[str] = set()
        wanted = {spec.key for spec in criteria}
        for position, spec in enumerate(criteria):
            key = spec.key if spec.key and spec.key not in taken else _free_key(spec.name, taken | wanted)
            taken.add(key)
            Criterion.objects.create(
                study=current, position=position, key=key, texts=spec.texts, low=spec.low, high=spec.high
            )
        _forget_expectations(current, taken)


def _check(spec: CriterionSpec, where: str) -> None:
    if not spec.name:
        raise Refused(_("Give the criterion a name."), field=f"{where}-name_en")
    if spec.high <= spec.low:
        message = _("The highest point (%(high)d) must be above the lowest (%(low)d).")
        raise Refused(message % {"high": spec.high, "low": spec.low}, field=f"{where}-high")
    if not LEAST_VALUE <= spec.low <= GREATEST_VALUE:
        message = _("Write a whole number from %(low)d to %(high)d.")
        raise Refused(message % {"low": LEAST_VALUE, "high": GREATEST_VALUE}, field=f"{where}-low")
    points = spec.high - spec.low + 1
    if not FEWEST_POINTS <= points <= MOST_POINTS:
        message = _("A scale has %(fewest)d to %(most)d points; from %(low)d to %(high)d there are %(points)d.")
        numbers = {"fewest": FEWEST_POINTS, "most": MOST_POINTS, "low": spec.low, "high": spec.high, "points": points}
        raise Refused(message % numbers, field=f"{where}-high")
    for language, texts in spec.texts.items():
        _check_labels(spec, texts.get("labels", {}), f"{where}-labels_{language}")


def _check_labels(spec: CriterionSpec, labels: dict[str, str], field: str) -> None:
    for point in labels:
        if not spec.low <= int(point) <= spec.high:
            message = _("There is a label for %(point)s, but the scale goes from %(low)d to %(high)d.")
            raise Refused(message % {"point": point, "low": spec.low, "high": spec.high}, field=field)


def _free_key(name: str, taken: set[str]) -> str:
    base = slugify(name).replace("-", "_")[:34] or "criterion"
    return next(key for number in range(1, 1000) if (key := base if number == 1 else f"{base}_{number}") not in taken)


def _forget_expectations(study: Study, keys: set[str]) -> None:
    """Attention items expect values of criteria; those of criteria that are gone mean nothing any more."""
    for item in study.items.exclude(expected={}):
        item.expected = {key: span for key, span in item.expected.items() if key in keys}
        item.save(update_fields=["expected"])
