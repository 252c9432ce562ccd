"""The ratings that count as arrays, for the statistics that need every single one; and when the data last changed."""

from __future__ import annotations

from datetime import datetime

import numpy as np
from django.db.models import F, Max, Q

from evaluation.models import AuditEntry, Criterion, Place, Rating, Study
from evaluation.services.results.exclusions import Exclusions
from evaluation.services.results.fetching import fetched_in_groups
from evaluation.services.results.selection import Selection
from evaluation.statistics.rating_table import Ratings, labels_and_codes

# A scale has eleven points at most: a point has so many bits, and HALF stands for the lowest.
BITS = 8
HALF = 2 ** (BITS - 1)
# How the log names what takes a judge's ratings or answers away.
TAKEN_BACK = ("participation.withdrawn", "participation.erased", "rating.taken_back")


def ratings_of(
    study: Study, selection: Selection, criterion: Criterion, *, exclusions: Exclusions | None = None
) -> Ratings:
    """Judge by sentence, labels being primary keys. A judge counts once per sentence here: the first answer."""
    exclusions = exclusions or Exclusions(study, selection)
    rows = exclusions.ratings().filter(criterion=criterion)
    if selection.repeats:
        repeats = Place.objects.filter(participation__study=study, is_repeat=True)
        rows = rows.exclude(place__in=repeats.order_by().values("pk"))
    # Judge and point of the scale as one short number: the database writes it as text.
    number = F("participation_id") * 2**BITS + F("value") - (criterion.low - HALF)
    items, sizes, numbers = fetched_in_groups(rows, "item_id", number)
    item_labels, codes = labels_and_codes(np.array(items, dtype=np.int64))
    given, places = labels_and_codes((numbers & (2**BITS - 1)).astype(np.uint8))
    points = np.array(given, dtype=np.float64) + (criterion.low - HALF)
    # In place: there may be very many.
    numbers >>= BITS
    judge_labels, judges = labels_and_codes(numbers)
    places = places.astype(np.uint8)
    return Ratings(np.repeat(codes, sizes), judges, places, points, item_labels, judge_labels).checked()


def ratings_left(every: Ratings, exclusions: Exclusions) -> Ratings:
    """Of ratings read with nobody and nothing left out (`Selection.without_exclusions`), those that count."""
    items, judges = np.array(every.item_labels, dtype=np.int64), np.array(every.judge_labels, dtype=np.int64)
    kept = ~np.isin(items, list(exclusions.items))[every.items]
    kept &= ~np.isin(judges, list(exclusions.judges))[every.judges]
    for item, judge in exclusions.answers_by_hand():
        kept &= (items[every.items] != item) | (judges[every.judges] != judge)
    return every.among(kept)


def repeats_of(
    study: Study, selection: Selection, criterion: Criterion, *, exclusions: Exclusions | None = None
) -> dict[int, list[tuple[int, int]]]:
    """Per judge that counts, (first, second) answer to each sentence shown twice."""
    exclusions = exclusions or Exclusions(study, selection)
    repeats = Place.objects.filter(participation__study=study, is_repeat=True).order_by()
    second = Rating.objects.filter(criterion=criterion, place__in=repeats.values("pk")).order_by("pk")
    again = {(judge, item): value for judge, item, value in second.values_list("participation_id", "item_id", "value")}
    if not again:
        return {}
    first = Rating.objects.filter(
        study=study, criterion=criterion, item__in={item for _, item in again}, place__is_repeat=False
    ).order_by("pk")
    pairs: dict[int, list[tuple[int, int]]] = {}
    for judge, item, value in first.values_list("participation_id", "item_id", "value"):
        if (judge, item) in again and judge not in exclusions.judges:
            pairs.setdefault(judge, []).append((value, again[judge, item]))
    return pairs


def last_change(study: Study) -> datetime | None:
    """When anything last changed that a number depends on; None before the first rating.

    A rating has its own time. What takes ratings or answers away leaves an entry in the log, and so does what counts. A
    study that was brought back from a zip carries the last change on the site it comes from.
    """
    rated = study.ratings.aggregate(last=Max("given_at"))["last"]
    taken_back_or_chosen = Q(action__in=TAKEN_BACK) | Q(action__startswith="results.")
    entries = AuditEntry.objects.filter(taken_back_or_chosen, details__slug=study.slug)
    moments = (rated, entries.aggregate(last=Max("at"))["last"], study.data_changed_at)
    return max((moment for moment in moments if moment is not None), default=None)
