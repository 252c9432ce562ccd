"""Two hundred judges at once, in real processes on real connections."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys

import pytest
from django.conf import settings
from django.db import connection

from evaluation.models import Design, Participation, Place, User
from tests.site.factories import make_study

pytestmark = pytest.mark.both_databases(daily="postgresql")

JUDGES, PROCESSES = 200, 2


@pytest.fixture
def database_url(tmp_path):
    """Where other processes find what this test has written; call it when it is written."""

    def url() -> str:
        if connection.vendor == "sqlite":
            # The tests' SQLite is in memory; other processes need a file.
            with sqlite3.connect(tmp_path / "study.sqlite3") as copy:
                connection.connection.backup(copy)
                # As the site's own file is; the first connections of a crowd could not all turn it on at once.
                copy.execute("PRAGMA journal_mode=WAL")
            return f"sqlite:///{tmp_path / 'study.sqlite3'}"
        found = connection.settings_dict
        return f"postgres://{found['USER']}@{found['HOST']}:{found['PORT']}/{found['NAME']}"

    return url


def crowd_arrives(first: int, url: str, folder) -> list[dict]:
    environment = os.environ | {
        "DATABASE_URL": url,
        "DATA_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "evaluation.config.settings",
    }
    each = JUDGES // PROCESSES
    crowds = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.site.studies.arrive", str(start), str(start + each)],
            **dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE),
            env=environment,
            cwd=settings.ROOT,
            text=True,
        )
        for start in range(first, first + JUDGES, each)
    ]
    for crowd in crowds:
        assert crowd.stdout.readline() == "ready\n", crowd.communicate()[1]
    for crowd in crowds:
        crowd.stdin.write("go\n")
        crowd.stdin.flush()
    return [json.loads(crowd.communicate(timeout=120)[0]) for crowd in crowds]


def places_taken(url: str) -> int:
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as copy:
            return copy.execute("SELECT count(*) FROM evaluation_place").fetchone()[0]
    return Place.objects.count()


@pytest.mark.django_db(transaction=True)
def test_of_two_hundred_judges_arriving_at_once_for_the_last_place_exactly_one_gets_it(meera, database_url, tmp_path):
    study = make_study(meera, items=1, design=Design.BALANCED, judges_per_item=1)
    User.objects.bulk_create([User(username=f"judge{number}") for number in range(JUDGES)])
    judges = User.objects.filter(role="judge")
    Participation.objects.bulk_create([Participation(study=study, user=u, pseudonym=f"J{u.pk}") for u in judges])
    pks = list(Participation.objects.order_by("pk").values_list("pk", flat=True))
    assert pks == list(range(pks[0], pks[0] + JUDGES))
    url = database_url()
    answers = crowd_arrives(pks[0], url, tmp_path)
    assert [answer["troubles"] for answer in answers] == [[]] * PROCESSES
    assert sorted(number for answer in answers for number in answer["got"]) == [0] * (JUDGES - 1) + [1]
    assert places_taken(url) == 1
