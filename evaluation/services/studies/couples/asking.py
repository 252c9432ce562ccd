"""Whether judges are asked to choose between two sentences, instead of or beside scales, and in which words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from evaluation.models import ALIKE, FIRST, SECOND, Asks, Criterion, CriterionKind, Study, User
from evaluation.services.errors import Refused
from evaluation.services.studies import defaults
from evaluation.services.studies.couples.making import checked_design, make_couples, plan_couples
from evaluation.services.studies.editing import editing
from evaluation.services.studies.interface_languages import interface_languages

# Keys of the two criteria that couples are asked by, unless a scale of the study has them.
PREFERENCE, SURENESS = "preference", "sureness"


@dataclass(frozen=True)
class CoupleSpec:
    """What a form sends: ``design`` as `Study.couples` stores it, ``questions`` per interface language."""

    asks: str = Asks.SCALES
    design: Mapping[str, Any] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)
    may_be_alike: bool = False
    asks_sureness: bool = False


def set_couples(*, study: Study, actor: User, revision: int, spec: CoupleSpec) -> None:
    """Say what judges are asked, and make the couples anew; ``Refused`` if they are not connected."""
    if spec.asks not in Asks.values:
        raise Refused(_("Say what judges are asked."), field="asks")
    with editing(study=study, actor=actor, revision=revision, step="couples", structural=True) as current:
        asked_before, current.asks = current.asks, spec.asks
        defaults.change_instructions(current, asked_before)
        if current.asks_choices:
            current.couples = checked_design(spec.design)
            if current.drawn_at is not None:
                plan_couples(current, current.couples)
            _set_criteria(current, spec)
        current.save(update_fields=["asks", "couples", "instructions"])
        make_couples(current)


def _set_criteria(study: Study, spec: CoupleSpec) -> None:
    """The choice and, if it is asked, how sure: replaced, for nothing can have been answered in a draft."""
    study.criteria.exclude(kind=CriterionKind.SCALE).delete()
    position = (study.criteria.aggregate(last=Max("position"))["last"] or 0) + 1
    languages = interface_languages(study)
    texts = defaults.criterion_texts(defaults.COUPLE_CRITERIA[CriterionKind.CHOICE], languages)
    for language, question in spec.questions.items():
        texts.setdefault(language, {})["question"] = question
    Criterion.objects.create(
        study=study,
        position=position,
        key=_free_key(study, PREFERENCE),
        kind=CriterionKind.CHOICE,
        texts=texts,
        low=ALIKE if spec.may_be_alike else FIRST,
        high=SECOND,
    )
    if spec.asks_sureness:
        Criterion.objects.create(
            study=study,
            position=position + 1,
            key=_free_key(study, SURENESS),
            kind=CriterionKind.SURENESS,
            texts=defaults.criterion_texts(defaults.COUPLE_CRITERIA[CriterionKind.SURENESS], languages),
            low=defaults.SURENESS_LOW,
            high=defaults.SURENESS_HIGH,
        )


def _free_key(study: Study, key: str) -> str:
    taken = set(study.criteria.values_list("key", flat=True))
    return next(name for name in (key, f"{key}_of_two", f"{key}_of_couple") if name not in taken)
