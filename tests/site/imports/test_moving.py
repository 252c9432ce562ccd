"""Studies moved from a site on SQLite to this one, which is on SQLite or on PostgreSQL, by their zips alone."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.conf import settings

from evaluation.services import exports, imports
from evaluation.services.jobs import Progress
from tests.site.imports.study_zips import differing

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def other_site(tmp_path_factory):
    """The zips of the demo's studies, from a site of its own with a database in a file."""
    folder = tmp_path_factory.mktemp("other")
    environment = os.environ | {"DATA_DIR": str(folder), "DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}"}

    def manage(*arguments: str) -> None:
        command = [sys.executable, "manage.py", *arguments, "-v", "0"]
        done = subprocess.run(command, cwd=settings.ROOT, env=environment, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()

    manage("migrate")
    manage("load_demo")
    manage("worker", "--once")
    for slug in ("bhat-2017", "try-rating", "simulated-judges"):
        manage("export_study", slug, "--format", "zip", "-o", str(folder / f"{slug}.zip"))
    return folder


@pytest.mark.parametrize("slug", ["bhat-2017", "try-rating", "simulated-judges"])
def test_a_study_moves_to_another_database_and_stays_the_same(slug, other_site, meera, tmp_path):
    sent = other_site / f"{slug}.zip"
    outcome = imports.bring_in(path=sent, owner=meera, progress=Progress())
    assert "byte for byte" in outcome.words
    exports.export_zip(study=outcome.study, target=tmp_path / "again.zip")
    assert differing(sent.read_bytes(), (tmp_path / "again.zip").read_bytes()) == []
