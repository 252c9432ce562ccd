"""Which sentences and couples a judge gets, and in what order. A place is one item for one judge.

Where every judge rates everything, a judge gets all items. With the balanced design each item is rated by a set number
of judges: it has that many seats, and a place of a judge takes one of them. The items are divided into lists once for
each seat (`latin_lists`); the lists of such a round have numbers after those of the round before. A judge gets the
first list that nobody has. When all are given out, or where an item of the list has no free seat, the judge gets items
that others have left. Controls are shown to every judge and have no seats.

A match is two sentences of a pair, one of which breaks a constraint. Nobody gets them one after the other, and if the
study says so, lists are dealt over matches instead of pairs: each judge gets one of the two.

Two judges who arrive at the same moment must not get the same seat: places of one study are given out one judge after
the other (SQLite: an IMMEDIATE transaction; PostgreSQL: a lock on the study's row), and the constraint
`place_seat_is_taken_once` holds in any case.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from random import Random

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from evaluation.models import Design, Item, ItemKind, Participation, Place, PlaceState, Study
from evaluation.services.studies import latin_lists
from evaluation.services.studies.couples import sides
from evaluation.services.studies.latin_lists import Entry
from evaluation.services.studies.locks import lock
from evaluation.services.support.seeds import seeded

TAKEN = (PlaceState.LIVE, PlaceState.DONE)
CHECKS = (ItemKind.PRACTICE, ItemKind.ATTENTION)
BATCH = 500
# After so many rounds the lists of the first come again.
MOST_ROUNDS = 20


@transaction.atomic
def ensure_places(participation: Participation) -> None:
    """Give a judge their places. A judge who has places gets back those that were taken away and are still free.

    In the balanced design there may be nothing left to rate: then the judge has no places. A study that is not open
    (any more) gives none.
    """
    study = lock(participation.study)
    if not study.is_open:
        return
    if participation.places.exists():
        _give_back(study, participation)
        return
    release_stale(study)
    chosen = _choose_everything(study) if study.design == Design.EVERYONE else _choose_list(study, participation)
    if chosen:
        _store_places(study, participation, chosen)


@transaction.atomic
def release_stale(study: Study) -> int:
    """Free the unrated places of judges who have not been seen for the study's set time; returns how many."""
    if study.design == Design.EVERYONE:
        return 0
    cutoff = timezone.now() - timedelta(minutes=study.place_minutes)
    gone = Participation.objects.filter(Q(last_seen_at=None) | Q(last_seen_at__lt=cutoff), study=study)
    stale = Place.objects.filter(participation__in=gone, state=PlaceState.LIVE, claimed_at__lt=cutoff)
    return stale.update(state=PlaceState.RELEASED)


def number_lists(study: Study) -> list[Item]:
    """The study's sentences, each with its list in every round; rounds that are lacking are dealt and stored."""
    items = _rated_items(study)
    wanted = min(study.judges_per_item, MOST_ROUNDS)
    dealt = min((len(item.list_numbers) for item in items), default=wanted)
    if dealt >= wanted:
        return items
    entries = [dealt_entry(study, item) for item in items]
    rounds: list[latin_lists.Round] = [{item.pk: item.list_numbers[n] for item in items} for n in range(dealt)]
    for number in range(dealt, wanted):
        rng = seeded(f"{study.seed} round {number}")
        rounds.append(latin_lists.deal(entries, size=study.items_per_judge, rng=rng, earlier=rounds))
    for item in items:
        item.list_numbers = [lists[item.pk] for lists in rounds]
    Item.objects.bulk_update(items, ["list_numbers"], batch_size=BATCH)
    return items


def _rated_items(study: Study) -> list[Item]:
    """The study's sentences, with only the columns needed here (``study_id`` is needed by Django itself)."""
    columns = ("study_id", "number", "pair_id", "condition", "list_numbers", "first_id", "match")
    return list(study.items.rated().only(*columns))


def entry_of(item: Item) -> Entry:
    """A sentence without a pair counts as a pair of its own."""
    match = item.match["number"] if item.match else None
    return Entry(item.pk, item.pair_id or f"item {item.number}", item.condition, item.is_couple, match)


def dealt_entry(study: Study, item: Item) -> Entry:
    """The entry as lists are dealt: over pairs or, if each judge is to get one of each match, over matches."""
    entry = entry_of(item)
    return replace(entry, pair=f"match {entry.match}") if study.one_of_match and entry.match else entry


