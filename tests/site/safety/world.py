"""One object of every kind that belongs to somebody, and a user of every role."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.test import Client, override_settings
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from evaluation.models import (
    Item,
    Job,
    JobState,
    MarkedWord,
    Pair,
    Participation,
    Place,
    Publication,
    RatingChange,
    RatingImport,
    Study,
    StudyState,
    Upload,
    UploadRow,
    User,
    WordList,
)
from evaluation.services import exports, imports, planning, reporting
from evaluation.services.exports import exporting
from evaluation.services.jobs import Progress
from evaluation.services.planning import plans
from evaluation.services.publications.publishing import make_public
from evaluation.services.results import unread_comments
from evaluation.services.studies import invitations
from evaluation.services.support import throttle
from evaluation.statistics.planning.design import PlannedStudy
from evaluation.statistics.planning.plans import PlanRequest
from tests.quick import QUICK_HASHERS
from tests.site.factories import (
    SATURDAY,
    make_participation,
    make_place,
    make_rating,
    make_study,
    person,
)

ROLES = ("stranger", "judge", "other judge", "owner", "colleague", "other researcher", "admin")


@dataclass
class World:
    """Meera's study, shared with Lata, judged by Asha. Kiran, Mallory and Noor have nothing to do with it."""

    people: dict[str, User] = field(default_factory=dict)
    study: Study = None  # type: ignore[assignment]
    pair: Pair = None  # type: ignore[assignment]
    participation: Participation = None  # type: ignore[assignment]
    place: Place = None  # type: ignore[assignment]
    item: Item = None  # type: ignore[assignment]
    upload: Upload = None  # type: ignore[assignment]
    sent: RatingImport = None  # type: ignore[assignment]
    word_list: WordList = None  # type: ignore[assignment]
    row: UploadRow = None  # type: ignore[assignment]
    job: Job = None  # type: ignore[assignment]
    finished: Study = None  # type: ignore[assignment]
    zip_key: str = ""
    plan_key: str = ""
    token: str = ""
    password_link: dict[str, Any] = field(default_factory=dict)


@pytest.fixture(scope="module")
def make() -> Callable[[], World]:
    """What makes the world; a file of tests may have another one."""
    return make_world


@pytest.fixture(scope="module")
def built_world(make, django_db_setup, django_db_blocker, tmp_path_factory):
    """One for all tests of a file, and the folder with its files."""
    folder = tmp_path_factory.mktemp("world")
    places = {"DATA_DIR": folder, "MEDIA_ROOT": folder / "files"}
    with django_db_blocker.unblock(), transaction.atomic():
        with override_settings(PASSWORD_HASHERS=QUICK_HASHERS, **places):
            made = make()
        yield made, folder
        transaction.set_rollback(True)


@pytest.fixture
def world(built_world, db, settings) -> World:
    """As if it had been made for this test: what a test changes is taken back in the tables, its files are copies."""
    made, folder = built_world
    shutil.copytree(folder, settings.DATA_DIR, dirs_exist_ok=True)
    return copy.deepcopy(made)


