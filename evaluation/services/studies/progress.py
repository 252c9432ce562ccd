"""How far a study is: by judge, by sentence and as a whole, each in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum

from evaluation.models import Item, ItemKind, Participation, ParticipationState, Place, PlaceState, Rating, Study

ANSWERED = Q(places__state__in=(PlaceState.DONE, PlaceState.SURPLUS))
STARTED = (ParticipationState.RATING, ParticipationState.FINISHED)


def judges(study: Study) -> QuerySet[Participation]:
    """Each judge with ``first_of_id`` and, without practice, ``place_count``, ``answered_count``, ``surplus_count``."""
    counted = ~Q(places__item__kind=ItemKind.PRACTICE) & Q(places__isnull=False)
    return (
        study.participations.select_related("user")
        .annotate(
            place_count=Count("places", filter=counted & ~Q(places__state=PlaceState.RELEASED)),
            answered_count=Count("places", filter=counted & ANSWERED),
            surplus_count=Count("places", filter=Q(places__state=PlaceState.SURPLUS)),
        )
        .with_first()
        .order_by("pk")
    )


def sentences(study: Study) -> QuerySet[Item]:
    """Each rated sentence with ``done_count``, ``live_count`` and ``surplus_count`` of its places."""
    first = Q(places__is_repeat=False)
    return (
        study.items.rated()
        .select_related("pair")
        .annotate(
            done_count=Count("places", filter=first & Q(places__state=PlaceState.DONE)),
            live_count=Count("places", filter=first & Q(places__state=PlaceState.LIVE)),
            surplus_count=Count("places", filter=first & Q(places__state=PlaceState.SURPLUS)),
        )
        .order_by("number")
    )


@dataclass(frozen=True)
class Checks:
    """Attention items a judge has answered, and how many of them as expected."""

    answered: int = 0
    passed: int = 0


def checks(study: Study, judges: Sequence[Participation]) -> dict[int, Checks]:
    """The checks of each of these judges. One is passed if every expected criterion was rated within its range."""
    expected = dict(study.items.filter(kind=ItemKind.ATTENTION).values_list("pk", "expected"))
    given = Rating.objects.filter(study=study, item__in=expected, participation__in=[judge.pk for judge in judges])
    values: dict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    for judge, item, criterion, value in given.values_list("participation", "item", "criterion__key", "first_value"):
        values[judge, item][criterion] = value
    results: dict[int, list[bool]] = defaultdict(list)
    for (judge, item), ratings in values.items():
        results[judge].append(as_expected(expected[item], ratings))
    return {judge: Checks(len(passed), sum(passed)) for judge, passed in results.items()}


def as_expected(expected: dict[str, Iterable[int]], ratings: dict[str, int]) -> bool:
    """Whether every criterion of which something is expected was rated so.

    >>> as_expected({"usage": [0, 1]}, {"usage": 1, "fluency": 5}), as_expected({"usage": [0, 1]}, {"fluency": 0})
    (True, False)
    """
    return all(key in ratings and low <= ratings[key] <= high for key, (low, high) in expected.items())


@dataclass(frozen=True)
class Summary:
    invited: int
    started: int
    finished: int
    answered: int
    wanted: int | None
    active_ms: int

    @property
    def percent(self) -> int:
        return 0 if not self.wanted else min(100, 100 * self.answered // self.wanted)

    @property
    def minutes_each(self) -> int | None:
        """What a judge who has finished took, on average, pauses left out."""
        return round(self.active_ms / self.finished / 60_000) if self.finished and self.active_ms else None


@dataclass(frozen=True)
class Share:
    """How many answers a study has of those it wants."""

    answered: int
    wanted: int

    @property
    def percent(self) -> int:
        return 0 if not self.wanted else min(100, 100 * self.answered // self.wanted)


def shares(studies: Sequence[Study]) -> dict[int, Share]:
    """How far each of these studies is, by its number, as `summary` counts it, in three queries for all."""
    invited = dict(_by_study(Participation.objects.filter(study__in=studies), Count("pk")))
    rated = Item.objects.rated().filter(study__in=studies)
    items = dict(_by_study(rated, Count("pk")))
    done = Q(places__state=PlaceState.DONE, places__is_repeat=False)
    answered = dict(_by_study(rated.filter(done), Count("places")))

    def judges_of(study: Study) -> int:
        return int(study.judges_per_item or 0) if study.design == "balanced" else invited.get(study.pk, 0)

    return {study.pk: Share(answered.get(study.pk, 0), items.get(study.pk, 0) * judges_of(study)) for study in studies}


def _by_study(rows: QuerySet[Any], counted: Count) -> Iterable[tuple[int, int]]:
    return [(number, count) for number, count in rows.order_by().values_list("study").annotate(number=counted)]


def summary(study: Study) -> Summary:
    """The study in numbers. How many answers are wanted is known where each sentence has a number of judges."""
    people: dict[str, Any] = study.participations.aggregate(
        invited=Count("pk"),
        started=Count("pk", filter=Q(state__in=STARTED)),
        finished=Count("pk", filter=Q(state=ParticipationState.FINISHED)),
        active=Sum("active_ms", filter=Q(state=ParticipationState.FINISHED)),
    )
    items = study.items.rated().count()
    each = study.judges_per_item if study.design == "balanced" else people["invited"]
    return Summary(
        invited=people["invited"],
        started=people["started"],
        finished=people["finished"],
        answered=_answered(study),
        wanted=items * each or None,
        active_ms=people["active"] or 0,
    )


def _answered(study: Study) -> int:
    """First answers to sentences of the study itself: all, which an index counts, less the few second ones."""
    places, second = Place.objects.order_by(), Q(state=PlaceState.DONE, item__kind=ItemKind.STUDY)
    every = places.filter(item__study=study, item__kind=ItemKind.STUDY, state=PlaceState.DONE).count()
    # Whoever asks for their state as well sends SQLite to another index, with all places in it.
    repeats = places.filter(participation__study=study, is_repeat=True).aggregate(done=Count("pk", filter=second))
    return every - int(repeats["done"])