# -- Choosing --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """What one judge is to rate, not yet in order, and the list it comes from."""

    entries: list[Entry]
    list_number: int | None = None
    # Of the couples of a list: whether the second sentence stands first.
    sides: Mapping[int, bool] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.entries)


def _choose_everything(study: Study) -> Choice:
    return Choice([entry_of(item) for item in _rated_items(study)])


def _choose_list(study: Study, participation: Participation) -> Choice:
    """The free items of the next list, filled up to its length; of no list, when all of them are given out."""
    items = number_lists(study)
    if not items:
        return Choice([])
    seats = _free_seats(study, items)
    lengths = Counter(item.list_numbers[0] for item in items)
    number = _next_list(study, len(lengths))
    listed: list[Entry] = []
    others: list[Entry] = []
    for item in items:
        is_listed = number is not None and _is_in_list(item, number, len(lengths))
        (listed if is_listed else others).append(entry_of(item))
    filled = _filled_up(
        [entry for entry in listed if seats[entry.item]],
        [entry for entry in others if seats[entry.item]],
        size=len(listed) or max(lengths.values()),
        seats=seats,
        rng=seeded(f"{participation.seed} filling up"),
    )
    return Choice(filled, number, {} if number is None else _planned_sides(study, items, number))


def _planned_sides(study: Study, items: Sequence[Item], number: int) -> dict[int, bool]:
    """The sides of the list's couples: each couple one way in one of two rounds, the other way in the other."""
    lists = len({item.list_numbers[0] for item in items})
    turn, place = divmod(number, lists)
    first = turn - turn % 2
    edges: list[sides.Edge] = [
        (item.pk, (each, item.list_numbers[each % len(item.list_numbers)]))
        for item in items
        if item.is_couple
        for each in (first, first + 1)
    ]
    planned = sides.planned_sides(edges, seeded(f"{study.seed} sides {first}"))
    return {couple: swapped for (couple, listed), swapped in planned.items() if listed == (turn, place)}


def _next_list(study: Study, lists_per_round: int) -> int | None:
    """The first list of which no judge has a place; None if every list has a judge."""
    seated = Place.objects.filter(participation=OuterRef("pk"), state__in=TAKEN, seat__isnull=False)
    held = set(study.participations.filter(Exists(seated)).values_list("list_number", flat=True))
    return next((number for number in range(lists_per_round * study.judges_per_item) if number not in held), None)


def _is_in_list(item: Item, number: int, lists_per_round: int) -> bool:
    turn, place = divmod(number, lists_per_round)
    return bool(item.list_numbers[turn % len(item.list_numbers)] == place)


def _free_seats(study: Study, items: Iterable[Item]) -> dict[int, int]:
    counted = Place.objects.filter(item__study=study, state__in=TAKEN, seat__isnull=False).order_by()
    taken = dict(counted.values_list("item_id").annotate(Count("pk")))
    return {item.pk: max(0, study.judges_per_item - taken.get(item.pk, 0)) for item in items}


def _filled_up(
    chosen: Sequence[Entry], others: Sequence[Entry], *, size: int, seats: dict[int, int], rng: Random
) -> list[Entry]:
    """The chosen entries and, up to ``size``, others: of matches, pairs and conditions the judge has fewest of."""
    filled, left = list(chosen), rng.sample(others, len(others))
    pairs, conditions = Counter(e.pair for e in filled), Counter(e.condition for e in filled)
    matches: Counter[int | None] = Counter(e.match for e in filled if e.match)
    while left and len(filled) < size:
        best = min(left, key=lambda e: (matches[e.match], pairs[e.pair], conditions[e.condition], -seats[e.item]))
        left.remove(best)
        filled.append(best)
        pairs[best.pair] += 1
        conditions[best.condition] += 1
        matches[best.match] += best.match is not None
    return filled


# -- Storing ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Turn:
    """One of a judge's places before it is stored."""

    item: int
    is_repeat: bool = False
    is_couple: bool = False


