"""A file of ratings as a closed study, with its sentences, judges and criteria: all of it at once, or nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluation.models import (
    Criterion,
    Design,
    Item,
    Participation,
    ParticipationState,
    Place,
    PlaceState,
    Rating,
    Role,
    Study,
    StudyState,
    User,
)
from evaluation.models.keys import new_key
from evaluation.services import audit
from evaluation.services.errors import Refused
from evaluation.services.imports.groups import answers_of, group_questions
from evaluation.services.imports.inserting import insert_rows
from evaluation.services.imports.matching import Match, SentenceKey
from evaluation.services.imports.plan import Plan
from evaluation.services.imports.reading import FileRating, RatingsFile
from evaluation.services.imports.sentences import found_matches, items_of, models_of
from evaluation.services.jobs import Progress
from evaluation.services.pairs.collections import lock_collections_of
from evaluation.services.studies.editing import LONGEST_SLUG, RESERVED_SLUGS, free_slug
from evaluation.services.studies.invitations import BY_LINK, pseudonym

LONGEST_NAME = 150
LONGEST_KEY = 40
BATCH = 1_000
PLACE = ("key", "participation_id", "item_id", "order", "state", "claimed_at", "answered_at")
RATING = (
    *("place_id", "criterion_id", "study_id", "item_id", "participation_id"),
    *("value", "first_value", "first_given_at", "given_at"),
)


@dataclass(frozen=True)
class PreparedStudy:
    """A study with its sentences, nothing of it stored yet."""

    study: Study
    file: RatingsFile
    plan: Plan
    items: dict[SentenceKey, Item]
    pairs: list[int]


def prepare(file: RatingsFile, plan: Plan, *, owner: User, progress: Progress) -> PreparedStudy:
    """Find the pairs and measure the sentences: all that takes long, before a transaction lets judges wait."""
    found = found_matches(file, plan, progress)
    study = _study(file, plan, found, owner=owner)
    items = items_of(study, file, plan, found, progress)
    _mention_models(study, file, items)
    return PreparedStudy(study, file, plan, items, sorted({match.pair.pk for match in found.values() if match}))


@transaction.atomic
def store(prepared: PreparedStudy, *, progress: Progress) -> Study:
    study, file, plan, items = prepared.study, prepared.file, prepared.plan, prepared.items
    progress.start(len(file.ratings), _("Storing the ratings"))
    lock_collections_of(prepared.pairs)
    study.slug = plan.slug or free_slug(study.name)
    if plan.slug and slug_problem(plan.slug):
        raise Refused(slug_problem(plan.slug), field="study")
    study.save()
    study.pairs.set(prepared.pairs)
    criteria = _criteria(study, file)
    Item.objects.bulk_create(items.values(), batch_size=BATCH)
    judges = _judges(study, file, plan)
    _store_ratings(study, file, items, judges, criteria, progress)
    audit.record(study.owner, "study.imported", study, slug=study.slug, ratings=len(file.ratings))
    return study


def slug_problem(slug: str) -> str:
    """Why a study cannot have this address; empty if it can."""
    if slug in RESERVED_SLUGS or Study.objects.filter(slug=slug).exists():
        return _("Another study has this address; choose another.")
    return "" if slugify(slug) == slug and len(slug) <= LONGEST_SLUG else _("Use small letters, digits and hyphens.")


def _study(file: RatingsFile, plan: Plan, found: dict[SentenceKey, Match | None], *, owner: User) -> Study:
    languages = [code for match in found.values() if match for code in (match.pair.l1_lang, match.pair.l2_lang)]
    # Judges who rate every sentence are the usual case; else nobody knows how sentences were dealt out.
    given = {(rating.judge, rating.sentence) for rating in file.ratings}
    is_complete = len(given) == len(file.judges) * len(file.sentences)
    return Study(
        owner=owner,
        name=plan.name,
        state=StudyState.CLOSED,
        models_chosen=models_of(file, plan, found),
        languages=list(dict.fromkeys((*plan.languages, *languages))),
        questions=[question.as_json() for question in group_questions(file, plan).values()],
        design=Design.EVERYONE if is_complete else Design.BALANCED,
        judges_per_item=max(1, round(len(given) / max(1, len(file.sentences)))),
        whole_sentences=False,
        monolingual=True,
        drawn_at=timezone.now(),
        rated_elsewhere=True,
        remark=_remark(file, found),
    )


def _remark(file: RatingsFile, found: dict[SentenceKey, Match | None]) -> str:
    """What a reader of the results must know: that it was not asked here, and what is not known."""
    read = sum(match is not None and match.sentence is not None for match in found.values())
    said = [
        _("These ratings were given elsewhere and brought in from a file."),
        ngettext(
            "Of %(all)d sentence, %(read)d is of a pair that is loaded here.",
            "Of %(all)d sentences, %(read)d are of pairs that are loaded here.",
            len(found),
        )
        % {"all": len(found), "read": read},
    ]
    if any(rating.time is None for rating in file.ratings):
        said.append(_("When they were given is not known; they have the time at which they were brought in."))
    if file.guessed:
        said.append(_guessed_words(file))
    return " ".join(said)


def _guessed_words(file: RatingsFile) -> str:
    if len(file.guessed) == len(file.criteria) and len(set(file.criteria.values())) == 1:
        return _("The scale was not stated: it runs from the lowest to the highest value given.")
    words = ngettext(
        "The scale of %s was not stated: it runs from the lowest to the highest value given.",
        "The scales of %s were not stated: they run from the lowest to the highest value given for them.",
        len(file.guessed),
    )
    return words % ", ".join(f"“{name}”" for name in file.guessed)


def _mention_models(study: Study, file: RatingsFile, items: dict[SentenceKey, Item]) -> None:
    """Say it where the file names a model for a sentence that this model does not generate from its pair."""
    wrong = sum(
        bool(item.sentence_key) and not set(file.sentences[key].sources) & set(item.memberships)
        for key, item in items.items()
        if set(file.sentences[key].sources) & set(study.models_chosen)
    )
    if wrong:
        words = ngettext(
            "For %d sentence the file names a model that does not generate it from its pair.",
            "For %d sentences the file names a model that does not generate them from their pairs.",
            wrong,
        )
        study.remark = f"{study.remark} {words % wrong}"


def _criteria(study: Study, file: RatingsFile) -> dict[str, Criterion]:
    made: dict[str, Criterion] = {}
    for position, (name, (low, high)) in enumerate(file.criteria.items()):
        key = slugify(name)[:LONGEST_KEY].strip("-") or f"criterion-{position + 1}"
        if key in {criterion.key for criterion in made.values()}:
            key = f"{key[: LONGEST_KEY - 3]}-{position + 1}"
        texts = {"en": {"name": name[:LONGEST_NAME], "question": name[:LONGEST_NAME], "labels": {}}}
        scale = {"low": low, "high": high, "cut": file.cuts.get(name)}
        made[name] = Criterion(study=study, position=position, key=key, texts=texts, **scale)
    Criterion.objects.bulk_create(made.values())
    return made


def _judges(study: Study, file: RatingsFile, plan: Plan) -> dict[str, Participation]:
    """Somebody for each judge of the file who exists for this study only; no link lets anybody in."""
    now, asked, unusable = timezone.now(), group_questions(file, plan), make_password(None)
    users = [
        User(username=f"{BY_LINK}{new_key()}", name=name, role=Role.JUDGE, password=unusable) for name in file.judges
    ]
    User.objects.bulk_create(users, batch_size=BATCH)
    judges = [
        Participation(
            study=study,
            user=user,
            pseudonym=pseudonym(number),
            state=ParticipationState.FINISHED,
            answers=answers_of(file.judges[user.name], asked),
            has_read_instructions=True,
            link_revoked_at=now,
        )
        for number, user in enumerate(users, start=1)
    ]
    Participation.objects.bulk_create(judges, batch_size=BATCH)
    return dict(zip(file.judges, judges, strict=True))


def _store_ratings(
    study: Study,
    file: RatingsFile,
    items: dict[SentenceKey, Item],
    judges: dict[str, Participation],
    criteria: dict[str, Criterion],
    progress: Progress,
) -> None:
    now = timezone.now()
    ids = _store_places(file.ratings, items, judges, now)
    progress.advance(len(file.ratings) // 2)
    rows = (
        (
            ids[judges[rating.judge].pk, items[rating.sentence].pk],
            criteria[rating.criterion].pk,
            study.pk,
            items[rating.sentence].pk,
            judges[rating.judge].pk,
            rating.value,
            rating.value,
            rating.time or now,
            rating.time or now,
        )
        for rating in file.ratings
    )
    insert_rows(Rating, RATING, rows)
    progress.advance(len(file.ratings) - len(file.ratings) // 2)


def _store_places(
    ratings: Iterable[FileRating], items: dict[SentenceKey, Item], judges: dict[str, Participation], now: datetime
) -> dict[tuple[int, int], int]:
    """One for each judge and sentence, in the order of the file, which is all that is known of the order shown.

    Returns their ids by judge and item.
    """
    answered: dict[tuple[str, SentenceKey], datetime] = {}
    for rating in ratings:
        where, at = (rating.judge, rating.sentence), rating.time or now
        answered[where] = max(answered.get(where, at), at) if rating.time else answered.get(where, at)
    shown: dict[str, int] = defaultdict(int)
    rows: list[tuple[Any, ...]] = []
    for (judge, sentence), at in answered.items():
        place = judges[judge].pk, items[sentence].pk, shown[judge]
        rows.append((new_key(), *place, PlaceState.DONE.value, now, at))
        shown[judge] += 1
    insert_rows(Place, PLACE, rows)
    found = Place.objects.filter(participation__in=judges.values()).order_by()
    return {(judge, item): pk for pk, judge, item in found.values_list("pk", "participation_id", "item_id").iterator()}
