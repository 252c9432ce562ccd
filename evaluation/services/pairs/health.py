"""The health of a collection: what is still wrong with its pairs, counted, so that it is found before a study is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet, TextField, Value
from django.db.models.functions import Concat
from django.urls import reverse
from django.utils.translation import gettext as _

from evaluation.models import Collection, Job, Pair, PairState, User
from evaluation.services import generation, jobs
from evaluation.services.jobs import Progress, job_kind
from evaluation.services.pairs.trouble import HUGE, mixed_sentences

# Of so many pairs the words are looked at while somebody waits; of larger collections, the newest.
PAIRS_LOOKED_AT = 3_000
# A word that stands once without a link may be right so; often without any, it is not.
SEEN_AT_LEAST = 2
MOST_WORDS = 60
BATCH = 200


@dataclass(frozen=True, slots=True)
class NeverLinked:
    """A word that is in several pairs and linked in none, and one of the pairs."""

    word: str
    language: str
    count: int
    pair: int


@dataclass(frozen=True, slots=True)
class Health:
    """What is wrong, in numbers of pairs; ``uncounted`` ones may have no mixed sentence without its being known."""

    total: int
    proposed: int
    unlinked: int
    unsure: int
    empty: int
    huge: int
    uncounted: int
    duplicates: int
    never_linked: list[NeverLinked]
    looked_at: int

    @property
    def is_fine(self) -> bool:
        counts = (self.proposed, self.unlinked, self.unsure, self.empty, self.huge, self.duplicates)
        return not any(counts) and not self.never_linked


def health(collection: Collection) -> Health:
    pairs = Pair.objects.current().filter(collection=collection)
    counts = pairs.aggregate(
        total=Count("pk"),
        proposed=Count("pk", filter=Q(state=PairState.PROPOSED)),
        unlinked=Count("pk", filter=Q(unlinked_words__gt=0)),
        unsure=Count("pk", filter=Q(unsure_links__gt=0)),
        empty=Count("pk", filter=Q(mixed_sentences=0)),
        huge=Count("pk", filter=Q(mixed_sentences__gt=HUGE)),
        uncounted=Count("pk", filter=Q(mixed_sentences=None)),
    )
    looked_at = list(pairs.order_by("-pk")[:PAIRS_LOOKED_AT])
    return Health(
        **counts,
        duplicates=duplicates(collection).count(),
        never_linked=never_linked(looked_at),
        looked_at=len(looked_at),
    )


def with_problem(collection: Collection, problem: str) -> QuerySet[Pair]:
    """The pairs that have a problem, by its name in `Health`; of other names, none."""
    pairs = Pair.objects.current().filter(collection=collection).order_by("-trouble", "pk")
    if problem == "duplicates":
        return duplicates(collection)
    questions = {
        "proposed": Q(state=PairState.PROPOSED),
        "unlinked": Q(unlinked_words__gt=0),
        "unsure": Q(unsure_links__gt=0),
        "empty": Q(mixed_sentences=0),
        "huge": Q(mixed_sentences__gt=HUGE),
    }
    return pairs.filter(questions[problem]) if problem in questions else pairs.none()


def duplicates(collection: Collection) -> QuerySet[Pair]:
    """Pairs whose two sentences another pair of the collection has too, whatever their links."""
    both = Concat("l1_text", Value("\n"), "l2_text", output_field=TextField())
    pairs = Pair.objects.current().filter(collection=collection).annotate(both=both)
    twice = pairs.order_by().values("both").annotate(same=Count("pk")).filter(same__gt=1)
    return pairs.filter(both__in=twice.values("both")).order_by("l1_text", "l2_text", "pk")


def never_linked(rows: list[Pair]) -> list[NeverLinked]:
    """The words, capitals or not, that are in several of these pairs and linked in none; the commonest first."""
    seen: Counter[tuple[str, str]] = Counter()
    linked: set[tuple[str, str]] = set()
    first: dict[tuple[str, str], int] = {}
    for row in rows:
        for language, word, is_linked in _words(row):
            key = language, word
            seen[key] += 1
            first.setdefault(key, row.pk)
            if is_linked:
                linked.add(key)
    found = [(key, count) for key, count in seen.most_common() if count >= SEEN_AT_LEAST and key not in linked]
    return [NeverLinked(key[1], key[0], count, first[key]) for key, count in found[:MOST_WORDS]]


def _words(row: Pair) -> set[tuple[str, str, bool]]:
    """The words of both sentences, marks left out, each with its language and whether it has a link."""
    pair = generation.core_pair(row)
    ends = {first for first, _second in pair.links}, {second for _first, second in pair.links}
    return {
        (language, token.casefold(), position in ends[side])
        for side, (language, tokens) in enumerate(zip(pair.languages, (pair.l1_tokens, pair.l2_tokens), strict=True))
        for position, token in enumerate(tokens)
        if not generation.is_punctuation(token)
    }


def count_sentences(*, collection: Collection, actor: User) -> Job:
    """Hand in the job that counts the mixed sentences of the pairs of which that is not known."""
    title = _("Count the sentences of %s") % collection
    return jobs.enqueue(kind="pairs.count", title=title, owner=actor, collection=collection.pk)


@job_kind("pairs.count")
def count_in_background(progress: Progress, *, collection: int) -> dict[str, Any]:
    uncounted = Pair.objects.current().filter(collection=collection, mixed_sentences=None).order_by("pk")
    numbers = list(uncounted.values_list("pk", flat=True))
    progress.start(len(numbers), _("Counting sentences"))
    for start in range(0, len(numbers), BATCH):
        rows = list(uncounted.filter(pk__in=numbers[start : start + BATCH]))
        for row in rows:
            row.mixed_sentences = mixed_sentences(generation.core_pair(row))
        Pair.objects.bulk_update([row for row in rows if row.mixed_sentences is not None], ["mixed_sentences"])
        progress.advance(len(rows))
    return {"address": reverse("pair-health", args=[collection])}