def _store_places(study: Study, participation: Participation, choice: Choice) -> None:
    """Store the places in order: practice, then the sentences, those of one pair far apart, with repeats and checks."""
    rng = seeded(participation.seed)
    checks = [
        (kind, _Turn(pk, is_couple=first is not None))
        for pk, kind, first in study.items.filter(kind__in=CHECKS).values_list("pk", "kind", "first_id")
    ]
    practice = [turn for kind, turn in checks if kind == ItemKind.PRACTICE]
    attention = [turn for kind, turn in checks if kind == ItemKind.ATTENTION]
    attention += _controls(study)
    order = _sentences_apart_from_couples(practice) + _in_order(study, choice, attention, rng)
    seats = _lowest_seats(study, [entry.item for entry in choice.entries])
    swapped = _sides_of(choice, order, rng)
    Place.objects.bulk_create(
        [
            Place(
                participation=participation,
                item_id=turn.item,
                order=number,
                is_repeat=turn.is_repeat,
                # A repeat shows the same two sentences the other way round.
                is_swapped=turn.is_couple and swapped[turn.item] != turn.is_repeat,
                seat=None if turn.is_repeat else seats.get(turn.item),
            )
            for number, turn in enumerate(order)
        ],
        batch_size=BATCH,
    )
    participation.list_number = choice.list_number
    participation.save(update_fields=["list_number"])


def _controls(study: Study) -> list[_Turn]:
    """The controls, where judges rate sentences."""
    controls = study.items.filter(kind=ItemKind.CONTROL) if study.asks_scales else Item.objects.none()
    return [_Turn(pk) for pk in controls.values_list("pk", flat=True)]


def _sentences_apart_from_couples(turns: Sequence[_Turn]) -> list[_Turn]:
    return sorted(turns, key=lambda turn: turn.is_couple)


def _in_order(study: Study, choice: Choice, attention: Sequence[_Turn], rng: Random) -> list[_Turn]:
    """All sentences and then all couples, or the other way round: a judge changes once from the one to the other."""
    order: list[_Turn] = []
    for couples in rng.sample((False, True), 2):
        entries = [entry for entry in choice.entries if entry.is_couple == couples]
        apart = latin_lists.matches_apart(latin_lists.far_apart(entries, rng))
        spread = latin_lists.with_repeats(apart, study.repeats, rng)
        turns = [_Turn(entry.item, is_repeat=repeat, is_couple=couples) for entry, repeat in spread]
        order += latin_lists.mixed_in(turns, [turn for turn in attention if turn.is_couple == couples], rng)
    return order


def _sides_of(choice: Choice, order: Sequence[_Turn], rng: Random) -> dict[int, bool]:
    """For each couple that the judge meets, whether its second sentence stands first."""
    couples = [turn.item for turn in order if turn.is_couple and not turn.is_repeat]
    earlier: dict[int, int] = Counter()
    for start in range(0, len(couples), BATCH):
        some = Place.objects.filter(item__in=couples[start : start + BATCH], state__in=TAKEN, is_repeat=False)
        for item, is_swapped, number in some.order_by().values_list("item_id", "is_swapped").annotate(Count("pk")):
            earlier[item] += -number if is_swapped else number
    return sides.judge_sides(couples, surplus=earlier, planned=choice.sides, rng=rng)


def _lowest_seats(study: Study, items: Sequence[int]) -> dict[int, int]:
    """For each item the lowest free seat; there are no seats where every judge rates everything."""
    if study.design == Design.EVERYONE:
        return {}
    taken: dict[int, set[int]] = defaultdict(set)
    for start in range(0, len(items), BATCH):
        some = Place.objects.filter(item__in=items[start : start + BATCH], state__in=TAKEN)
        for item, seat in some.values_list("item_id", "seat"):
            taken[item] |= set() if seat is None else {seat}
    return {item: next(seat for seat in range(len(taken[item]) + 1) if seat not in taken[item]) for item in items}


def _give_back(study: Study, participation: Participation) -> None:
    """Give a judge who has come back the places that were freed and that nobody else has taken."""
    freed = participation.places.filter(state=PlaceState.RELEASED, answered_at=None).order_by("pk")
    # Locked, or a late answer that is stored meanwhile would be taken for none.
    lost = list(freed.select_related("item").select_for_update(of=("self",)))
    if not lost:
        return
    free = _free_seats(study, [place.item for place in lost])
    back = [place for place in lost if place.seat is None or free[place.item_id]]
    seats = _lowest_seats(study, [place.item_id for place in back if place.seat is not None])
    for place in back:
        place.state = PlaceState.LIVE
        place.seat = None if place.seat is None else seats[place.item_id]
        place.claimed_at = timezone.now()
    Place.objects.bulk_update(back, ["state", "seat", "claimed_at"], batch_size=BATCH)
