"""The selection applied to a study: which judges, sentences and answers are left out, each with the reason.

A judge, a sentence and an answer can each be left out; a rating counts when none of its three is. The database is asked
for what is left out, which is little, and never for a flag on every rating.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from evaluation.models import Item, ItemKind, Participation, Place, PlaceState, Rating, Study
from evaluation.services.results.selection import Selection

# Another judge has the seat: what was answered there, before or after, is one judgement more than was asked for.
GIVEN_AWAY = (PlaceState.RELEASED, PlaceState.SURPLUS)


@dataclass(frozen=True)
class Exclusion:
    """Something left out (a judge, a sentence, answers), by which rule, the reason in words, and how many ratings."""

    kind: str
    who: str
    rule: str
    reason: str
    ratings: int


@dataclass(frozen=True)
class Exclusions:
    """What does not count in a study under a selection."""

    study: Study
    selection: Selection

    @cached_property
    def checks(self) -> dict[int, tuple[int, int]]:
        """Per judge (participation), checks answered and checks passed: every criterion within its expected span."""
        expected = {
            (item, key): span
            for item, spans in Item.objects.filter(study=self.study, kind=ItemKind.ATTENTION).values_list(
                "pk", "expected"
            )
            for key, span in spans.items()
        }
        if not expected:
            return {}
        answers: dict[tuple[int, int], bool] = {}
        given = Rating.objects.filter(study=self.study, item__kind=ItemKind.ATTENTION).order_by("pk")
        for judge, item, key, value in given.values_list("participation_id", "item_id", "criterion__key", "value"):
            low, high = expected.get((item, key), (value, value))
            answers[judge, item] = answers.get((judge, item), True) and low <= value <= high
        counts: dict[int, list[int]] = defaultdict(lambda: [0, 0])
        for (judge, _item), passed in answers.items():
            counts[judge][0] += 1
            counts[judge][1] += passed
        return {judge: (answered, passed) for judge, (answered, passed) in counts.items()}

    @cached_property
    def judges(self) -> dict[int, str]:
        """The judges left out, with the reason."""
        return {judge: reason for judge, (_rule, reason) in self.judge_rules.items()}

    @cached_property
    def judge_rules(self) -> dict[int, tuple[str, str]]:
        """The judges left out, with the rule and the reason."""
        left_out: dict[int, tuple[str, str]] = {}
        if self.selection.max_failed_checks is not None:
            for judge, (answered, passed) in self.checks.items():
                if answered - passed > self.selection.max_failed_checks:
                    left_out[judge] = "failed_checks", _("failed %d attention checks") % (answered - passed)
        if self.selection.by_hand:
            by_hand = Participation.objects.filter(study=self.study, excluded_at__isnull=False)
            left_out |= {pk: ("by_hand", reason) for pk, reason in by_hand.values_list("pk", "exclusion_reason")}
        return left_out

    @cached_property
    def items(self) -> dict[int, str]:
        """The sentences left out, with the reason."""
        return {item: reason for item, (_rule, reason) in self.item_rules.items()}

    @cached_property
    def item_rules(self) -> dict[int, tuple[str, str]]:
        kinds = {ItemKind.PRACTICE: self.selection.practice, ItemKind.ATTENTION: self.selection.attention}
        unwanted = [kind for kind, wanted in kinds.items() if not wanted]
        which = Q(kind__in=unwanted)
        if self.selection.by_hand:
            which |= Q(excluded_at__isnull=False)
        found = Item.objects.filter(which, study=self.study).order_by("number")
        return {
            pk: (kind, str(ItemKind(kind).label)) if kind in unwanted else ("by_hand", reason)
            for pk, kind, reason in found.values_list("pk", "kind", "exclusion_reason")
        }

    def place_reason(
        self, *, is_repeat: bool, state: str, duration_ms: int | None, excluded: bool, hand_reason: str
    ) -> str:
        """Why an answer does not count whoever gave it; empty if nothing speaks against it."""
        if is_repeat and not self.selection.repeats:
            return _("a second answer")
        if state in GIVEN_AWAY and not self.selection.surplus:
            return _("the place was given to another judge")
        fast = self.selection.too_fast_ms
        if fast is not None and duration_ms is not None and duration_ms < fast:
            return _("given in less than %d ms") % fast
        return hand_reason if excluded and self.selection.by_hand else ""

    def reason(
        self,
        *,
        participation: int,
        item: int,
        is_repeat: bool,
        state: str,
        duration_ms: int | None,
        excluded: bool,
        hand_reason: str,
    ) -> str:
        """Why a rating does not count; empty if it does."""
        return (
            self.items.get(item)
            or self.judges.get(participation)
            or self.place_reason(
                is_repeat=is_repeat,
                state=state,
                duration_ms=duration_ms,
                excluded=excluded,
                hand_reason=hand_reason,
            )
        )

    def place_rules(self) -> Iterator[tuple[str, QuerySet[Place]]]:
        """Each rule about answers that is in force, with the places it leaves out (one index each)."""
        places = Place.objects.filter(participation__study=self.study)
        if not self.selection.repeats:
            yield "repeats", places.filter(is_repeat=True)
        if not self.selection.surplus:
            yield "surplus", places.filter(state__in=GIVEN_AWAY, answered_at__isnull=False)
        if self.selection.by_hand:
            yield "by_hand", places.filter(excluded_at__isnull=False)
        if self.selection.too_fast_ms is not None:
            yield "too_fast", places.filter(duration_ms__lt=self.selection.too_fast_ms)

    @cached_property
    def active_place_rules(self) -> list[QuerySet[Place]]:
        """The rules about answers that leave anything out at all."""
        return [places for _rule, places in self.place_rules() if places.exists()]

    def answers_left_out(self) -> Q | None:
        """Ratings left out because of their judge or their place; None: there are none."""
        parts = [Q(place__in=places.order_by().values("pk")) for places in self.active_place_rules]
        if self.judges:
            parts.append(Q(participation__in=list(self.judges)))
        return reduce(or_, parts) if parts else None

    def all_left_out(self) -> Q | None:
        """Ratings left out for any reason; None: there are none."""
        answers = self.answers_left_out()
        if not self.items:
            return answers
        items = Q(item__in=list(self.items))
        return items if answers is None else items | answers

    def left_out(self) -> QuerySet[Rating]:
        rule = self.all_left_out()
        every = Rating.objects.filter(study=self.study)
        return every.none() if rule is None else every.filter(rule)

    def ratings(self) -> QuerySet[Rating]:
        """The ratings that count."""
        rule = self.all_left_out()
        every = Rating.objects.filter(study=self.study)
        return every if rule is None else every.exclude(rule)


def list_exclusions(study: Study, selection: Selection) -> list[Exclusion]:
    """Everything the selection leaves out: judges and sentences one by one, answers by rule and, if by hand, singly."""
    exclusions = Exclusions(study, selection)
    return [*_judges(exclusions), *_sentences(exclusions), *_answers(exclusions)]


def _judges(exclusions: Exclusions) -> Iterator[Exclusion]:
    names = dict(Participation.objects.filter(pk__in=exclusions.judge_rules).values_list("pk", "pseudonym"))
    ratings = _rating_counts(exclusions.study, "participation_id", list(exclusions.judge_rules))
    for judge, (rule, reason) in exclusions.judge_rules.items():
        yield Exclusion("judge", names[judge], rule, reason, ratings.get(judge, 0))


def _sentences(exclusions: Exclusions) -> Iterator[Exclusion]:
    numbers = dict(Item.objects.filter(pk__in=exclusions.item_rules).values_list("pk", "number"))
    ratings = _rating_counts(exclusions.study, "item_id", list(exclusions.item_rules))
    for item, (rule, reason) in exclusions.item_rules.items():
        yield Exclusion("sentence", str(numbers[item]), rule, reason, ratings.get(item, 0))


def _answers(exclusions: Exclusions) -> Iterator[Exclusion]:
    words = {
        "repeats": _("second answers to a repeated sentence"),
        "surplus": _("the place was given to another judge"),
        "too_fast": _("given too fast"),
    }
    for rule, places in exclusions.place_rules():
        if rule == "by_hand":
            singly = places.annotate(given=Count("ratings")).order_by("participation_id", "order")
            rows = singly.values_list("participation__pseudonym", "item__number", "exclusion_reason", "given")
            for judge, item, reason, given in rows:
                yield Exclusion("answer", f"{judge}, {item}", rule, reason, given)
        else:
            given = Rating.objects.filter(place__in=places.order_by().values("pk")).count()
            if given:
                yield Exclusion("answer", "", rule, words[rule], given)


def _rating_counts(study: Study, key: str, ids: list[int]) -> dict[int, int]:
    if not ids:
        return {}
    rows = Rating.objects.filter(study=study, **{f"{key}__in": ids}).order_by()
    return dict(rows.values_list(key).annotate(number=Count("pk")))
