"""How long judges take for an answer: the median of each, from which a judge who clicks through is told.

A median of the judge, not a limit for single answers: an obvious sentence is answered fast by everybody, and leaving
out fast answers would leave out the sentences that everybody accepts or refuses.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from evaluation.models import ItemKind, Place, Study
from evaluation.services.results.fetching import fetched


def median_times(study: Study) -> dict[int, float]:
    """Per judge (participation) the median time of an answer in milliseconds, practice and checks apart."""
    places = Place.objects.filter(participation__study=study, duration_ms__isnull=False, answered_at__isnull=False)
    own = places.exclude(item__kind__in=[ItemKind.PRACTICE, ItemKind.ATTENTION]).order_by()
    table = fetched(own.values_list("participation_id", "duration_ms"), 2)
    order = np.argsort(table[:, 0], kind="stable")
    judges, starts = np.unique(table[order, 0], return_index=True)
    times = table[order, 1]
    ends = [*starts.tolist(), times.size]
    return {int(judge): float(np.median(times[a:b])) for judge, (a, b) in zip(judges, pairwise(ends), strict=True)}
