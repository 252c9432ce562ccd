"""Sentences from elsewhere beside the theories: each read in the words of its pair, as they are or nearly so.

Reading and explaining takes a while, so a job does it and stores it with the sentence, in ``Item.measures["reading"]``:
``{"read_as": "…", "differences": [["bored", "boring", "inflected"]], "reason": "", "models": ["EC0"], "rules": {"ML2":
"functional_words"}, "of": "EC0 ML2"}``. Without ``read_as`` it cannot be read, and ``reason`` says why.
"""

from __future__ import annotations

import json
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from evaluation.models import Item, Job, JobState, Study, User
from evaluation.services import generation
from evaluation.services.jobs import Progress, enqueue, job_kind
from evaluation.services.results.fetching import JsonParts, raw_rows

KIND = "results.read_sources"
BATCH = 100
NO_PAIR = "it belongs to no pair"


def from_elsewhere(study: Study) -> QuerySet[Item]:
    """The study's sentences that were not drawn, each with the name of its source."""
    return Item.objects.sentences().filter(study=study).exclude(source="")


def unread(study: Study) -> int:
    """How many of them have not been read yet, or for other models; one in its pair's own words was when it came."""
    return _without_reading(study).count(False)


def unexplained(study: Study) -> int:
    """How many are in their pair's own words, and it has not been looked up which rule each breaks first."""
    return _without_reading(study).count(True)


def _without_reading(study: Study) -> list[bool]:
    """Of each sentence without a reading for the study's models, whether it is in its pair's own words all the same."""
    wanted, fields = asked_of(study), ("sentence_key", JsonParts("measures", "reading.of", "reading.of"))
    every = raw_rows(from_elsewhere(study).order_by().values_list(*fields))
    read_for = ((bool(key), json.loads(of)[0]) for key, of in every)
    return [has_key and of is None for has_key, of in read_for if of != wanted]


def asked_of(study: Study) -> str:
    return " ".join(study.models_chosen)


def start_reading(*, study: Study, actor: User) -> Job:
    running = Job.objects.filter(kind=KIND, arguments__study=study.pk, state__in=[JobState.WAITING, JobState.RUNNING])
    title = _("Read the sentences from elsewhere of “%s”") % study.name
    return running.first() or enqueue(kind=KIND, title=title, owner=actor, study=study.pk)


@job_kind(KIND)
def read_sources(progress: Progress, study: int) -> dict[str, Any]:
    found = Study.objects.get(pk=study)
    # Pair by pair, so that what was packed for one sentence serves the next.
    numbers = list(from_elsewhere(found).order_by("pair_id", "number").values_list("pk", flat=True))
    progress.start(len(numbers), _("Reading the sentences"))
    for start in range(0, len(numbers), BATCH):
        some = Item.objects.select_related("pair").in_bulk(numbers[start : start + BATCH])
        for item in some.values():
            item.measures = item.measures | {"reading": reading_of(item, found)}
            progress.advance()
        Item.objects.bulk_update(some.values(), ["measures"])
    return {"address": reverse("results-sources", args=[found.slug])}


def reading_of(item: Item, study: Study) -> dict[str, Any]:
    if item.pair is None:
        return {"reason": NO_PAIR, "of": asked_of(study)}
    return generation.approximate_reading(item.pair, item.text, study.models_chosen) | {"of": asked_of(study)}
