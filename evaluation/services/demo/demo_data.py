"""Loads all demo data, in one transaction."""

from __future__ import annotations

import json
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from evaluation.models import Collection, Pair, Study, User
from evaluation.services import generation
from evaluation.services.demo import laboratory, table2, trial
from evaluation.services.demo.sign_ins import make_people
from evaluation.services.pairs import storing
from evaluation.services.studies import invitations

PAPER, EVERYDAY = "Bhat et al. 2017", "Everyday sentences"
# By collection.
FILES = {PAPER: ("paper_pairs.jsonl", "table2_pairs.jsonl"), EVERYDAY: ("everyday_pairs.jsonl",)}


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
    rows = load_pairs(owner, PAPER)
    published = table2.make_study(owner, rows)
    study = trial.make_study(owner, people["asha"], [row for row in rows if row.external_id.startswith("paper-")])
    judge = trial.judge_by_link(study)
    valid = judge is not None and invitations.link_state(judge) == invitations.LinkState.VALID
    link = invitations.personal_link(judge) if judge and valid else ""
    return Demo(people, published, study, f"/join/{study.join_key}/", link)


@transaction.atomic
def load_laboratory(owner: User) -> Study:
    """The study with simulated judges."""
    return laboratory.make_study(owner, load_pairs(owner, EVERYDAY))


def load_pairs(owner: User, name: str) -> list[Pair]:
    """The paper's five pairs and the four behind Table 2, or everyday sentences of our own."""
    collection, _made = Collection.objects.get_or_create(name=name, defaults={"owner": owner})
    files = (settings.ROOT / "fixtures" / file for file in FILES[name])
    lines = (line for file in files for line in file.read_text(encoding="utf-8").splitlines())
    pairs = [storing.unsaved(generation.pair_from_json(json.loads(line))) for line in lines]
    storing.store(collection=collection, pairs=pairs, actor=owner)
    return list(Pair.objects.current().filter(collection=collection).order_by("pk"))
