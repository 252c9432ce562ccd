"""Loads all demo data, in one transaction."""

from __future__ import annotations

import json
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from evaluation.models import Collection, Pair, Study, User
from evaluation.services import generation
from evaluation.services.demo import table2, trial
from evaluation.services.demo.sign_ins import make_people
from evaluation.services.pairs import storing
from evaluation.services.studies import invitations

COLLECTION = "Bhat et al. 2017"
FILES = ("paper_pairs.jsonl", "table2_pairs.jsonl")


@dataclass(frozen=True)
class Demo:
    """What there is to look at. A link is empty if it was revoked or its judge erased."""

    people: dict[str, User]
    published: Study
    trial: Study
    join_link: str
    personal_link: str


@transaction.atomic
def load() -> Demo:
    people = make_people()
    owner = people["meera"]
    rows = load_pairs(owner)
    published = table2.make_study(owner, rows)
    study = trial.make_study(owner, people["asha"], [row for row in rows if row.external_id.startswith("paper-")])
    judge = trial.judge_by_link(study)
    valid = judge is not None and invitations.link_state(judge) == invitations.LinkState.VALID
    link = invitations.personal_link(judge) if judge and valid else ""
    return Demo(people, published, study, f"/join/{study.join_key}/", link)


def load_pairs(owner: User) -> list[Pair]:
    """The paper's five pairs and the four behind Table 2, in one collection."""
    collection, _made = Collection.objects.get_or_create(name=COLLECTION, defaults={"owner": owner})
    files = (settings.ROOT / "fixtures" / name for name in FILES)
    lines = (line for file in files for line in file.read_text(encoding="utf-8").splitlines())
    pairs = [storing.unsaved(generation.pair_from_json(json.loads(line))) for line in lines]
    storing.store(collection=collection, pairs=pairs, actor=owner)
    return list(Pair.objects.current().filter(collection=collection).order_by("pk"))
