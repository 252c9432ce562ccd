"""Fill a database for the rating benchmarks: a study with judges and their places, and ratings stored in it before."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evaluation.config.settings")

STORED_JUDGES = 50
BATCH = 5_000
CRITERIA = {
    "usage": ("How likely are you to hear or use this sentence?", "never", "extremely likely"),
    "fluency": ("How clear and fluent is it?", "makes no sense", "absolutely clear"),
}
WORDS = (("Saturday", "en"), ("is", "en"), ("boring", "en"), ("uss", "hi"), ("nazariye", "hi"), ("se", "hi"))


def batches(rows: Iterable[Any]) -> Iterator[list[Any]]:
    iterator = iter(rows)
    while some := list(islice(iterator, BATCH)):
        yield some


def insert(model: Any, rows: Iterable[Any]) -> None:
    for some in batches(rows):
        model.objects.bulk_create(some)


def make_study(slug: str, item_count: int, *, choices: bool = False) -> Any:
    """Of sentences that are rated on two scales, or of couples between which judges choose."""
    from evaluation.models import Item, Study, StudyState, User

    owner, _ = User.objects.get_or_create(username="meera", defaults={"role": "researcher"})
    asks = "choices" if choices else "scales"
    study = Study.objects.create(owner=owner, slug=slug, name="Saturday", state=StudyState.OPEN, asks=asks)
    add_criteria(study, choices=choices)
    text = " ".join(word for word, _language in WORDS)
    sentences = [
        Item(study=study, number=n, text=f"{text} {n}", tokens=[*WORDS, (str(n), None)], condition="EC0")
        for n in range(item_count)
    ]
    insert(Item, sentences)
    if choices:
        add_couples(study)
    return study


def add_criteria(study: Any, *, choices: bool) -> None:
    from evaluation.models import FIRST, SECOND, Criterion, CriterionKind

    if choices:
        texts = {"en": {"name": "Preference", "question": "Which would you rather say?"}}
        Criterion.objects.create(
            study=study, key="preference", kind=CriterionKind.CHOICE, texts=texts, low=FIRST, high=SECOND
        )
        return
    for position, (key, (question, low, high)) in enumerate(CRITERIA.items()):
        texts = {"en": {"name": key.title(), "question": question, "labels": {"0": low, "5": high}}}
        Criterion.objects.create(study=study, position=position, key=key, texts=texts)


def add_couples(study: Any) -> None:
    """Each sentence beside the one after it."""
    from evaluation.models import Item, ItemKind
    from evaluation.services.studies.couples.making import couple_of

    members = list(study.items.order_by("number"))
    study.items.update(kind=ItemKind.MEMBER)
    following = [*members[1:], members[0]]
    count = len(members)
    insert(
        Item,
        (couple_of(one, two, number=count + n) for n, (one, two) in enumerate(zip(members, following, strict=True))),
    )


def make_judges(study: Any, count: int, group: str) -> list[Any]:
    """Judges who are ready to rate."""
    from evaluation.models import Participation, ParticipationState, User

    judges = []
    for number in range(count):
        judge = User(username=f"judge-{group}-{number}")
        judge.set_unusable_password()
        judge.save()
        judges.append(
            Participation.objects.create(
                study=study,
                user=judge,
                pseudonym=f"{group[0].upper()}{number:02}",
                state=ParticipationState.RATING,
                consent_version=1,
                has_read_instructions=True,
                seed=number,
            )
        )
    return judges


def give_places(participations: list[Any], items: list[int], each: int) -> None:
    """To each judge ``each`` of the items, beginning somewhere else."""
    from evaluation.models import Place

    step = max(1, len(items) // len(participations))
    insert(
        Place,
        (
            # Keys as long as real ones, but a million of those would take their time.
            Place(
                participation=judge,
                item_id=items[(number * step + order) % len(items)],
                order=order,
                key=f"{judge.pk:06}x{order:06}",
            )
            for number, judge in enumerate(participations)
            for order in range(each)
        ),
    )


STORE_RATINGS = """
    INSERT INTO evaluation_rating (place_id, criterion_id, study_id, item_id, participation_id,
                                   value, first_value, edits, first_given_at, given_at)
    SELECT place.id, criterion.id, criterion.study_id, place.item_id, place.participation_id,
           criterion.low + (place.id + criterion.id) %% (criterion.high - criterion.low + 1),
           criterion.low + (place.id + criterion.id) %% (criterion.high - criterion.low + 1),
           0, place.answered_at, place.answered_at
    FROM evaluation_place place
    JOIN evaluation_participation judge ON judge.id = place.participation_id
    JOIN evaluation_criterion criterion ON criterion.study_id = judge.study_id
    WHERE judge.study_id = %s
    ORDER BY place.id
"""


def store_ratings(study: Any, count: int) -> None:
    """At least ``count`` ratings of other judges of the study, as they lie in the tables late in its life."""
    from django.db import connection
    from django.db.models import F
    from django.utils import timezone

    from evaluation.models import Place, PlaceState

    if not count:
        return
    items = list(study.items.rated().values_list("pk", flat=True))
    places_needed = -(-count // study.criteria.count())
    judges = make_judges(study, max(STORED_JUDGES, -(-places_needed // len(items))), "stored")
    give_places(judges, items, -(-places_needed // len(judges)))
    Place.objects.filter(participation__study=study).update(
        state=PlaceState.DONE, answered_at=timezone.now(), shown_at=F("claimed_at"), duration_ms=4_000
    )
    with connection.cursor() as cursor:
        cursor.execute(STORE_RATINGS, [study.pk])


def seed(*, items: int, judges: int, each: int, stored: int, choices: bool = False) -> None:
    """Everything a run needs, in an empty, migrated database."""
    from django.db import connection

    study = make_study("rated", items, choices=choices)
    store_ratings(study, stored)
    give_places(make_judges(study, judges, "rating"), list(study.items.rated().values_list("pk", flat=True)), each)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def session_keys() -> list[tuple[str, str]]:
    """For each judge who rates a session as signing in makes it, and the key of the participation."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from evaluation.models import Participation

    rating = Participation.objects.filter(user__username__startswith="judge-rating-")
    keys = []
    for participation in rating.select_related("user").order_by("pk"):
        session = SessionStore()
        session[SESSION_KEY] = str(participation.user_id)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = participation.user.get_session_auth_hash()
        session.create()
        session.save()
        keys.append((str(session.session_key), participation.key))
    return keys