def make_world() -> World:
    world = World(people=make_people())
    meera, asha = world.people["owner"], world.people["judge"]
    world.study = make_study(meera, join_link_open=True, questions=["age"], models_chosen=["EC0", "ML0"])
    freeze_plan(world.study)
    world.study.colleagues.add(world.people["colleague"])
    world.pair = world.study.pairs.get()
    world.item = world.study.items.first()
    world.participation = make_participation(world.study, asha, answers={"age": 31})
    done, world.place = [make_place(world.participation, item) for item in world.study.items.all()[:2]]
    for criterion in world.study.criteria.all():
        rating = make_rating(done, criterion, 3)
        RatingChange.objects.create(rating=rating, value=1, given_at=rating.given_at)
    unread_comments.mark_read(person=meera, study=world.study)
    MarkedWord.objects.create(place=done, token=1, reason="other")
    world.job = Job.objects.create(kind="uploads.check", title="Check pairs.jsonl", owner=meera, state=JobState.RUNNING)
    world.upload = make_upload(world, meera)
    ratings = b"judge,sentence,value\nA,Oil garam hai,4\n"
    world.sent = imports.receive(owner=meera, name="ratings.csv", chunks=[ratings])
    world.row = world.upload.rows.get()
    world.word_list = world.pair.collection.word_lists.create(l1_lang="en", l2_lang="hi", entries=[["tea", "chai"]])
    world.zip_key = make_zip(world)
    world.plan_key = make_plan(meera)
    publish(world.study)
    world.finished = make_finished_study(meera, asha)
    publish(world.finished)
    throttle.hit("link", "192.0.2.1", limit=1, seconds=60)
    guest = make_participation(world.study, User.objects.create_user("guest", name="Guest"))
    world.token = invitations.personal_link(guest).split("/")[2]
    world.password_link = {
        "uidb64": urlsafe_base64_encode(force_bytes(asha.pk)),
        "token": default_token_generator.make_token(asha),
    }
    return world


def freeze_plan(study: Study) -> None:
    study.drawn_at = study.created_at
    study.save()
    comparison = reporting.Comparison("usage", "EC0", "ML0")
    reporting.freeze(study=study, actor=study.owner, comparison=comparison, target_judges=2)


def make_finished_study(owner: User, judge: User) -> Study:
    """A closed one: readers see nothing of a study that is open."""
    study = make_study(owner, slug="finished", models_chosen=["EC0", "ML0"])
    place = make_place(make_participation(study, judge, answers={"age": 31}), study.items.first())
    for criterion in study.criteria.all():
        make_rating(place, criterion, 3)
    study.state = StudyState.CLOSED
    study.save()
    return study


def publish(study: Study) -> None:
    """For readers, at the study's own address."""
    details = {"authors": "Rao, Meera", "title": "Saturday", "year": 2026}
    found = Publication.objects.create(study=study, address=study.slug, published_at=timezone.now(), **details)
    make_public(Progress(), publication=found.pk)


def make_people() -> dict[str, User]:
    cast = {
        "judge": ("asha", "judge"),
        "other judge": ("mallory", "judge"),
        "owner": ("meera", "researcher"),
        "colleague": ("lata", "researcher"),
        "other researcher": ("kiran", "researcher"),
        "admin": ("noor", "admin"),
    }
    people = {label: person(name, role) for label, (name, role) in cast.items()}
    noor = people["admin"]
    noor.is_staff = noor.is_superuser = True
    noor.save()
    return people


def make_upload(world: World, owner: User) -> Upload:
    upload = Upload.objects.create(
        collection=world.pair.collection, owner=owner, name="pairs.jsonl", state="checked", good_rows=1, job=world.job
    )
    described = {
        "id": "paper-9",
        "l1": {"lang": "en", "tree": SATURDAY["l1_tree"]},
        "l2": {"lang": "hi", "tokens": SATURDAY["l2_tokens"]},
        "alignment": SATURDAY["alignment"],
    }
    UploadRow.objects.create(upload=upload, line=1, external_id="paper-9", pair=described, is_good=True)
    return upload


def make_plan(owner: User) -> str:
    """A plan that has been simulated."""
    request = PlanRequest(PlannedStudy(judges=8, pairs=8), studies=10, curve_studies=0)
    job = planning.start(request=request, pilot=None, actor=owner)
    result = plans.run(Progress(), request=request.as_json(), pilot=None)
    Job.objects.filter(pk=job.pk).update(state=JobState.DONE, result=result)
    return job.key


def make_zip(world: World) -> str:
    """A finished export of the study, which its owner asked for."""
    job = exports.start_zip(study=world.study, actor=world.people["owner"])
    path = exporting.zip_path(job.key)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"PK")
    Job.objects.filter(pk=job.pk).update(state=JobState.DONE)
    return job.key


def client_of(world: World, role: str) -> Client:
    client = Client(raise_request_exception=False)
    if role in world.people:
        client.force_login(world.people[role])
    return client
