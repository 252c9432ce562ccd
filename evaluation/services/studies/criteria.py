"""Setting the criteria of a study, with their scales."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from evaluation.models import Criterion, CriterionKind, Study, User
from evaluation.models.criterion import FEWEST_POINTS, MOST_POINTS
from evaluation.services.errors import Refused
from evaluation.services.studies.editing import editing
from evaluation.services.studies.interface_languages import interface_languages
from evaluation.services.support.minus import with_minus

MOST_CRITERIA = 20
LEAST_VALUE, GREATEST_VALUE = -1_000, 1_000
WIDEST_MARGIN = 50


@dataclass(frozen=True)
class CriterionSpec:
    """A scale as a form sends it: ``key`` is the one it has so far, empty for a new one.

    Texts are as `Criterion.texts` stores them.
    """

    texts: dict[str, dict[str, Any]]
    low: int = 0
    high: int = 5
    key: str = ""
    # The lowest point that accepts a sentence; None: the criterion has means and no shares.
    cut: int | None = None

    @property
    def name(self) -> str:
        return _name(self.texts)


def _name(texts: Mapping[str, Mapping[str, Any]]) -> str:
    """In English if there is one, else in any language."""
    names = (each.get("name", "") for each in (texts.get("en", {}), *texts.values()))
    return next((name for name in names if name), "")


def set_criteria(
    *, study: Study, actor: User, revision: int, criteria: Sequence[CriterionSpec], margin: int | None = None
) -> None:
    """Replace the study's scales by these, in this order; set the margin of equivalence if one is given."""
    if margin is not None and not 1 <= margin <= WIDEST_MARGIN:
        raise Refused(_("Write a whole number from 1 to %d.") % WIDEST_MARGIN, field="margin")
    if not 1 <= len(criteria) <= MOST_CRITERIA:
        raise Refused(_("A study has 1 to %d criteria.") % MOST_CRITERIA, field="criteria")
    language = interface_languages(study)[0]
    for number, spec in enumerate(criteria):
        _check(spec, f"criteria-{number}", language)
    with editing(study=study, actor=actor, revision=revision, step="criteria", structural=True) as current:
        scales = current.criteria.filter(kind=CriterionKind.SCALE)
        names = {criterion.key: _name(criterion.texts) for criterion in scales}
        keys = _keys(criteria, names, _keys_of_couples(current))
        if margin is not None:
            current.margin = margin
        scales.delete()
        for position, (spec, key) in enumerate(zip(criteria, keys, strict=True)):
            Criterion.objects.create(
                study=current, position=position, key=key, texts=spec.texts, low=spec.low, high=spec.high, cut=spec.cut
            )
        kept = {spec.key: key for spec, key in zip(criteria, keys, strict=True) if spec.key}
        _rename_expectations(current, kept | {key: key for key in _keys_of_couples(current)})


def _keys(criteria: Sequence[CriterionSpec], names: Mapping[str, str], taken: set[str]) -> list[str]:
    """A key for each, under which it stands in exports: it follows the name as long as nothing can have been rated.

    A criterion whose name stays keeps its key, such as the paper's ``usage`` for "Likelihood of usage".
    """
    unchanged = {spec.key for spec in criteria if names.get(spec.key) == spec.name}
    keys: list[str] = []
    for spec in criteria:
        stays = spec.key in unchanged and spec.key not in keys
        keys.append(spec.key if stays else _free_key(spec.name, unchanged | set(keys) | taken))
    return keys


def _keys_of_couples(study: Study) -> set[str]:
    return set(study.criteria.exclude(kind=CriterionKind.SCALE).values_list("key", flat=True))


def _check(spec: CriterionSpec, where: str, language: str) -> None:
    if not spec.name:
        raise Refused(_("Give the criterion a name."), field=f"{where}-name_{language}")
    if spec.high <= spec.low:
        message = _("The highest point (%(high)d) must be above the lowest (%(low)d).")
        raise Refused(with_minus(message % {"high": spec.high, "low": spec.low}), field=f"{where}-high")
    if not LEAST_VALUE <= spec.low <= GREATEST_VALUE:
        message = _("Write a whole number from %(low)d to %(high)d.")
        raise Refused(with_minus(message % {"low": LEAST_VALUE, "high": GREATEST_VALUE}), field=f"{where}-low")
    points = spec.high - spec.low + 1
    if not FEWEST_POINTS <= points <= MOST_POINTS:
        message = _("A scale has %(fewest)d to %(most)d points; from %(low)d to %(high)d there are %(points)d.")
        numbers = {"fewest": FEWEST_POINTS, "most": MOST_POINTS, "low": spec.low, "high": spec.high, "points": points}
        raise Refused(with_minus(message % numbers), field=f"{where}-high")
    if spec.cut is not None and not spec.low < spec.cut <= spec.high:
        message = _("A cut parts the scale: write a point from %(first)d to %(high)d, or nothing.")
        raise Refused(with_minus(message % {"first": spec.low + 1, "high": spec.high}), field=f"{where}-cut")
    for language, texts in spec.texts.items():
        _check_labels(spec, texts.get("labels", {}), f"{where}-labels_{language}")


def _check_labels(spec: CriterionSpec, labels: dict[str, str], field: str) -> None:
    for point in labels:
        if not spec.low <= int(point) <= spec.high:
            message = _("There is a label for %(point)s, but the scale goes from %(low)d to %(high)d.")
            raise Refused(with_minus(message % {"point": point, "low": spec.low, "high": spec.high}), field=field)


def _free_key(name: str, taken: set[str]) -> str:
    base = slugify(name).replace("-", "_")[:34] or "criterion"
    return next(key for number in range(1, 1000) if (key := base if number == 1 else f"{base}_{number}") not in taken)


def _rename_expectations(study: Study, keys: Mapping[str, str]) -> None:
    """Attention items expect values of criteria, by key; those of criteria that are gone mean nothing any more."""
    for item in study.items.exclude(expected={}):
        item.expected = {keys[key]: span for key, span in item.expected.items() if key in keys}
        item.save(update_fields=["expected"])
