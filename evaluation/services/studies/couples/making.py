"""The couples of a study, made from its drawn sentences by its design, and stored as items.

`Study.couples` says how:

- ``{"design": "conditions", "first": "EC1 - ML2", "second": "ML2 - EC1"}``
- ``{"design": "all"}``
- ``{"design": "random", "per_sentence": 3}``
- ``{"design": "matched"}``
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evaluation.models import FIRST_CHECK, Asks, Item, ItemKind, Study
from evaluation.services.errors import Refused
from evaluation.services.studies.couples import designs
from evaluation.services.studies.couples.designs import Couple, Member
from evaluation.services.support.seeds import seeded

MOST_OF_ALL = 12
MOST_PER_SENTENCE = 50
MOST_COUPLES = 20_000
LONGEST_CONDITION = 120
BATCH = 500


class CoupleDesign(models.TextChoices):
    CONDITIONS = "conditions", gettext_lazy("the sentences of one condition against those of another, one to one")
    ALL = "all", gettext_lazy("every two sentences of a pair")
    RANDOM = "random", gettext_lazy("at random, each sentence in so many couples")
    MATCHED = "matched", gettext_lazy("matched pairs: what breaks a constraint beside its partner")


@dataclass(frozen=True)
class CouplePlan:
    """The couples that a design makes, in numbers."""

    couples: Sequence[Couple]
    sentences: int

    @property
    def count(self) -> int:
        return len(self.couples)

    @property
    def pairs(self) -> int:
        return len({one.pair for one, _other in self.couples})

    @property
    def per_sentence(self) -> tuple[int, int]:
        """In how many couples a sentence is, at least and at most, of those that are in any."""
        counts = Counter(member.item for couple in self.couples for member in couple).values()
        return min(counts), max(counts)

    @property
    def sentences_alone(self) -> int:
        """How many sentences are in no couple."""
        return self.sentences - len({member.item for couple in self.couples for member in couple})


def checked_design(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings in the shape above; ``Refused`` with the field where they cannot be."""
    design = str(settings.get("design", ""))
    if design not in CoupleDesign.values:
        known = ", ".join(CoupleDesign.values)
        raise Refused(
            _("“%(design)s” is not a way to make couples; choose one of %(known)s.")
            % {"design": design, "known": known},
            field="design",
        )
    if design == CoupleDesign.CONDITIONS:
        return {"design": design} | _two_conditions(settings)
    if design == CoupleDesign.RANDOM:
        return {"design": design, "per_sentence": _per_sentence(settings)}
    return {"design": design}


def _two_conditions(settings: Mapping[str, Any]) -> dict[str, str]:
    names = {which: str(settings.get(which) or "") for which in ("first", "second")}
    for which, name in names.items():
        if not name:
            raise Refused(_("Choose two conditions."), field=which)
    if names["first"] == names["second"]:
        raise Refused(_("Choose two different conditions."), field="second")
    return names


def _per_sentence(settings: Mapping[str, Any]) -> int:
    number = settings.get("per_sentence")
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= MOST_PER_SENTENCE:
        raise Refused(_("Write a whole number from 1 to %d.") % MOST_PER_SENTENCE, field="per_sentence")
    return number


def plan_couples(study: Study, settings: Mapping[str, Any]) -> CouplePlan:
    """The couples this design makes of the study's drawn sentences; ``Refused`` if they are not connected."""
    members = _members(study)
    if not members:
        raise Refused(_("Draw the sentences first: couples are made of them."), field="design")
    rng = seeded(f"{study.seed} couples")
    if settings["design"] == CoupleDesign.CONDITIONS:
        couples = designs.conditions(members, settings["first"], settings["second"], rng)
    elif settings["design"] == CoupleDesign.ALL:
        couples = designs.every_couple(members, MOST_OF_ALL)
    elif settings["design"] == CoupleDesign.MATCHED:
        couples = designs.matched(members)
    else:
        couples = designs.random_couples(members, settings["per_sentence"], rng)
    if len(couples) > MOST_COUPLES:
        message = _("That makes %(number)d couples; a study has at most %(most)d.")
        raise Refused(message % {"number": len(couples), "most": MOST_COUPLES}, field="design")
    # Which sentence is stored first is chance: from their own data judges must not learn what was drawn for what.
    return CouplePlan([rng.choice(((one, other), (other, one))) for one, other in couples], len(members))


def _members(study: Study) -> list[Member]:
    """The study's own sentences that belong to a pair, as in `sampling` numbered."""
    drawn = study.items.sentences().filter(number__lt=FIRST_CHECK, pair__isnull=False).exclude(kind=ItemKind.CONTROL)
    rows = drawn.order_by("number").values_list("pk", "pair_id", "pair__external_id", "condition", "match")
    return [
        Member(item, pair, name, condition, match["number"] if match else None)
        for item, pair, name, condition, match in rows
    ]


def condition_names(study: Study) -> list[str]:
    """What the study's sentences were drawn for."""
    drawn = study.items.sentences().filter(number__lt=FIRST_CHECK).exclude(kind=ItemKind.CONTROL)
    found = drawn.exclude(condition="").order_by("condition")
    return list(found.values_list("condition", flat=True).distinct())


def make_couples(study: Study) -> str:
    """Put new couples in the place of the old ones; empty, or the reason why there can be none.

    Sentences of a study that asks for choices only are not shown by themselves.
    """
    drawn = study.items.filter(number__lt=FIRST_CHECK)
    drawn.couples().delete()
    kind = ItemKind.MEMBER if study.asks == Asks.CHOICES else ItemKind.STUDY
    drawn.exclude(kind=ItemKind.CONTROL).update(kind=kind, list_numbers=[])
    if not study.asks_choices:
        return ""
    try:
        plan = plan_couples(study, checked_design(study.couples))
    except Refused as refused:
        return refused.message
    _store(study, plan.couples)
    return ""


def _store(study: Study, couples: Sequence[Couple]) -> None:
    members = study.items.in_bulk({member.item for couple in couples for member in couple})
    last = study.items.filter(number__lt=FIRST_CHECK).aggregate(last=models.Max("number"))["last"]
    Item.objects.bulk_create(
        [
            couple_of(members[one.item], members[other.item], number=number)
            for number, (one, other) in enumerate(couples, start=last + 1)
        ],
        batch_size=BATCH,
    )


def couple_text(first: Item, second: Item) -> str:
    """For lists of items; a judge's page never shows it."""
    return f"{first.text} ↔ {second.text}"


def couple_of(first: Item, second: Item, *, number: int, kind: ItemKind = ItemKind.STUDY, **fields: Any) -> Item:
    """The couple as an item, not saved yet. Its condition, by which lists are balanced, names both."""
    conditions = " / ".join(sorted({first.condition, second.condition}))
    return Item(
        study=first.study,
        number=number,
        kind=kind,
        pair=first.pair,
        first=first,
        second=second,
        text=couple_text(first, second),
        tokens=[],
        condition=conditions[:LONGEST_CONDITION],
        **fields,
    )
