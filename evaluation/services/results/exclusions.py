"""The selection applied to a study: which judges, sentences and answers are left out, each with the reason.

A rating counts unless its judge, its sentence or the answer itself is left out. The rules about judges and sentences
are here, those about single answers (a second one, say) in `exclusion_rules`. The database is asked for what is left
out, which is little; ratings carry no mark of their own that they count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluation.models import Item, ItemKind, Participation, Place, Rating, Study
from evaluation.services.results.answer_times import median_times
from evaluation.services.results.exclusion_rules import AnsweredPlace, AnswerRule, answer_rules
from evaluation.services.results.selection import Selection


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
        for (judge, _which), passed in answers.items():
            counts[judge][0] += 1
            counts[judge][1] += passed
        return {judge: (answered, passed) for judge, (answered, passed) in counts.items()}

    @cached_property
    def judges(self) -> dict[int, str]:
        """The judges left out, with the reason."""
        return {judge: reason for judge, (_name, reason) in self.judge_rules.items()}

    @cached_property
    def judge_rules(self) -> dict[int, tuple[str, str]]:
        """The judges left out, with the rule and the reason."""
        left_out = self._too_fast() | self._failed_checks()
        if self.selection.by_hand:
            by_hand = Participation.objects.filter(study=self.study, excluded_at__isnull=False)
            left_out |= {pk: ("by_hand", reason) for pk, reason in by_hand.values_list("pk", "exclusion_reason")}
        return left_out

    def _failed_checks(self) -> dict[int, tuple[str, str]]:
        """By the share of the checks they answered: lists are not of one length."""
        most, left_out = self.selection.max_failed_percent, {}
        if most is not None:
            for judge, (answered, passed) in self.checks.items():
                failed = answered - passed
                if 100 * failed > most * answered:
                    words = ngettext(
                        "failed %(failed)d of %(answered)d attention check",
                        "failed %(failed)d of %(answered)d attention checks",
                        answered,
                    )
                    left_out[judge] = "failed_checks", words % {"failed": failed, "answered": answered}
        return left_out

    def _too_fast(self) -> dict[int, tuple[str, str]]:
        """By the median time of their answers to the study's own sentences."""
        least, left_out = self.selection.too_fast_ms, {}
        if least is not None:
            for judge, median in median_times(self.study).items():
                if median < least:
                    left_out[judge] = "too_fast", _("median answer in %d ms") % median
        return left_out

    @cached_property
    def items(self) -> dict[int, str]:
        """The sentences left out, with the reason."""
        return {item: reason for item, (_name, reason) in self.item_rules.items()}

    @cached_property
    def item_rules(self) -> dict[int, tuple[str, str]]:
        kinds = {ItemKind.PRACTICE: self.selection.practice, ItemKind.ATTENTION: self.selection.attention}
        # From controls only judges' sensitivity is computed (`services.results.sensitivity`).
        unwanted = [ItemKind.CONTROL, *(kind for kind, wanted in kinds.items() if not wanted)]
        which = Q(kind__in=unwanted)
        if self.selection.by_hand:
            which |= Q(excluded_at__isnull=False)
        found = Item.objects.filter(which, study=self.study).order_by("number")
        return {
            pk: (kind, str(ItemKind(kind).label)) if kind in unwanted else ("by_hand", reason)
            for pk, kind, reason in found.values_list("pk", "kind", "exclusion_reason")
        }

    @cached_property
    def answer_rules(self) -> list[AnswerRule]:
        return answer_rules(self.selection)

    def answer_reason(self, answer: AnsweredPlace) -> str:
        """Why an answer does not count whoever gave it to whatever sentence; empty if nothing speaks against it."""
        for rule in self.answer_rules:
            if rule.leaves_out(answer):
                return rule.reason_for(answer)
        return ""

    def reason(self, answer: AnsweredPlace) -> str:
        """Why an answer does not count, be it because of its sentence or its judge; empty if it does."""
        return self.items.get(answer.item_id) or self.judges.get(answer.participation_id) or self.answer_reason(answer)

    def places(self, rule: AnswerRule) -> QuerySet[Place]:
        """The places that a rule about answers leaves out (one index each)."""
        return Place.objects.filter(rule.q, participation__study=self.study)

    @cached_property
    def places_left_out(self) -> list[QuerySet[Place]]:
        """The places left out, by each rule about answers that leaves anything out at all."""
        return [places for rule in self.answer_rules if (places := self.places(rule)).exists()]

    @property
    def leaves_out_anything(self) -> bool:
        """Whether a judge, a sentence or an answer is left out that would count otherwise, by a rule or by hand."""
        return bool(self.judges) or self.leaves_out_by_hand

    @property
    def leaves_out_by_hand(self) -> bool:
        """Whether somebody looked through judges, sentences or answers and left one out."""
        rules = (*self.judge_rules.values(), *self.item_rules.values())
        answers = (self.places(rule).exists() for rule in self.answer_rules if rule.name == "by_hand")
        return any(rule == "by_hand" for rule, _reason in rules) or any(answers)

    def answers_by_hand(self) -> list[tuple[int, int]]:
        """Item and judge of the answers left out by hand; second answers apart."""
        if not self.selection.by_hand:
            return []
        places = Place.objects.filter(participation__study=self.study, excluded_at__isnull=False, is_repeat=False)
        return list(places.order_by("pk").values_list("item_id", "participation_id"))

    def left_out_by_place(self) -> Q | None:
        """Ratings left out because of their place; None: there are none."""
        return _any_of(self._by_place())

    def left_out_whoever_judged(self) -> Q | None:
        """Ratings left out because of their sentence or their place; None: there are none."""
        return _any_of(self._by_item(), self._by_place())

    def all_left_out(self) -> Q | None:
        """Ratings left out for any reason; None: there are none."""
        return _any_of(self._by_item(), self._by_place(), self._by_judge())

    def _by_item(self) -> list[Q]:
        return [Q(item__in=list(self.items))] if self.items else []

    def _by_place(self) -> list[Q]:
        return [Q(place__in=places.order_by().values("pk")) for places in self.places_left_out]

    def _by_judge(self) -> list[Q]:
        return [Q(participation__in=list(self.judges))] if self.judges else []

    def judges_that_count(self) -> QuerySet[Participation]:
        return Participation.objects.filter(study=self.study).exclude(pk__in=list(self.judges))

    def ratings(self) -> QuerySet[Rating]:
        """The ratings that count."""
        rule = self.all_left_out()
        every = Rating.objects.filter(study=self.study)
        return every if rule is None else every.exclude(rule)


def _any_of(*rules: list[Q]) -> Q | None:
    every = [rule for some in rules for rule in some]
    return reduce(or_, every) if every else None


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
    for rule in exclusions.answer_rules:
        places = exclusions.places(rule)
        if rule.name == "by_hand":
            yield from _answers_by_hand(places)
        elif given := Rating.objects.filter(place__in=places.order_by().values("pk")).count():
            yield Exclusion("answer", "", rule.name, rule.summary, given)


def _answers_by_hand(places: QuerySet[Place]) -> Iterator[Exclusion]:
    singly = places.annotate(given=Count("ratings")).order_by("participation_id", "order")
    rows = singly.values_list("participation__pseudonym", "item__number", "exclusion_reason", "given")
    for judge, item, reason, given in rows:
        yield Exclusion("answer", f"{judge}, {item}", "by_hand", reason, given)


def _rating_counts(study: Study, key: str, ids: list[int]) -> dict[int, int]:
    if not ids:
        return {}
    rows = Rating.objects.filter(study=study, **{f"{key}__in": ids}).order_by()
    return dict(rows.values_list(key).annotate(number=Count("pk")))
