"""The demo's studies, moved by their zips alone from a site on SQLite to this one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.conf import settings

from evaluation.models import Job, Study
from evaluation.services import exports, imports
from evaluation.services.jobs import Progress
from tests.site.imports.study_zips import differing

pytestmark = [pytest.mark.both_databases, pytest.mark.slow, pytest.mark.django_db]


# In one process, for each would take a while to start. Of each kind of model one is fitted, for different criteria.
OTHER_SITE = """
from django.conf import settings
from django.core.management import call_command
for command in ("migrate", "load_demo"):
    call_command(command, verbosity=0)
from evaluation.models import Criterion, Job
for kind, other in (("constraint_costs", "fluency"), ("mixed_model", "usage")):
    criterion = Criterion.objects.get(study__slug="simulated-judges", key=other)
    Job.objects.get(kind=kind, arguments__criterion=criterion.pk).delete()
call_command("worker", "--once", verbosity=0)
for slug in ("bhat-2017", "try-rating", "simulated-judges"):
    call_command("export_study", slug, "--format", "zip", "-o", f"{settings.DATA_DIR}/{slug}.zip", verbosity=0)
"""


@pytest.fixture(scope="module")
def other_site(tmp_path_factory):
    """The zips of the demo's studies, from a site of its own with a database in a file."""
    folder = tmp_path_factory.mktemp("other")
    environment = os.environ | {"DATA_DIR": str(folder), "DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}"}
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", OTHER_SITE]
    done = subprocess.run(command, cwd=settings.ROOT, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return folder


@pytest.fixture
def moved(other_site, meera, tmp_path):
    def move(slug: str) -> Study:
        sent, again = other_site / f"{slug}.zip", tmp_path / "again.zip"
        outcome = imports.bring_in(path=sent, owner=meera, progress=Progress())
        assert "byte for byte" in outcome.words
        exports.export_zip(study=outcome.study, target=again)
        assert differing(sent.read_bytes(), again.read_bytes()) == []
        return outcome.study

    return move


def test_the_published_study_moves(moved):
    assert moved("bhat-2017").state == "closed"


def test_an_open_study_with_practice_checks_and_two_languages_moves_and_its_link_is_closed(moved):
    study = moved("try-rating")
    assert study.state == "open"
    assert not study.join_link_open


def test_the_study_of_constraints_with_simulated_judges_moves_with_its_fitted_models(moved):
    study = moved("simulated-judges")
    fitted = Job.objects.filter(arguments__study=study.pk, state="done")
    assert sorted(fitted.values_list("kind", flat=True)) == ["constraint_costs", "count_sets", "mixed_model"]
