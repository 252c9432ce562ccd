"""Which ratings count: rules stored with the study, which every number follows and every export records.

Researchers change the rules, and exclude single judges, sentences and answers by hand; `exclusions` applies both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluation.models import Item, Participation, Place, Study, User
from evaluation.services import audit
from evaluation.services.errors import Refused

LONGEST_MS = 3_600_000
LONGEST_REASON = 300
Excludable = Participation | Item | Place


@dataclass(frozen=True, slots=True)
class Selection:
    """What counts. Without a word from the researcher: the first answers to the study's own sentences, all of them."""

    practice: bool = False
    attention: bool = False
    # Second answers of a judge to the same sentence.
    repeats: bool = False
    # Answers at a place that was given to another judge: finished late, or never.
    surplus: bool = False
    # Judges who failed a larger share of their attention checks (per cent) are left out; None: checks leave nobody out.
    max_failed_percent: int | None = None
    # Judges whose median answer took less time are left out; None: nobody is too fast. Never single fast answers: those
    # are the obvious sentences.
    too_fast_ms: int | None = None
    # What was excluded by hand stays out.
    by_hand: bool = True

    @classmethod
    def of(cls, study: Study) -> Selection:
        return cls.from_json(study.selection)

    @classmethod
    def from_json(cls, rules: Mapping[str, Any]) -> Selection:
        """From what `as_json` wrote or a form sent; `Refused` at the field that cannot be."""
        known = {field.name for field in fields(cls)}
        for name in rules:
            if name not in known:
                raise Refused(_("“%s” is not one of the rules of what counts.") % name, field=name)
        return cls(**{name: _checked(name, value) for name, value in rules.items()})

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def without_exclusions(self) -> Selection:
        """The same answers of everybody: nobody and nothing left out by a rule or by hand."""
        return replace(self, max_failed_percent=None, too_fast_ms=None, by_hand=False)

    def describe(self) -> list[str]:
        """What counts in words, one sentence each."""
        first = _("An answer counts from the moment it is given, even before the judge goes on to the next sentence.")
        return [first, *self.rules]

    @property
    def rules(self) -> list[str]:
        """What researchers decide, in words, one sentence each."""
        return [
            _("Practice sentences count.") if self.practice else _("Practice sentences do not count."),
            _("Attention checks count.") if self.attention else _("Attention checks do not count."),
            _("Both answers to a repeated sentence count.")
            if self.repeats
            else _("Of two answers to a repeated sentence the first counts."),
            _("Answers at a place that was given to another judge count.")
            if self.surplus
            else _("Answers at a place that was given to another judge do not count."),
            _("Judges count however many attention checks they failed.")
            if self.max_failed_percent is None
            else _("Judges who failed more than %d %% of their attention checks do not count.")
            % self.max_failed_percent,
            _("Judges count however fast they answered.")
            if self.too_fast_ms is None
            else ngettext(
                "Judges whose median answer took less than %d millisecond do not count.",
                "Judges whose median answer took less than %d milliseconds do not count.",
                self.too_fast_ms,
            )
            % self.too_fast_ms,
            _("What was excluded by hand does not count.")
            if self.by_hand
            else _("What was excluded by hand counts all the same."),
        ]


@dataclass(frozen=True, slots=True)
class Declared:
    """What was to count when the study was opened; not `known` before that, nor of ratings that were there already."""

    known: bool
    changed: bool
    rules: list[str]


def declared_selection(study: Study) -> Declared:
    if study.declared_selection is None or study.rated_elsewhere:
        return Declared(known=False, changed=False, rules=[])
    declared = Selection.from_json(study.declared_selection)
    return Declared(known=True, changed=declared != Selection.of(study), rules=declared.rules)


def rules_that_apply(study: Study, selection: Selection) -> list[str]:
    """What counts, in words. A file of ratings has no practice, checks, repeats or durations to have rules about."""
    usual = Selection().rules[:-1] if study.rated_elsewhere else []
    return [rule for rule in selection.rules if rule not in usual]


def rules_and_declared(study: Study, selection: Selection) -> list[str]:
    """What counts, for a text in English; where it is not what was declared, either is one sentence."""
    if study.rated_elsewhere:
        return ["What counts was not declared before the ratings were given.", *rules_that_apply(study, selection)]
    declared = declared_selection(study)
    if declared.changed:
        return [
            "What counts has been changed since the study was opened.",
            f"Declared before opening: {_in_one(declared.rules)}",
            f"Counted now: {_in_one(selection.rules)}",
        ]
    return [*(["What counts was declared before the study was opened."] if declared.known else []), *selection.rules]


def _in_one(sentences: list[str]) -> str:
    """
    >>> _in_one(["Practice sentences do not count.", "Attention checks count."])
    'practice sentences do not count; attention checks count.'
    """
    return "; ".join(f"{one[:1].lower()}{one[1:]}".removesuffix(".") for one in sentences) + "."


def _checked(name: str, value: Any) -> Any:
    if name == "max_failed_percent":
        return _whole(name, value, 0, 100)
    if name == "too_fast_ms":
        return _whole(name, value, 1, LONGEST_MS)
    if not isinstance(value, bool):
        raise Refused(_("Say yes or no (true or false)."), field=name)
    return value


def _whole(name: str, value: Any, low: int, high: int) -> int | None:
    if value is None or value == "":
        return None
    try:
        number = int(str(value)) if not isinstance(value, bool) else -1
    except ValueError:
        number = -1
    if not low <= number <= high:
        message = _("Write a whole number from %(low)d to %(high)d, or nothing.")
        raise Refused(message % {"low": low, "high": high}, field=name)
    return number


# -- Changing what counts, all of it reversible ------------------------------------------------------


@transaction.atomic
def save_selection(*, study: Study, selection: Selection, actor: User | None) -> None:
    study.selection = selection.as_json()
    study.save(update_fields=["selection", "changed_at"])
    Study.objects.filter(pk=study.pk).update(revision=F("revision") + 1)
    audit.record(actor, "results.selection", study, slug=study.slug, selection=study.selection)


@transaction.atomic
def exclude(*, what: Excludable, reason: str, actor: User | None) -> None:
    """Leave a judge, a sentence or one answer out, with the reason."""
    reason = " ".join(reason.split())
    if not reason or len(reason) > LONGEST_REASON:
        raise Refused(_("Give the reason, in at most %d characters.") % LONGEST_REASON, field="reason")
    _lock(what)
    what.excluded_at, what.exclusion_reason = timezone.now(), reason
    what.save(update_fields=["excluded_at", "exclusion_reason"])
    _note(what, actor, "results.excluded")


@transaction.atomic
def include(*, what: Excludable, actor: User | None) -> None:
    """Take the exclusion back."""
    _lock(what)
    what.excluded_at, what.exclusion_reason = None, ""
    what.save(update_fields=["excluded_at", "exclusion_reason"])
    _note(what, actor, "results.included")


def _lock(what: Excludable) -> None:
    """``Refused`` if it is gone: a judge may withdraw at any time, and takes the answers along."""
    if not type(what)._default_manager.select_for_update(no_key=True).filter(pk=what.pk).exists():
        raise Refused(_("This is not there any more: the judge has withdrawn, or the study was changed."))


def _note(what: Excludable, actor: User | None, action: str) -> None:
    study = what.participation.study if isinstance(what, Place) else what.study
    # The date of the last change to the data moves, since every number may.
    study.save(update_fields=["changed_at"])
    audit.record(actor, action, study, slug=study.slug, kind=what._meta.model_name, id=what.pk)
