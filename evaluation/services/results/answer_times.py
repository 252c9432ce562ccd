"""How long judges take for an answer: the median of each, from which a judge who clicks through is told.

A median of the judge, not a limit for single answers: an obvious sentence is answered fast by everybody, and leaving
out fast answers would leave out the sentences that everybody accepts or refuses.
"""

from __future__ import annotations

import numpy as np
from django.db.models import F

from evaluation.models import ItemKind, Place, Study
from evaluation.services.results.fetching import fetched_by


def median_times(study: Study) -> dict[int, float]:
    """Per judge (participation) the median time of an answer in milliseconds, practice and checks apart."""
    places = Place.objects.filter(participation__study=study, duration_ms__isnull=False, answered_at__isnull=False)
    own = places.exclude(item__kind__in=[ItemKind.PRACTICE, ItemKind.ATTENTION]).order_by()
    return {
        judge: float(np.median(times)) for judge, times in fetched_by(own, "participation_id", F("duration_ms")).items()
    }
