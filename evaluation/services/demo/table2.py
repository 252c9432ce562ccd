"""The paper's Table 2 as a study: five sentences, five judges, fifty ratings.

Each row of the table (minimum, maximum, mean and sigma of five ratings from 0 to 5) is met by exactly one multiset of
whole numbers, so the ratings are known. Who gave which is not known: they are given to the judges at random, from a
seed. The times are not known either: all ratings have the date of the conference.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.conf import settings

from evaluation.models import (
    Item,
    Pair,
    Participation,
    ParticipationState,
    Place,
    PlaceState,
    Rating,
    Study,
    StudyState,
    User,
)
from evaluation.services import generation, studies
from evaluation.services.rating.changed_answer import first_rating
from evaluation.services.studies import sampling
from evaluation.services.studies.invitations import Invitee, invite
from evaluation.services.support.seeds import seeded

SLUG = "bhat-2017"
NAME = "Bhat et al. 2017, Table 2"
REMARK = (
    "These are the fifty ratings of the paper's Table 2, recovered from its minimum, maximum, mean and sigma. Which "
    "judge gave which rating is unknown: here they are dealt out by chance, so figures per judge, ICC and kappa are "
    "only illustrative. Times are unknown too."
)
JUDGES = 5
SEED = 2017
GIVEN_AT = datetime(2017, 4, 3, 12, tzinfo=UTC)


def make_study(owner: User, pairs: Iterable[Pair]) -> Study:
    """The closed study, unless it is there."""
    found = Study.objects.filter(slug=SLUG).first()
    if found:
        return found
    rows = published_rows()
    by_id = {pair.external_id: pair for pair in pairs}
    study = _study_with_sentences(owner, rows, by_id)
    judges, _again = invite(study=study, people=[Invitee(f"Judge {n} of 2017") for n in range(1, 6)], actor=owner)
    study.participations.update(
        state=ParticipationState.FINISHED, consent_version=1, has_read_instructions=True, finished_at=GIVEN_AT
    )
    _rate(study, rows, judges)
    Study.objects.filter(pk=study.pk).update(state=StudyState.CLOSED)
    study.refresh_from_db()
    return study


def published_rows() -> list[dict[str, Any]]:
    path = settings.ROOT / "fixtures" / "demo_table2.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _study_with_sentences(owner: User, rows: list[dict[str, Any]], by_id: dict[str, Pair]) -> Study:
    """A draft with the five sentences, picked by hand."""
    study = studies.create(owner=owner, name=NAME)
    fields = {"slug": SLUG, "remark": REMARK, "questions": [], "seed": SEED}
    studies.update(study=study, actor=owner, revision=study.revision, step="texts", fields=fields)
    used = [by_id[row["pair"]].pk for row in rows]
    models = generation.paper_models()
    studies.set_pairs(study=study, actor=owner, revision=study.revision, pairs=used, models=models)
    picked = [{"pair": by_id[row["pair"]].pk, "text": row["text"]} for row in rows]
    studies.set_choices(
        study=study,
        actor=owner,
        revision=study.revision,
        choices=[{"way": "picked", "sentences": picked}],
        seed=SEED,
        monolingual=False,
        whole_sentences=False,
    )
    sampling.draw(study=study, actor=owner, revision=study.revision)
    return study


def _rate(study: Study, rows: list[dict[str, Any]], judges: list[Participation]) -> None:
    """Store each row's ratings, dealt to the judges."""
    rng, criteria = seeded(SEED), list(study.criteria.all())
    for order, item in enumerate(study.items.rated()):
        dealt = {criterion.pk: rng.sample(rows[order][criterion.key], JUDGES) for criterion in criteria}
        for number, judge in enumerate(judges):
            place = _place(judge, item, order)
            Rating.objects.bulk_create(
                first_rating(place, study_id=study.pk, criterion_id=criterion, value=values[number], at=GIVEN_AT)
                for criterion, values in dealt.items()
            )


def _place(judge: Participation, item: Item, order: int) -> Place:
    place = Place.objects.create(
        participation=judge,
        item=item,
        order=order,
        state=PlaceState.DONE,
        shown_at=GIVEN_AT,
        answered_at=GIVEN_AT,
        language="en",
    )
    Place.objects.filter(pk=place.pk).update(claimed_at=GIVEN_AT)
    return place
